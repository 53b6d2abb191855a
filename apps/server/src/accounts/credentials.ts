/**
 * Password and PIN of a player who is logged in: checks and changes. Wrong ones are counted per login, so that a stolen
 * token allows neither unlimited guesses nor blocking the owner's changes.
 */
import { AppError, DEFAULT_PIN, ErrorCode } from "@reelcast/contract";
import { RateLimiter } from "../rateLimiter.ts";
import type { Rate } from "../rateLimiter.ts";
import type { Db } from "../storage/index.ts";
import type { FailureStore } from "../failureStore.ts";
import { checkNewPassword, hashPassword, hashPin, verifyPassword, verifyPin } from "./passwords.ts";
import type { AccountQueues } from "./queues.ts";
import { ACCOUNT_RULE } from "../throttle.ts";
import type { TokenStore } from "./tokenStore.ts";
import { tokenRefused } from "./tokens.ts";
import type { Accounts, PlayerIdentity } from "./types.ts";

const PIN_TRIES = 5;
/** PINs that are hashed for one player: first choices, and changes. */
const PIN_HASHES: Rate = { tokens: 5, perMs: 3_600_000, refill: "evenly" };
/** The queue of attempts in which all of a player's PINs are hashed. */
const pinSubject = ({ playerId }: PlayerIdentity) => `pin:${playerId}`;

interface Parts {
  db: Db;
  now: () => Date;
  tokenStore: TokenStore;
  failures: FailureStore;
  queues: AccountQueues;
  log: Accounts["log"];
}
type Credentials = Pick<Accounts, "changePassword" | "checkPin" | "choosePin" | "changePin" | "confirmPassword">;

/**
 * A first PIN of the player's own: without the password, in place of the default PIN alone. In the queue of the player's
 * other attempts, and hashed only where the PIN may be the default one, so that nobody keeps the process busy with it.
 */
function createPinChoice({ db, now, tokenStore, queues, log }: Omit<Parts, "failures">): Accounts["choosePin"] {
  const choices = new RateLimiter(PIN_HASHES, { now: () => now().getTime() });
  return (who, pin, ip) =>
    queues.attempts.run(pinSubject(who), async () => {
      await tokenStore.holderOf(who.tokenId);
      const player = await db
        .selectFrom("players")
        .select(["id", "pin_hash", "pin_chosen"])
        .where("id", "=", who.playerId)
        .executeTakeFirst();
      if (!player) throw tokenRefused("invalid");
      if (player.pin_chosen) throw new AppError(ErrorCode.Conflict);
      choices.count(player.id);
      // Of two choices at the same time the first counts: it replaces the hash that the second has compared.
      const replace = (values: { pin_chosen: boolean; pin_hash?: string; pin_failures?: number }) =>
        db
          .updateTable("players")
          .set(values)
          .where("id", "=", player.id)
          .where("pin_hash", "=", player.pin_hash)
          .executeTakeFirst();
      if (!(await verifyPin(player.pin_hash, DEFAULT_PIN))) {
        await replace({ pin_chosen: true });
        throw new AppError(ErrorCode.Conflict);
      }
      const hash = await hashPin(pin);
      const chosen = await replace({ pin_hash: hash, pin_failures: 0, pin_chosen: pin !== DEFAULT_PIN });
      if (chosen.numUpdatedRows === 0n) throw new AppError(ErrorCode.Conflict);
      await log(player.id, "CHANGED_PIN", ip);
      return { pin_code: hash };
    });
}

function createPinCheck({ db, tokenStore, queues, log }: Omit<Parts, "failures">): Accounts["checkPin"] {
  return (who, pin, ip) =>
    queues.attempts.run(pinSubject(who), async () => {
      // The fifth wrong attempt ends the login: attempts that waited for it are not checked.
      await tokenStore.holderOf(who.tokenId);
      const player = await db
        .selectFrom("players")
        .select(["id", "pin_hash"])
        .where("id", "=", who.playerId)
        .executeTakeFirst();
      if (!player) throw tokenRefused("invalid");
      const forgive = () => db.updateTable("players").set({ pin_failures: 0 }).where("id", "=", player.id).execute();
      if (await verifyPin(player.pin_hash, pin)) {
        await forgive();
        return;
      }
      const row = await db
        .updateTable("players")
        .set((eb) => ({ pin_failures: eb("pin_failures", "+", 1) }))
        .where("id", "=", player.id)
        .returning("pin_failures")
        .executeTakeFirstOrThrow();
      await log(player.id, "PIN_FAIL", ip);
      const remaining = Math.max(0, PIN_TRIES - row.pin_failures);
      if (remaining === 0) {
        await tokenStore.endFamily(player.id, who.tokenId);
        await forgive();
      }
      throw new AppError(ErrorCode.WrongPin, { remaining });
    });
}

export function createCredentials(parts: Parts): Credentials {
  const { db, tokenStore, failures, queues, log } = parts;
  const changes = new RateLimiter(PIN_HASHES, { now: () => parts.now().getTime() });
  const byId = (id: number) =>
    db.selectFrom("players").select(["id", "password_hash"]).where("id", "=", id).executeTakeFirst();

  /**
   * Does `work` if the password is right.
   * @throws AppError WrongOldPassword when it is wrong, TooManyRequests after five wrong ones, and what `work` throws
   */
  async function withPassword<T>(who: PlayerIdentity, password: string, work: () => Promise<T>): Promise<T> {
    const subject = `password:${await tokenStore.familyOf(who.tokenId)}`;
    return queues.attempts.run(subject, async () => {
      const block = await failures.mayTry(subject);
      if (!block.allowed) throw new AppError(ErrorCode.TooManyRequests, { seconds: block.minutes * 60 });
      await tokenStore.holderOf(who.tokenId);
      const player = await byId(who.playerId);
      const matches =
        player !== undefined &&
        (await queues.passwords.run("known", () => verifyPassword(player.password_hash, password)));
      if (!matches) {
        await failures.count(subject, ACCOUNT_RULE);
        throw new AppError(ErrorCode.WrongOldPassword);
      }
      const result = await work();
      await failures.forget(subject);
      return result;
    });
  }

  return {
    confirmPassword: (who, password) => withPassword(who, password, async () => {}),

    changePassword: (who, { oldPassword, newPassword }, ip) =>
      withPassword(who, oldPassword, async () => {
        checkNewPassword(newPassword);
        const token = await tokenStore.replacePassword(who.playerId, await hashPassword(newPassword), true);
        if (token === null) throw new AppError(ErrorCode.InternalError);
        await log(who.playerId, "CHANGED_PASSWORD", ip);
        return { token };
      }),

    changePin: (who, { password, pin }, ip) =>
      withPassword(who, password, async () => {
        // A player who has many logins keeps the process busy no more than with one.
        changes.count(who.playerId);
        const hash = await queues.attempts.run(pinSubject(who), () => hashPin(pin));
        await db
          .updateTable("players")
          .set({ pin_hash: hash, pin_failures: 0, pin_chosen: pin !== DEFAULT_PIN })
          .where("id", "=", who.playerId)
          .execute();
        await log(who.playerId, "CHANGED_PIN", ip);
        return { pin_code: hash };
      }),

    choosePin: createPinChoice(parts),

    checkPin: createPinCheck(parts),
  };
}
