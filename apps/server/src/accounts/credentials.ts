/**
 * What somebody who is logged in proves or changes: the password, the PIN. Wrong ones are counted per login, so that a
 * stolen token allows neither unlimited guesses nor blocking the owner's changes.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { LogType } from "@reelcast/contract";
import type { Queue } from "../queue.ts";
import type { Db } from "../storage/index.ts";
import type { Checks } from "./checks.ts";
import type { FailureStore } from "./failures.ts";
import type { createTokenStore } from "./tokenStore.ts";
import { checkNewPassword, hashPassword, hashPin, verifyPassword, verifyPin } from "./passwords.ts";
import { ACCOUNT_RULE } from "./throttle.ts";
import { tokenRefused } from "./tokens.ts";
import type { Accounts, Who } from "./types.ts";

const PIN_TRIES = 5;

interface Parts {
  db: Db;
  tokenStore: ReturnType<typeof createTokenStore>;
  failures: FailureStore;
  /** One at a time per key: attempts sent at once are checked after one another. */
  attempts: Queue;
  checks: Checks;
  log: (playerId: number, type: LogType, ip: string) => Promise<void>;
}
type Credentials = Pick<Accounts, "changePassword" | "checkPin" | "changePin" | "confirmPassword">;

export function createCredentials({ db, tokenStore, failures, attempts, checks, log }: Parts): Credentials {
  const byId = (id: number) =>
    db.selectFrom("players").select(["id", "password_hash", "pin_hash"]).where("id", "=", id).executeTakeFirst();

  /**
   * Does `work` once the password is found right.
   * @throws AppError WrongOldPassword when it is wrong, TooManyRequests after five wrong ones, and what `work` throws
   */
  async function withPassword<T>(who: Who, password: string, work: () => Promise<T>): Promise<T> {
    const subject = `password:${await tokenStore.familyOf(who.tokenId)}`;
    return attempts.run(subject, async () => {
      const block = await failures.mayTry(subject);
      if (!block.allowed) throw new AppError(ErrorCode.TooManyRequests, { seconds: block.minutes * 60 });
      await tokenStore.whoHas(who.tokenId);
      const player = await byId(who.playerId);
      const matches =
        player !== undefined && (await checks.run("known", () => verifyPassword(player.password_hash, password)));
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

    async checkPin(who, pin, ip) {
      await attempts.run(`pin:${who.playerId}`, async () => {
        // Those that waited while the fifth wrong one ended the login are not looked at any more.
        await tokenStore.whoHas(who.tokenId);
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
