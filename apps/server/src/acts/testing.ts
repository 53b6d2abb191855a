/** People of the house in tests. */
import { permissionsOf } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import type { Actor } from "./context.ts";

/** A member of the staff at the console, with the permissions of a role. */
export const staff = (by: string, role: Role = "manager", why: string | null = "as agreed"): Actor => ({
  by,
  via: "console",
  from: "10.0.0.7",
  staffId: 3,
  permissions: permissionsOf([role]),
  why,
});
