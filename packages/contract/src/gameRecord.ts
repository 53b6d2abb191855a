/**
 * The record of a game and the hash chain of a session's games: how their texts are made and checked. Used by the server, which
 * writes the hashes, and by the app, which checks them again. docs/game-records.md describes both for others.
 */
import * as z from "zod/mini";
import { Id, Money, Timestamp } from "./entities.ts";

/** What is hashed of a game. `outcome`: as the machine reports it, plain JSON; null if it can't. */
export const GameRecord = z.object({
  version: z.literal(1),
  session: z.string(),
  machine: Id,
  number: z.int(),
  free: z.boolean(),
  bet: Money,
  win: Money,
  handPay: Money,
  startedAt: Timestamp,
  endedAt: Timestamp,
  /** The machine's meters after the game; null if it does not report them. */
  meters: z.nullable(z.object({ coinIn: Money, coinOut: Money, handPaid: Money, credit: Money })),
  outcome: z.unknown(),
});
export type GameRecord = z.infer<typeof GameRecord>;

/** What the built-in machines report of a game, as far as the app shows it. */
export const GameOutcome = z.object({
  symbols: z.optional(z.array(z.array(z.string())).check(z.maxLength(10))),
  lines: z.optional(z.int()),
  betPerLine: z.optional(Money),
  wins: z.optional(
    z.array(z.object({ line: z.int(), count: z.int(), amount: Money, rows: z._default(z.array(z.int()), []) })),
  ),
  drawn: z.optional(Money),
  gambled: z.optional(z.array(z.enum(["red", "black"]))),
});
export type GameOutcome = z.infer<typeof GameOutcome>;

export const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A game of a session. `previous`: hash of the game before it; null for the first one of the chain. */
export const PlayedGame = z.object({
  record: GameRecord,
  /** null: recorded by a version without hashes. */
  hash: z.nullable(Hash),
  previous: z.nullable(Hash),
});
export type PlayedGame = z.infer<typeof PlayedGame>;

/**
 * JSON in one form only: keys in the order of their UTF-16 code units, no spaces (RFC 8785; its numbers and strings are
 * those of JSON.stringify). Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** The text whose SHA-256 is the digest of a game. */
export const textOfGame = (record: GameRecord): string => canonicalJson(record);
/** The text whose SHA-256 is the hash of a game. @param previous hash of the game before; empty for the first one */
export const textOfLink = (previous: string, digest: string): string => `${previous}\n${digest}`;

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
export const digestOfGame = (record: GameRecord): Promise<string> => sha256(textOfGame(record));
export const hashAfter = (previous: string, digest: string): Promise<string> => sha256(textOfLink(previous, digest));

/** A place in a session's chain. */
export interface ChainHead {
  number: number;
  hash: string;
}
/** A game of the chain without its contents: of games between those that are shown. */
export interface ChainLink {
  number: number;
  digest: string;
}

/**
 * `intact`: every shown game has a hash that fits its record and the game before, and the chain extends `kept`. `head`: of the
 * newest game. `broken`: `number` is the first game that does not fit, or the kept one if it is missing. `unhashed`: what has a
 * hash fits, but a shown game has none.
 */
export type ChainVerdict =
  | { state: "intact"; head: ChainHead }
  | { state: "broken"; number: number }
  | { state: "unhashed" };

/** Whether shown games fit their hashes and each other. @param games oldest first @returns the number of the first that does not fit */
async function firstMisfit(games: readonly PlayedGame[]): Promise<number | null> {
  let before: PlayedGame | null = null;
  for (const game of games) {
    const { record, hash, previous } = game;
    if (before && record.number <= before.record.number) return record.number;
    if (before && previous !== before.hash) return record.number;
    if (before && record.session !== before.record.session) return record.number;
    // Once there is a chain, every game is in it.
    if (before && before.hash !== null && hash === null) return record.number;
    if (hash !== null && hash !== (await hashAfter(previous ?? "", await digestOfGame(record)))) return record.number;
    before = game;
  }
  return null;
}

/** Whether the chain of the shown games extends a head from before them. */
async function extendsHead(
  kept: ChainHead,
  oldest: PlayedGame,
  linksBetween: (after: number, before: number) => Promise<readonly ChainLink[]>,
): Promise<boolean> {
  let head = kept;
  for (;;) {
    const links = await linksBetween(head.number, oldest.record.number);
    for (const { number, digest } of links) {
      if (number <= head.number || number >= oldest.record.number) return false;
      head = { number, hash: await hashAfter(head.hash, digest) };
    }
    if (links.length === 0) return head.hash === oldest.previous;
  }
}

/**
 * Checks the shown games of a session.
 * @param games newest first, as they are answered
 * @param kept the head that was seen last; null: none
 * @param linksBetween digests of the games between two numbers, oldest first; empty once there are no more
 */
export async function verifyGames(
  games: readonly PlayedGame[],
  kept: ChainHead | null,
  linksBetween: (after: number, before: number) => Promise<readonly ChainLink[]>,
): Promise<ChainVerdict> {
  const rising = games.toReversed();
  const [oldest, newest] = [rising[0], rising.at(-1)];
  if (!oldest || !newest) return kept ? { state: "broken", number: kept.number } : { state: "unhashed" };
  const misfit = await firstMisfit(rising);
  if (misfit !== null) return { state: "broken", number: misfit };
  if (kept) {
    const isKept =
      kept.number < oldest.record.number
        ? await extendsHead(kept, oldest, linksBetween)
        : games.some(({ record, hash }) => record.number === kept.number && hash === kept.hash);
    if (!isKept) return { state: "broken", number: kept.number };
    const bare = rising.find(({ record, hash }) => record.number > kept.number && hash === null);
    if (bare) return { state: "broken", number: bare.record.number };
  }
  return newest.hash === null || oldest.hash === null
    ? { state: "unhashed" }
    : { state: "intact", head: { number: newest.record.number, hash: newest.hash } };
}
