/** Names in the address bar. Pure. */

/** A name of letters and digits, joined by dashes: "Polar Fire" → "polar-fire". A name without any is "-". */
export function slugOf(name: string): string {
  const slug = name
    .toLocaleLowerCase("en")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "-" : slug;
}
