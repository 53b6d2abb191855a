/** Names of countries in the player's language, from the browser's own tables. */

/** @param code ISO 3166-1 alpha-2; whatever is no such code is shown as it is */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "region", fallback: "code" }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
