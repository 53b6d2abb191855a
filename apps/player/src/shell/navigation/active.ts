/** Which entry of the navigation is the current one. Part of the first bundle, since the top navigation needs it. */

interface Place {
  url?: string;
  exact?: boolean;
  children?: readonly Place[];
}

/** Whether the path is this address, or, unless `exact`, stands below it. Whole segments count: /a/b is not in /a/bc. */
function covers({ url, exact }: Place, path: string): boolean {
  if (url === undefined) return false;
  return path.replace(/\/+$/, "") === url || (exact !== true && path.startsWith(`${url}/`));
}
/** The path equals the entry's address, begins with it (unless it is `exact`), or does so with one of its children. */
export function isActive(item: Place, path: string): boolean {
  return covers(item, path) || (item.children?.some((child) => isActive(child, path)) ?? false);
}
