/**
 * Password and PIN of a player who is logged in: checks and changes. Wrong ones are counted per login, so that a stolen
 * token allows neither unlimited guesses nor blocking the owner's changes.
 */
import { AppError, DEFAULT_PIN, ErrorCode } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import type { FailureStore } from "./failures.ts";
import { checkNewPassword, hashPassword, hashPin, verifyPassword, verifyPin } from "./passwords.ts";
import type { AccountQueues } from "./queues.ts";
import { ACCOUNT_RULE } from "./throttle.ts";
import type { TokenStore } from "./tokenStore.ts";
import { tokenRefused } from "./tokens.ts";
import type { Accounts, Who } from "./types.ts";

const PIN_TRIES = 5;

interface Parts {
  db: Db;
  tokenStore: TokenStore;
  failures: FailureStore;
  queues: AccountQueues;
  log: Accounts["log"];
}
type Credentials = Pick<Accounts, "changePassword" | "checkPin" | "choosePin" | "changePin" | "confirmPassword">;

/** A first PIN of the player's own: without the password, in place of the default PIN alone. */
function createPinChoice({ db, log }: Pick<Parts, "db" | "log">): Accounts["choosePin"] {
  return async (who, pin, ip) => {
    const player = await db
      .selectFrom("players")
      .select(["id", "pin_hash"])
      .where("id", "=", who.playerId)
      .executeTakeFirst();
    if (!player) throw tokenRefused("invalid");
    if (!(await verifyPin(player.pin_hash, DEFAULT_PIN))) throw new AppError(ErrorCode.Conflict);
    const hash = await hashPin(pin);
    // Of two choices at the same time the first counts: it replaces the hash that the second has compared.
    const chosen = await db
      .updateTable("players")
      .set({ pin_hash: hash, pin_failures: 0 })
      .where("id", "=", player.id)
      .where("pin_hash", "=", player.pin_hash)
      .executeTakeFirst();
    if (chosen.numUpdatedRows === 0n) throw new AppError(ErrorCode.Conflict);
    await log(player.id, "CHANGED_PIN", ip);
    return { pin_code: hash };
  };
}

export function createCredentials({ db, tokenStore, failures, queues, log }: Parts): Credentials {
  const byId = (id: number) =>
    db.selectFrom("players").select(["id", "password_hash", "pin_hash"]).where("id", "=", id).executeTakeFirst();

  /**
   * Does `work` if the password is right.
   * @throws AppError WrongOldPassword when it is wrong, TooManyRequests after five wrong ones, and what `work` throws
   */
  async function withPassword<T>(who: Who, password: string, work: () => Promise<T>): Promise<T> {
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
        const hash = await hashPin(pin);
        await db
          .updateTable("players")
          .set({ pin_hash: hash, pin_failures: 0 })
          .where("id", "=", who.playerId)
          .execute();
        await log(who.playerId, "CHANGED_PIN", ip);
        return { pin_code: hash };
      }),

    choosePin: createPinChoice({ db, log }),

    async checkPin(who, pin, ip) {
      await queues.attempts.run(`pin:${who.playerId}`, async () => {
        // The fifth wrong attempt ends the login: attempts that waited for it are not checked.
        await tokenStore.holderOf(who.tokenId);
        const player = await byId(who.playerId);
        if (!player) throw tokenRefused("invalid");
        if (await verifyPin(player.pin_hash, pin)) {
          await db.updateTable("players").set({ pin_failures: 0 }).where("id", "=", player.id).execute();
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
          await db.updateTable("players").set({ pin_failures: 0 }).where("id", "=", player.id).execute();
        }
        throw new AppError(ErrorCode.WrongPin, { remaining });
      });
    },
  };
}
