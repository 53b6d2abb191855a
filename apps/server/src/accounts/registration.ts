/**
 * Registration: an account that somebody makes themselves, where the house allows it. Where it does not, a request is
 * checked and nobody is made, nor is any e-mail address looked up: neither the answer nor its time tells whose it is.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { InputError } from "../input.ts";
import type { Queue } from "../queue.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { Checks } from "./checks.ts";
import type { FailureStore } from "./failures.ts";
import { chosenName, usernameFor } from "./names.ts";
import { networkOf } from "./network.ts";
import { checkNewPassword } from "./passwords.ts";
import type { ThrottleRule } from "./throttle.ts";
import type { Accounts } from "./types.ts";

const HOUR_MS = 3_600_000;
const RULE: ThrottleRule = { attempts: 10, windowMs: HOUR_MS, blockMs: HOUR_MS, maxBlockMs: HOUR_MS };
/** Which passwords are common is no secret; the limit keeps the check from being work that anybody can ask for. */
const CHECK_RULE: ThrottleRule = { ...RULE, attempts: 30 };
const UNIQUE_VIOLATION = "23505";

/** A username or an e-mail address that somebody else has. */
export class NameTaken extends InputError {
  override name = "NameTaken";
}

interface Parts {
  db: Db;
  failures: FailureStore;
  /** So many at once from one network: each costs the hash of a password. */
  networks: Queue;
  checks: Checks;
  addPlayer: Accounts["addPlayer"];
  houseName: () => string;
  /** What else a new player needs, in the same transaction. Absent: nobody is made. */
  welcome: ((trx: Trx, playerId: number) => Promise<void>) | undefined;
}

export function createRegistration({
  db,
  failures,
  networks,
  checks,
  addPlayer,
  houseName,
  welcome,
}: Parts): Pick<Accounts, "register" | "checkPassword"> {
  /** Counts every try, not the wrong ones alone. @throws AppError TooManyRequests beyond the rule */
  async function countTry(subject: string, rule: ThrottleRule): Promise<void> {
    const block = await failures.mayTry(subject);
    if (!block.allowed) throw new AppError(ErrorCode.TooManyRequests, { seconds: block.minutes * 60 });
    await failures.count(subject, rule);
  }
  const checkPassword: Accounts["checkPassword"] = async ({ password, ip }) => {
    const network = networkOf(ip);
    await networks.run(network, () => countTry(`check-password:${network}`, CHECK_RULE));
    checkNewPassword(password);
  };
  const register: Accounts["register"] = async ({ displayName, email, password, ip }) => {
    const name = chosenName(displayName, "displayName", houseName());
    const network = networkOf(ip);
    return networks.run(network, async () => {
      await countTry(`register:${network}`, RULE);
      checkNewPassword(password);
      if (!welcome) return { created: false };
      const username = usernameFor(email);
      try {
        await checks.run("stranger", () =>
          db.transaction().execute(async (trx) => {
            const id = await addPlayer(trx, { username, password, name, lastname: "", email });
            const own = { player_id: id, theme: null, display_name: name };
            await trx.insertInto("player_settings").values(own).execute();
            await welcome(trx, id);
          }),
        );
      } catch (error) {
        // Of two who register the same address at once, the second is told by the database.
        const isTaken =
          error instanceof NameTaken || (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION);
        if (isTaken) throw new AppError(ErrorCode.Conflict);
        throw error;
      }
      return { created: true, username };
    });
  };
  return { register, checkPassword };
}
