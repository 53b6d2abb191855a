/**
 * Registration: players create their own account, if the operator allows it. If not, a request is only checked: no player
 * is created and no e-mail address looked up, so that neither the answer nor its time reveals which addresses are taken.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { FailureStore } from "../failureStore.ts";
import { chosenName, usernameFor } from "./names.ts";
import { networkOf } from "../networkOf.ts";
import { checkNewPassword } from "./passwords.ts";
import { NameTaken, addPlayer, prepareNewPlayer } from "./playerStore.ts";
import type { AccountQueues } from "./queues.ts";
import type { ThrottleRule } from "../throttle.ts";
import type { Accounts } from "./types.ts";

const HOUR_MS = 3_600_000;
const RULE: ThrottleRule = { attempts: 10, windowMs: HOUR_MS, blockMs: HOUR_MS, maxBlockMs: HOUR_MS };
/** Which passwords are common is no secret; the limit bounds the work that anybody can cause. */
const CHECK_RULE: ThrottleRule = { ...RULE, attempts: 30 };

interface Parts {
  db: Db;
  failures: FailureStore;
  queues: AccountQueues;
  houseName: () => string;
  /** Creates what else a new player needs, in the same transaction. Undefined: registration is off. */
  welcome: ((trx: Trx, playerId: number) => Promise<void>) | undefined;
}

export function createRegistration({
  db,
  failures,
  queues: { networks, passwords },
  houseName,
  welcome,
}: Parts): Pick<Accounts, "register" | "checkPassword"> {
  /** Counts every try, not only wrong ones. @throws AppError TooManyRequests beyond the rule */
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
        await passwords.run("stranger", async () => {
          // Also for an address that is taken: the time of the answer reveals nothing.
          const prepared = await prepareNewPlayer({ username, password, name, lastname: "", email });
          await db.transaction().execute(async (trx) => {
            const id = await addPlayer(trx, prepared);
            const own = { player_id: id, theme: null, display_name: name };
            await trx.insertInto("player_settings").values(own).execute();
            await welcome(trx, id);
          });
        });
      } catch (error) {
        // If two register the same address at the same time, the second violates the unique index.
        if (error instanceof NameTaken || hasSqlState(error, SQL_STATE.uniqueViolation))
          throw new AppError(ErrorCode.Conflict);
        throw error;
      }
      return { created: true, username };
    });
  };
  return { register, checkPassword };
}
