/** What the operator's console and the server exchange. An entry of its own: the player app does not load it. */
export { CONSOLE_ERRORS, ConsoleError, ConsoleErrorCode } from "./errors.ts";
export { PERMISSIONS, ROLES, ROLE_PERMISSIONS, SECOND_FACTOR_PERMISSIONS, permissionsOf } from "./roles.ts";
export type { Permission, Role } from "./roles.ts";
