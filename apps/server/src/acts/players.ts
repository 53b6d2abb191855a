/** What people of the house do with accounts of players. Money is in playerMoney.ts. */
import { randomBytes } from "node:crypto";
import { LIMIT_KINDS, LIMIT_PERIODS } from "@reelcast/contract";
import * as z from "zod/mini";
import type { Trx } from "../storage/index.ts";
import { addNote } from "../notes/index.ts";
import { defineAct } from "./act.ts";
import { PlayerParams, playerTarget, visibleText } from "./params.ts";
import { playerOf } from "./playerOf.ts";

const MAX_PASSWORD = 200;
const MAX_NOTE = 2_000;
const MAX_LIMIT = 1_000_000_000_000;

/** The player can't log in any more; all logins end, and an open session is paid out. */
const ban = defineAct({
  name: "player.ban",
  permission: "player.ban",
  why: "required",
  params: PlayerParams,
  target: playerTarget,
  async change(parts, _, { playerId }) {
    const { username, bannedAt } = await playerOf(parts, playerId);
    await parts.accounts.ban(playerId);
    const { bannedAt: since } = await playerOf(parts, playerId);
    return {
      target: playerTarget({ playerId }),
      before: { username, bannedSince: bannedAt },
      after: { username, bannedSince: since },
      result: { bannedSince: since },
    };
  },
});

/** Lifts a ban, and a block after wrong logins. */
const unban = defineAct({
  name: "player.unban",
  permission: "player.ban",
  why: "required",
  params: PlayerParams,
  target: playerTarget,
  async change(parts, _, { playerId }) {
    const { username, bannedAt } = await playerOf(parts, playerId);
    await parts.accounts.unban(playerId);
    return {
      target: playerTarget({ playerId }),
      before: { username, bannedSince: bannedAt },
      after: { username, bannedSince: null },
      result: {},
    };
  },
});

/** Ends all logins of a player, who may log in again. An open session is held as after a lost connection. */
const endLogins = defineAct({
  name: "player.logout",
  permission: "player.access",
  why: "required",
  params: PlayerParams,
  target: playerTarget,
  async change(parts, _, { playerId }) {
    const { username } = await playerOf(parts, playerId);
    const ended = await parts.accounts.endAllLogins(playerId);
    return {
      target: playerTarget({ playerId }),
      before: { username, logins: ended },
      after: { username, logins: 0 },
      result: { ended },
    };
  },
});

/** The PIN becomes the default one, which the player replaces after the next login. All logins end: see `resetPin`. */
const resetPin = defineAct({
  name: "player.pin",
  permission: "player.access",
  why: "required",
  params: PlayerParams,
  target: playerTarget,
  prepare: ({ accounts }) => accounts.prepareDefaultPin(),
  async change(parts, _, { playerId }, prepared) {
    const { username } = await playerOf(parts, playerId);
    await parts.accounts.resetPin(playerId, prepared);
    return { target: playerTarget({ playerId }), before: null, after: { username, pinReset: true }, result: {} };
  },
});

/** Sets a new password; all logins end. Without one, it is generated and answered, once. */
const resetPassword = defineAct({
  name: "player.password",
  permission: "player.access",
  why: "required",
  params: z.extend(PlayerParams, { password: z.exactOptional(z.string().check(z.maxLength(MAX_PASSWORD))) }),
  target: playerTarget,
  async prepare({ accounts }, { password: given }) {
    const password = given ?? randomBytes(9).toString("base64url");
    return { generated: given === undefined ? password : null, prepared: await accounts.prepareNewPassword(password) };
  },
  async change(parts, _, { playerId }, { generated, prepared }) {
    const { username } = await playerOf(parts, playerId);
    await parts.accounts.setPassword(playerId, prepared);
    return {
      target: playerTarget({ playerId }),
      before: null,
      after: { username, passwordSet: true },
      result: { generated },
    };
  },
});

/** Sets a limit as the player does: tighter at once; looser or none once the player confirms it, after 24 hours. */
const setLimit = defineAct({
  name: "player.limit",
  permission: "player.protect",
  why: "required",
  params: z.extend(PlayerParams, {
    kind: z.enum(LIMIT_KINDS),
    period: z.enum(LIMIT_PERIODS),
    /** Minor units, minutes for a limit of time; null: none. */
    value: z.nullable(z.int().check(z.positive(), z.maximum(MAX_LIMIT))),
  }),
  target: playerTarget,
  async change({ accounts, protection }, _, { playerId, kind, period, value }) {
    const { username } = await playerOf({ accounts }, playerId);
    const limitOf = ({ limits }: Awaited<ReturnType<typeof protection.of>>) => {
      const found = limits.find((limit) => limit.kind === kind && limit.period === period);
      return { value: found?.value ?? null, pending: found?.pending ?? null };
    };
    const before = limitOf(await protection.of(playerId));
    const after = limitOf(await protection.setLimit(playerId, { kind, period, value }, null));
    return {
      target: playerTarget({ playerId }),
      before: { username, kind, period, ...before },
      after: { username, kind, period, ...after },
      result: after,
    };
  },
});

/** A break on request of the player, in days; it can't be shortened. */
const takeBreak = defineAct({
  name: "player.break",
  permission: "player.protect",
  why: "required",
  params: z.extend(PlayerParams, { days: z.int().check(z.minimum(1), z.maximum(42)) }),
  target: playerTarget,
  async change({ accounts, protection }, _, { playerId, days }) {
    const { username } = await playerOf({ accounts }, playerId);
    const { breakUntil: before } = await protection.of(playerId);
    const { breakUntil } = await protection.takeBreak(playerId, days, null);
    return {
      target: playerTarget({ playerId }),
      before: { username, breakUntil: before },
      after: { username, breakUntil },
      result: { breakUntil },
    };
  },
});

/** A self-exclusion on request of the player, in months; it can't be shortened. */
const exclude = defineAct({
  name: "player.exclude",
  permission: "player.protect",
  why: "required",
  params: z.extend(PlayerParams, { months: z.int().check(z.minimum(6), z.maximum(120)) }),
  target: playerTarget,
  async change({ accounts, protection }, _, { playerId, months }) {
    const { username } = await playerOf({ accounts }, playerId);
    const { exclusionUntil: before } = await protection.of(playerId);
    const { exclusionUntil } = await protection.selfExclude(playerId, months, null);
    return {
      target: playerTarget({ playerId }),
      before: { username, exclusionUntil: before },
      after: { username, exclusionUntil },
      result: { exclusionUntil },
    };
  },
});

/** Adds a note about a player, for the house alone. */
const note = defineAct({
  name: "player.note",
  permission: "player.note",
  why: "optional",
  params: z.extend(PlayerParams, { text: visibleText(MAX_NOTE, { lines: true }) }),
  target: playerTarget,
  async change(parts, { by }, { playerId, text }) {
    await playerOf(parts, playerId);
    const noteId = await addNote(parts.storage.db as Trx, { playerId, by, text });
    // The text itself is in the notes, not in the audit log.
    return {
      target: playerTarget({ playerId }),
      before: null,
      after: { note: noteId, characters: text.length },
      result: { noteId },
    };
  },
});

export const playerActs = {
  ban,
  unban,
  endLogins,
  resetPin,
  resetPassword,
  setLimit,
  takeBreak,
  exclude,
  note,
} as const;
