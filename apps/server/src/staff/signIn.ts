/** Signing in: password and second factor, passkey, one-time link. */
import { AppError, CodedError, ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { SignInAnswer } from "@reelcast/contract/console";
import { recordAct } from "../audit/index.ts";
import { inSteps } from "../inSteps.ts";
import type { StepClock } from "../inSteps.ts";
import { createRefusalLog } from "../refusalLog.ts";
import type { RefusalLog } from "../refusalLog.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";
import { insertMember, lockFirst } from "./administration.ts";
import { memberNamed, staffName } from "./names.ts";
import { factorsOf, publishChange, recordOwnAct } from "./parts.ts";
import type { StaffParts } from "./parts.ts";
import { passkeyRefused } from "./passkeys.ts";
import { tokenInvalid } from "./sessions.ts";
import { createTickets } from "./tickets.ts";
import { codeNotAccepted } from "./totp.ts";
import type { Begun, Origin, StaffSignIn } from "./types.ts";

const MOST_CODES = 5;
const SIGN_IN = "staff.sign-in";
const RECOVERY = "password and recovery code";

const CODES: Readonly<Record<string, number>> = { ...ErrorCode, ...ConsoleErrorCode };
/** Of the error's code: "WrongCredentials". */
const nameOf = ({ code }: CodedError): string =>
  Object.keys(CODES).find((name) => CODES[name] === code) ?? String(code);

interface Refused {
  ip: string;
  staffId: number | null;
  reason: string;
}
export const createStaffRefusals = ({ db, now }: Pick<StaffParts, "db" | "now">): RefusalLog<Refused> =>
  createRefusalLog<Refused>({
    write: ({ ip, staffId, reason }) =>
      recordAct(db, {
        by: "unknown",
        via: "console",
        from: ip,
        act: SIGN_IN,
        target: staffId === null ? null : `staff ${staffId}`,
        before: null,
        after: { outcome: "refused", because: reason },
        why: null,
      }),
    more: (ip, reason) => ({ ip, staffId: null, reason }),
    now,
  });

interface SignInParts extends StaffParts {
  refusals: RefusalLog<Refused>;
  /** Milliseconds; see `inSteps`. */
  refusalStepMs: number;
  stepClock: StepClock;
}

/** Records a refusal, and delays it so that its time says nothing. */
async function refusing<T>(
  { refusals, refusalStepMs, stepClock }: SignInParts,
  { address }: Origin,
  work: (about: { staffId: number | null }) => Promise<T>,
): Promise<T> {
  const about = { staffId: null as number | null };
  return inSteps(refusalStepMs, stepClock, async () => {
    try {
      return await work(about);
    } catch (error) {
      if (error instanceof CodedError)
        await refusals.note({ ip: address, staffId: about.staffId, reason: nameOf(error) });
      throw error;
    }
  });
}

interface Found {
  id: number;
  name: string;
  password_hash: string | null;
}

/** Begins a session of a member who is still the same: neither disabled nor with another password. Null: not any more. */
function beginSession(
  parts: SignInParts,
  member: { id: number; password?: string },
  how: { by: string; secondFactor: boolean; challenge?: (trx: Trx) => Promise<boolean> },
  from: Origin,
): Promise<Begun | null> {
  return parts.db
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom("staff")
        .select("name")
        .where("id", "=", member.id)
        .where("disabled_at", "is", null)
        .$if(member.password !== undefined, (query) => query.where("password_hash", "=", member.password ?? ""))
        .forShare()
        .executeTakeFirst();
      if (!row || (how.challenge && !(await how.challenge(trx)))) return null;
      const begun = await parts.sessions.begin(trx, member.id, how.secondFactor, from);
      const after = { by: how.by, secondFactor: how.secondFactor };
      await recordOwnAct(trx, { act: SIGN_IN, staffId: member.id, name: row.name, after }, from);
      return begun;
    })
    .then((begun) => {
      if (begun) publishChange(parts, member.id, begun.ended);
      return begun;
    });
}

/** Resolves with whether the member still had the former hash. */
async function replaceHash(db: Db, id: number, former: string, fresh: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("staff")
    .set({ password_hash: fresh })
    .where("id", "=", id)
    .where("password_hash", "=", former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function createPasswordSignIn(parts: SignInParts): StaffSignIn["signIn"] {
  const { db, hashing, passwords, skeletonOf, sessions, challenges, attempts } = parts;
  async function accepted({ id, password_hash }: Found, from: Origin): Promise<SignInAnswer | null> {
    const { totp, passkeys, recoveryCodes } = await factorsOf(db, id);
    if (totp || passkeys > 0) {
      // With the hash of this password: once another one is chosen, the second step is not accepted any more.
      const content = password_hash ?? "";
      const token = await challenges.make(db, { purpose: "second factor", staffId: id, content });
      const methods = [
        ...(totp ? (["totp"] as const) : []),
        ...(recoveryCodes > 0 ? (["recoveryCode"] as const) : []),
        ...(passkeys > 0 ? (["passkey"] as const) : []),
      ];
      return { step: "secondFactor", token, methods };
    }
    const begun = await beginSession(
      parts,
      { id, password: password_hash ?? "" },
      { by: "password", secondFactor: false },
      from,
    );
    return begun && { step: "done", token: begun.token, expiresAt: begun.expiresAt };
  }
  return ({ name, password }, from) =>
    refusing(parts, from, async (about) => {
      const named = await memberNamed(db, name, skeletonOf);
      const found = named?.disabled_at === null ? named : undefined;
      about.staffId = found?.id ?? null;
      return attempts.password(
        {
          // Of all spellings one: wrong passwords of a member count together.
          skeleton: named?.skeleton ?? skeletonOf(name),
          address: from.address,
          staffId: found?.id ?? null,
          // Asked for a name that nobody has, too, so that it takes as long.
          isKnown: () => sessions.isKnown(found?.id ?? 0, from.address),
        },
        async () => {
          const matching = await hashing.run("", () =>
            passwords.matchingHash(found?.password_hash ?? null, password, (former, fresh) =>
              replaceHash(db, found?.id ?? 0, former, fresh),
            ),
          );
          return matching !== null && found ? accepted({ ...found, password_hash: matching }, from) : null;
        },
      );
    });
}

function createSecondStep(parts: SignInParts): StaffSignIn["secondFactor"] {
  const { db, sessions, challenges, attempts, totp } = parts;
  return ({ token, code }, from) =>
    refusing(parts, from, async (about) => {
      const found = await challenges.find(db, token, "second factor");
      const id = found?.staffId ?? null;
      if (id === null) throw tokenInvalid("expired");
      about.staffId = id;
      const isKnown = () => sessions.isKnown(id, from.address);
      const by = await attempts.code({ staffId: id, address: from.address, isKnown }, codeNotAccepted, async () => {
        if (await totp.accept(db, id, code)) return "password and code";
        if (await totp.isRecovery(db, id, code)) return RECOVERY;
        await challenges.failed(db, token, MOST_CODES);
        return null;
      });
      const challenge = async (trx: Trx) =>
        (await challenges.consume(trx, token, "second factor")) !== null &&
        // Used up only by a session that begins.
        (by !== RECOVERY || (await totp.acceptRecovery(trx, id, code)));
      const password = found?.content ?? "";
      const begun = await beginSession(parts, { id, password }, { by, secondFactor: true, challenge }, from);
      if (!begun) throw tokenInvalid("expired");
      return begun;
    });
}

function createLinks(parts: SignInParts): Pick<StaffSignIn, "link" | "openLink"> {
  const { db, now, passwords, hashing, skeletonOf, sessions } = parts;
  const invalid = () => new AppError(ErrorCode.SignInLinkInvalid);
  async function look(token: string) {
    const row = await db
      .selectFrom("staff_links")
      .leftJoin("staff", "staff.id", "staff_links.staff_id")
      .select(["staff_id", "expires_at", "name"])
      .where("digest", "=", secretDigest(token))
      .where("expires_at", ">", now())
      .executeTakeFirst();
    if (!row) throw invalid();
    return row;
  }
  return {
    async link(token) {
      const { staff_id, expires_at, name } = await look(token);
      return { purpose: staff_id === null ? "first" : "password", name, expiresAt: expires_at.toISOString() };
    },
    openLink: ({ token, name: chosen, password }, from) =>
      refusing(parts, from, async (about) => {
        const { staff_id } = await look(token);
        about.staffId = staff_id;
        const named = staff_id === null ? staffName(chosen ?? "", skeletonOf) : null;
        passwords.check(password);
        const password_hash = await hashing.run("", () => passwords.hash(password));
        const begun = await db.transaction().execute(async (trx) => {
          // Before the link's row, as `firstManagerLink` does: they would wait for each other otherwise.
          if (named && !(await lockFirst(trx))) throw invalid();
          const used = await trx
            .deleteFrom("staff_links")
            .where("digest", "=", secretDigest(token))
            .where("expires_at", ">", now())
            .executeTakeFirst();
          if (used.numDeletedRows === 0n) throw invalid();
          const member = named
            ? {
                id: await insertMember(trx, { ...named, roles: ["manager"], password_hash }, now()),
                name: named.name,
              }
            : await trx
                .updateTable("staff")
                .set({ password_hash })
                .where("id", "=", staff_id)
                .where("disabled_at", "is", null)
                .returning(["id", "name"])
                .executeTakeFirst();
          if (!member) throw invalid();
          const session = await sessions.begin(trx, member.id, false, from);
          const after = named ? { name: member.name, roles: ["manager"] } : { name: member.name };
          await recordOwnAct(trx, { act: "staff.link", staffId: member.id, name: member.name, after }, from);
          return session;
        });
        publishChange(parts, begun.staffId, begun.ended);
        return begun;
      }),
  };
}

export function createSignIn(parts: SignInParts): StaffSignIn {
  const { sessions, passkeys } = parts;
  return {
    signIn: createPasswordSignIn(parts),
    secondFactor: createSecondStep(parts),
    passkeySignInOptions: (site) => passkeys.beginSignIn(site),
    passkeySignIn: (request, site, from) =>
      refusing(parts, from, async (about) => {
        const { staffId: id, passkeyId } = await passkeys.accept(request, site);
        about.staffId = id;
        // A reset may have taken it meanwhile.
        const challenge = (trx: Trx) => passkeys.exists(trx, passkeyId);
        const begun = await beginSession(parts, { id }, { by: "passkey", secondFactor: true, challenge }, from);
        if (!begun) throw passkeyRefused();
        return begun;
      }),
    ...createLinks(parts),
    check: (token) => sessions.check(token),
    used: ({ sessionId }) => sessions.used(sessionId),
    membersOf: (ids) => sessions.membersOf(ids),
    ...createTickets(parts),
  };
}
