/**
 * A call of the console: like a player's (`Call` in ../calls.ts), made with the token of a member of staff. The server
 * checks the permission of each call, and OpenAPI is generated from these.
 */
import type { CallShape } from "../calls.ts";
import type { Permission } from "./roles.ts";

export interface ConsoleCall extends CallShape {
  /**
   * A page makes this call without its person: it does not keep the session. No GET does, since pages read again at every push
   * and after every interruption.
   */
  polled?: true;
  /** staff: a member's token; none: anybody. */
  auth: "staff" | "none";
  /** What the member must be permitted; null: nothing, every member may do it. Of calls for anybody always null. */
  permission: Permission | null;
  /** A session of the wall may make it too. Absent: it is refused, whatever its member may do. */
  wall?: true;
}
