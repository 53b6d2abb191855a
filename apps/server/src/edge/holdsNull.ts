/** U+0000 anywhere in it: PostgreSQL can't store such a text, so it is refused in every call and every socket's request. */
export function holdsNull(value: unknown): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === "string" && one.includes("\0")) return true;
    if (typeof one === "object" && one !== null) rest.push(...Object.keys(one), ...Object.values(one));
  }
  return false;
}
