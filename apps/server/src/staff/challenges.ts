/** Secrets of some minutes, each for one use: second steps, challenges of passkeys, secrets that are being set up, tickets. */
import { randomBytes } from "node:crypto";
import { atMostHourly } from "../hourly.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";

export type Purpose = "second factor" | "passkey sign-in" | "passkey" | "totp" | "socket";
interface Challenge {
  purpose: Purpose;
  staffId?: number;
  sessionId?: number;
  content?: string;
}
interface Found {
  staffId: number | null;
  sessionId: number | null;
  content: string | null;
}

export const CHALLENGE_MS = 5 * 60_000;

export interface Challenges {
  /** Resolves with the secret. @param forMs how long it is valid */
  make(on: Db | Trx, challenge: Challenge, forMs?: number): Promise<string>;
  /** Uses it up; null: it does not exist, is too old or was used, or belongs to another session. */
  consume(on: Db | Trx, secret: string, purpose: Purpose, sessionId?: number): Promise<Found | null>;
  /** Without using it up. */
  find(on: Db | Trx, secret: string, purpose: Purpose, sessionId?: number): Promise<Found | null>;
  /** Counts a wrong attempt; at the last one the secret is void. */
  failed(on: Db | Trx, secret: string, mostTries: number): Promise<void>;
}

export function createChallenges(now: () => Date): Challenges {
  const tidy = new WeakMap<object, () => Promise<void>>();
  const select = (on: Db | Trx, secret: string, purpose: Purpose, sessionId: number | undefined) =>
    on
      .selectFrom("staff_challenges")
      .select(["staff_id as staffId", "session_id as sessionId", "content"])
      .where("digest", "=", secretDigest(secret))
      .where("purpose", "=", purpose)
      .where("expires_at", ">", now())
      .$if(sessionId !== undefined, (query) => query.where("session_id", "=", sessionId ?? 0));

  return {
    async make(on, { purpose, staffId = null, sessionId = null, content = null }, forMs = CHALLENGE_MS) {
      const clean =
        tidy.get(on) ??
        atMostHourly(now, async (at) => {
          await on.deleteFrom("staff_challenges").where("expires_at", "<=", new Date(at)).execute();
        });
      tidy.set(on, clean);
      await clean();
      const secret = randomBytes(32).toString("base64url");
      await on
        .insertInto("staff_challenges")
        .values({
          digest: secretDigest(secret),
          purpose,
          staff_id: staffId,
          session_id: sessionId,
          content,
          expires_at: new Date(now().getTime() + forMs),
        })
        .execute();
      return secret;
    },
    async consume(on, secret, purpose, sessionId) {
      const row = await on
        .deleteFrom("staff_challenges")
        .where("digest", "in", select(on, secret, purpose, sessionId).clearSelect().select("digest"))
        .returning(["staff_id as staffId", "session_id as sessionId", "content"])
        .executeTakeFirst();
      return row ?? null;
    },
    async find(on, secret, purpose, sessionId) {
      return (await select(on, secret, purpose, sessionId).executeTakeFirst()) ?? null;
    },
    async failed(on, secret, mostTries) {
      const digest = secretDigest(secret);
      await on
        .updateTable("staff_challenges")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("digest", "=", digest)
        .execute();
      await on.deleteFrom("staff_challenges").where("digest", "=", digest).where("tries", ">=", mostTries).execute();
    },
  };
}
