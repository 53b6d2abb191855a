/** What the parts of the staff are made of. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { recordAct } from "../audit/index.ts";
import type { Bus } from "../bus/bus.ts";
import type { Queue } from "../queue.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { Attempts } from "./attempts.ts";
import type { Challenges } from "./challenges.ts";
import type { Seal } from "./key.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Sessions } from "./sessions.ts";
import type { TotpStore } from "./totp.ts";
import type { Origin } from "./types.ts";

/** Of the accounts' passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Null takes as long as any other. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** The hash that it matches, which may be a new one that `replace` has stored. Null: it is wrong. */
  matchingHash(
    stored: string | null,
    password: string,
    replace: (former: string, fresh: string) => Promise<boolean>,
  ): Promise<string | null>;
  /** @throws AppError PasswordTooShort, PasswordTooCommon */
  check(password: string): void;
}
export interface StaffParts {
  db: Db;
  now: () => Date;
  passwords: Passwords;
  /** Few passwords at once: players' logins need the same threads. */
  hashing: Queue;
  skeletonOf: (name: string) => string;
  /** The house's name, as an authenticator app shows it. */
  issuer: () => string;
  publish: Bus["publish"];
  seal: Seal;
  sessions: Sessions;
  challenges: Challenges;
  attempts: Attempts;
  totp: TotpStore;
  passkeys: Passkeys;
}

interface Fact {
  act: string;
  staffId: number;
  name: string;
  before?: object;
  after?: object;
}
/** A row of the audit log for what a member does about themselves. */
export function recordOwnAct(
  trx: Trx,
  { act, staffId, name, before, after }: Fact,
  { address }: Origin,
): Promise<void> {
  return recordAct(trx, {
    by: name,
    via: "console",
    from: `staff ${staffId} from ${address}`,
    act,
    target: `staff ${staffId}`,
    before: before ?? null,
    after: after ?? null,
    why: null,
  });
}

/** To all processes, after the commit of a change of the member. @param ended those of the member's sessions that ended by it */
export function publishChange(
  { publish }: Pick<StaffParts, "publish">,
  staffId: number,
  ended: readonly number[],
): void {
  if (ended.length > 0) publish("staff.ended", { staffId, sessionIds: [...ended] });
  publish("staff.changed", { staffId });
}

/** Which second factors a member has. */
export async function factorsOf(
  on: Db | Trx,
  staffId: number,
): Promise<{ totp: boolean; passkeys: number; recoveryCodes: number }> {
  const row = await on
    .selectFrom("staff")
    .select((eb) => [
      "totp_secret",
      eb
        .selectFrom("staff_passkeys")
        .whereRef("staff_passkeys.staff_id", "=", "staff.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("passkeys"),
      eb
        .selectFrom("staff_codes")
        .whereRef("staff_codes.staff_id", "=", "staff.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("codes"),
    ])
    .where("id", "=", staffId)
    .executeTakeFirst();
  if (!row) throw new AppError(ErrorCode.NotFound);
  return {
    totp: row.totp_secret !== null,
    passkeys: row.passkeys ?? 0,
    recoveryCodes: row.codes ?? 0,
  };
}
