/**
 * The staff of the house: members with roles, their passwords and second factors, sessions, and the links with which they
 * begin. It knows nothing of players, money or machines.
 */
import type { Bus } from "../bus/bus.ts";
import { createFailureStore } from "../failureStore.ts";
import { STEP_CLOCK } from "../inSteps.ts";
import type { StepClock } from "../inSteps.ts";
import { createQueue } from "../queue.ts";
import type { Db } from "../storage/index.ts";
import { createAdministration, lockFirst, makeLink } from "./administration.ts";
import { createAttempts } from "./attempts.ts";
import { createChallenges } from "./challenges.ts";
import { createSeal } from "./key.ts";
import { renewSkeletons } from "./names.ts";
import { createOwn } from "./own.ts";
import type { Passwords, StaffParts } from "./parts.ts";
import { createPasskeys } from "./passkeys.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn, createStaffRefusals } from "./signIn.ts";
import { createTotpStore } from "./totp.ts";
import type { Staff } from "./types.ts";

export { StaffKeyError } from "./key.ts";
export type * from "./types.ts";

/** A refused sign-in is answered after a multiple of this time: longer than the check of a password takes. */
const REFUSAL_STEP_MS = 250;
const HASHED_AT_ONCE = { atOnce: 1, waiting: 32 };

export interface StaffOptions {
  db: Db;
  now?: () => Date;
  /** File of the key that encrypts secrets. */
  keyFile: string;
  passwords: Passwords;
  /** Confusable spellings of a name have the same one. */
  skeletonOf: (name: string) => string;
  issuer: () => string;
  publish: Bus["publish"];
  /** A series of wrong attempts has led to a block. @param facts never what was typed as a name: it may be a password */
  onBlocked: (facts: { ip?: string; name?: string }) => Promise<void>;
  refusalStepMs?: number;
  stepClock?: StepClock;
}

export function createStaff(options: StaffOptions): Staff {
  const { db, passwords, skeletonOf, issuer, publish } = options;
  const now = options.now ?? (() => new Date());
  const failures = createFailureStore(db, now);
  const sessions = createSessions(db, now);
  const challenges = createChallenges(now);
  async function blocked({ staffId, ip }: { staffId: number | null; ip: string | null }): Promise<void> {
    const id = staffId ?? 0;
    const member = await db.selectFrom("staff").select("name").where("id", "=", id).executeTakeFirst();
    await options.onBlocked({ ...(ip === null ? {} : { ip }), ...(member ? { name: member.name } : {}) });
  }
  const seal = createSeal(db, options.keyFile);
  const parts: StaffParts = {
    db,
    now,
    passwords,
    hashing: createQueue(HASHED_AT_ONCE),
    skeletonOf,
    issuer,
    publish,
    seal,
    sessions,
    challenges,
    attempts: createAttempts(failures, blocked),
    totp: createTotpStore(seal, now),
    passkeys: createPasskeys({ db, challenges, now }),
  };
  const refusals = createStaffRefusals(parts);
  return {
    ...createSignIn({
      ...parts,
      refusals,
      refusalStepMs: options.refusalStepMs ?? REFUSAL_STEP_MS,
      stepClock: options.stepClock ?? STEP_CLOCK,
    }),
    ...createOwn(parts),
    administration: createAdministration(parts),
    openKey: (shared) => seal.prepare(shared),
    firstManagerLink: () =>
      db.transaction().execute(async (trx) => ((await lockFirst(trx)) ? makeLink(trx, null, now()) : null)),
    renewSkeletons: () => renewSkeletons(db, skeletonOf),
    flush: () => refusals.flush(true),
  };
}
