/** What members do about themselves: sessions, password, second factors. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { factorsOf, publishChange, recordOwnAct } from "./parts.ts";
import type { StaffParts } from "./parts.ts";
import { IDLE_MS, endOf, needsSecondFactor, tokenInvalid } from "./sessions.ts";
import { codeNotAccepted, newTotp, stepOf } from "./totp.ts";
import type { Begun, Member, Origin, StaffOwn } from "./types.ts";
import type { Trx } from "../storage/index.ts";

/** Owner of a secret that is being set up, for the encryption. */
const PENDING = "being set up";

interface OwnChange {
  act: string;
  after?: object;
  /** The session goes on under another token, with or without the second factor. */
  secondFactor: boolean;
  endOthers: boolean;
}

/** Changes something of the member, and gives the session a new token, in one transaction. */
async function changeAndReplace(
  parts: StaffParts,
  member: Member,
  { act, after, secondFactor, endOthers }: OwnChange,
  from: Origin,
  work: (trx: Trx) => Promise<void>,
): Promise<Begun> {
  const { db, sessions } = parts;
  const { begun, ended } = await db.transaction().execute(async (trx) => {
    await work(trx);
    const others = endOthers ? await sessions.end(trx, member.id, { except: member.sessionId }) : [];
    const session = await sessions.replace(trx, member, secondFactor, from);
    await recordOwnAct(trx, { act, staffId: member.id, name: member.name, ...(after ? { after } : {}) }, from);
    return { begun: session, ended: [...others, member.sessionId, ...session.ended] };
  });
  publishChange(parts, member.id, ended);
  return begun;
}

/** @throws ConsoleError SecondFactorRequired in a session without it */
function mustHaveFactor({ secondFactor }: Pick<Member, "secondFactor">): void {
  if (!secondFactor) throw new ConsoleError(ConsoleErrorCode.SecondFactorRequired);
}

/**
 * Before a factor is set up: if it is the first one, earlier recovery codes are void. They would lead around it for anybody who
 * made them, or kept them, while the password was enough.
 */
async function endEarlierCodes({ totp }: StaffParts, trx: Trx, staffId: number): Promise<void> {
  const { totp: app, passkeys } = await factorsOf(trx, staffId);
  if (!app && passkeys === 0) await totp.endRecovery(trx, staffId);
}

/** Who has a second factor changes one only in a session that has it. @throws AppError SecondFactorRequired */
async function mustHoldFactor({ db }: StaffParts, { id, secondFactor }: Member): Promise<void> {
  if (secondFactor) return;
  const { totp, passkeys } = await factorsOf(db, id);
  if (totp || passkeys > 0) throw new ConsoleError(ConsoleErrorCode.SecondFactorRequired);
}

/** Does `work` if the password is right. @throws AppError WrongOldPassword, AccountProtected, and what `work` throws */
async function withPassword<T>(
  { db, attempts, hashing, passwords }: StaffParts,
  { id }: Member,
  password: string,
  work: (hash: string) => Promise<T>,
): Promise<T> {
  const { hash } = await attempts.ofMember(
    "password",
    id,
    () => new AppError(ErrorCode.WrongOldPassword),
    async () => {
      const row = await db.selectFrom("staff").select("password_hash").where("id", "=", id).executeTakeFirst();
      const stored = row?.password_hash ?? null;
      const matches = await hashing.run("", () => passwords.verify(stored, password));
      return matches && stored !== null ? { hash: stored } : null;
    },
  );
  return work(hash);
}

/** Nothing is said of the factors of a member whose session is open in a hall. */
const NO_FACTORS = { totp: false, passkeys: 0, recoveryCodes: 0 };

/** A session of the wall takes the place of the member's own, which is then out of reach on that screen. */
const createStartWall =
  (parts: StaffParts): StaffOwn["startWall"] =>
  async (member, from) => {
    const begun = await parts.db.transaction().execute(async (trx) => {
      const session = await parts.sessions.startWall(trx, member, from);
      const after = { until: session.expiresAt };
      await recordOwnAct(trx, { act: "staff.wall", staffId: member.id, name: member.name, after }, from);
      return session;
    });
    publishChange(parts, member.id, [member.sessionId, ...begun.ended]);
    return begun;
  };

function sessionCalls(
  parts: StaffParts,
): Pick<StaffOwn, "me" | "signOut" | "sessions" | "endSession" | "endOtherSessions"> {
  const { db, sessions } = parts;
  /** Resolves with the number of those that have ended. */
  async function end(member: Member, which: { only?: number; except?: number }, act: string, from: Origin) {
    const ended = await db.transaction().execute(async (trx) => {
      const ids = await sessions.end(trx, member.id, which);
      if (ids.length > 0)
        await recordOwnAct(trx, { act, staffId: member.id, name: member.name, after: { ended: ids.length } }, from);
      return ids;
    });
    if (ended.length === 0) return 0;
    publishChange(parts, member.id, ended);
    return ended.length;
  }
  return {
    async me({ id, name, roles, permissions, secondFactor, wall, expiresAt }) {
      const factors = wall
        ? { needed: false, ...NO_FACTORS }
        : { needed: needsSecondFactor(roles), ...(await factorsOf(db, id)) };
      return {
        id,
        name,
        roles: [...roles],
        permissions: [...permissions],
        wall,
        secondFactor: { active: secondFactor, ...factors },
        expiresAt: new Date(expiresAt * 1_000).toISOString(),
        idleSeconds: wall ? null : IDLE_MS / 1_000,
      };
    },
    async signOut(member, from) {
      await end(member, { only: member.sessionId }, "staff.sign-out", from);
    },
    async sessions({ id, sessionId }) {
      return (await sessions.open(db, id)).map((row) => ({
        id: row.id,
        address: row.address,
        agent: row.agent,
        secondFactor: row.second_factor,
        wall: row.wall,
        startedAt: row.started_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        expiresAt: new Date(endOf(row)).toISOString(),
        own: row.id === sessionId,
      }));
    },
    async endSession(member, sessionId, from) {
      if ((await end(member, { only: sessionId }, "staff.session.end", from)) === 0)
        throw new AppError(ErrorCode.NotFound);
    },
    endOtherSessions: (member, from) => end(member, { except: member.sessionId }, "staff.session.end", from),
  };
}

function factorCalls(parts: StaffParts): Pick<StaffOwn, "beginTotp" | "confirmTotp" | "newRecoveryCodes"> {
  const { db, now, sessions, challenges, attempts, seal, totp, issuer } = parts;
  return {
    async beginTotp(member, password) {
      await mustHoldFactor(parts, member);
      return withPassword(parts, member, password, async () => {
        const { secret, base32, uri } = newTotp(issuer(), member.name);
        const content = await seal.seal(db, secret, PENDING);
        const challenge = await challenges.make(db, {
          purpose: "totp",
          staffId: member.id,
          sessionId: member.sessionId,
          content,
        });
        return { challenge, secret: base32, uri };
      });
    },
    async confirmTotp(member, { challenge, code }, from) {
      await mustHoldFactor(parts, member);
      const { secret, step } = await attempts.ofMember("totp", member.id, codeNotAccepted, async () => {
        const found = await challenges.find(db, challenge, "totp", member.sessionId);
        if (!found?.content) return null;
        const pending = await seal.open(found.content, PENDING);
        const right = stepOf(pending, code, now().getTime());
        return right === null ? null : { secret: pending, step: right };
      });
      const change = { act: "staff.totp", after: { secondFactor: true }, secondFactor: true, endOthers: true };
      return changeAndReplace(parts, member, change, from, async (trx) => {
        if (!(await challenges.consume(trx, challenge, "totp", member.sessionId))) throw codeNotAccepted();
        await endEarlierCodes(parts, trx, member.id);
        await totp.set(trx, member.id, secret, step);
      });
    },
    async newRecoveryCodes(member, password, from) {
      mustHaveFactor(member);
      return withPassword(parts, member, password, async () => {
        const codes = await db.transaction().execute(async (trx) => {
          const made = await totp.renewRecovery(trx, member.id);
          // It may be gone by now: the last passkey was removed, or a reset has ended the session.
          mustHaveFactor({ secondFactor: await sessions.hasFactor(trx, member.sessionId) });
          await recordOwnAct(
            trx,
            { act: "staff.recovery-codes", staffId: member.id, name: member.name, after: { made: made.length } },
            from,
          );
          return made;
        });
        return codes;
      });
    },
  };
}

function passkeyCalls(parts: StaffParts): Pick<StaffOwn, "passkeys" | "beginPasskey" | "addPasskey" | "removePasskey"> {
  const { db, sessions, passkeys, issuer } = parts;
  return {
    passkeys: ({ id }) => passkeys.of(db, id),
    async beginPasskey(member, password, site) {
      await mustHoldFactor(parts, member);
      return withPassword(parts, member, password, () => passkeys.beginAdding(member, site, issuer()));
    },
    async addPasskey(member, { challenge, name, response }, site, from) {
      await mustHoldFactor(parts, member);
      const passkey = await passkeys.verifyNew(member, { challenge, response }, site);
      const change = {
        act: "staff.passkey.add",
        after: { passkey: name },
        secondFactor: true,
        endOthers: !member.secondFactor,
      };
      return changeAndReplace(parts, member, change, from, async (trx) => {
        await endEarlierCodes(parts, trx, member.id);
        await passkeys.insert(trx, member.id, name, passkey);
      });
    },
    async removePasskey(member, { id, password }, from) {
      await mustHoldFactor(parts, member);
      // It is removed because it is lost or not trusted: whatever else it may have begun ends with it.
      const ended = await withPassword(parts, member, password, () =>
        db.transaction().execute(async (trx) => {
          const name = await passkeys.remove(trx, member.id, id);
          const others = await sessions.end(trx, member.id, { except: member.sessionId });
          const left = await factorsOf(trx, member.id);
          if (!left.totp && left.passkeys === 0) await sessions.dropSecondFactor(trx, member.sessionId);
          const before = { passkey: name };
          const after = { ended: others.length };
          await recordOwnAct(
            trx,
            { act: "staff.passkey.remove", staffId: member.id, name: member.name, before, after },
            from,
          );
          return others;
        }),
      );
      publishChange(parts, member.id, ended);
    },
  };
}

export function createOwn(parts: StaffParts): StaffOwn {
  const { passwords, hashing } = parts;
  return {
    ...sessionCalls(parts),
    startWall: createStartWall(parts),
    ...factorCalls(parts),
    ...passkeyCalls(parts),
    changePassword: (member, { password, newPassword }, from) =>
      withPassword(parts, member, password, async (stored) => {
        passwords.check(newPassword);
        const hash = await hashing.run("", () => passwords.hash(newPassword));
        const change = { act: "staff.password", secondFactor: member.secondFactor, endOthers: true };
        return changeAndReplace(parts, member, change, from, async (trx) => {
          const changed = await trx
            .updateTable("staff")
            .set({ password_hash: hash })
            .where("id", "=", member.id)
            .where("password_hash", "=", stored)
            .executeTakeFirst();
          // Another session, or a reset, has changed it meanwhile.
          if (changed.numUpdatedRows === 0n) throw tokenInvalid("invalid");
        });
      }),
  };
}
