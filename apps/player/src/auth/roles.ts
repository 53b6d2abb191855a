/** Roles of the route guard. Every logged-in player has the single role user. */
export type Role = "admin" | "staff" | "user";

export const ADMIN: readonly Role[] = ["admin"];
export const STAFF: readonly Role[] = ["admin", "staff"];
export const USER: readonly Role[] = ["admin", "staff", "user"];
/** Only visitors who are not logged in. */
export const ONLY_GUEST: readonly Role[] = [];

export const rolesOf = (loggedIn: boolean): readonly Role[] => (loggedIn ? ["user"] : []);

/** Whether these roles permit what `auth` requires. null: everybody may. */
export function mayEnter(auth: readonly Role[] | null, roles: readonly Role[]): boolean {
  if (auth === null) return true;
  if (auth.length === 0) return roles.length === 0;
  return auth.some((role) => roles.includes(role));
}
