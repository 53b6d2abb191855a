import { describe, expect, it, vi } from "vitest";
import { canonicalJson, digestOfGame, hashAfter, verifyGames } from "./gameRecord.ts";
import type { ChainLink, GameRecord, PlayedGame } from "./gameRecord.ts";

/** The example of docs/game-records.md: hashes that are in use must never come out differently. */
const EXAMPLE: GameRecord = {
  version: 1,
  session: "6d1c1a52-0f0e-4f4b-9d2a-6c8f5c1f7a10",
  machine: 3,
  number: 1207,
  free: false,
  bet: 200,
  win: 500,
  handPay: 0,
  startedAt: "2026-11-22T14:03:07.120Z",
  endedAt: "2026-11-22T14:03:09.481Z",
  meters: { coinIn: 241400, coinOut: 229950, handPaid: 0, credit: 38550 },
  outcome: { stops: [4, 11, 7], symbols: [["cherry", "bell", "seven"]], note: "Şans" },
};
const DIGEST = "a0ab46da7757fd1d912442c0d822d05e937649b93a9e808c9102efef0cdd09df";
const HASH = "a3ea331e7a6619619c67165e19c513f9aeb790a023a3f5d8c16f86f20ac413ab";

async function chain(count: number, from: GameRecord = EXAMPLE): Promise<PlayedGame[]> {
  const games: PlayedGame[] = [];
  for (let n = 1; n <= count; n += 1) {
    const record = { ...from, number: n };
    const previous = games.at(-1)?.hash ?? null;
    games.push({ record, hash: await hashAfter(previous ?? "", await digestOfGame(record)), previous });
  }
  return games.toReversed();
}
const headOf = (games: readonly PlayedGame[]) => ({
  number: games[0]?.record.number ?? 0,
  hash: games[0]?.hash ?? "",
});
const none = async (): Promise<ChainLink[]> => [];

describe("a record", () => {
  it("has one text, digest and hash, whatever the order of its members", async () => {
    expect(await digestOfGame(EXAMPLE)).toBe(DIGEST);
    expect(await hashAfter("", DIGEST)).toBe(HASH);
    const turned = Object.fromEntries(Object.entries(EXAMPLE).toReversed()) as GameRecord;
    expect(await digestOfGame(turned)).toBe(DIGEST);
  });

  it.each([
    [
      { b: 1, a: [true, null, 'ü\n"\\'], "": { z: 0.25, é: -0 } },
      '{"":{"z":0.25,"é":0},"a":[true,null,"ü\\n\\"\\\\"],"b":1}',
    ],
    // By UTF-16 code units, as RFC 8785 asks for: the emoji's first one is D83D.
    [{ "\ufb33": 1, "😀": 2, "€": 3 }, '{"€":3,"😀":2,"\ufb33":1}'],
    [{ gone: undefined, kept: [undefined] }, '{"kept":[null]}'],
    [1e21, "1e+21"],
    [null, "null"],
  ])("of %j is %s", (value, text) => expect(canonicalJson(value)).toBe(text));
});

describe("shown games", () => {
  it("fit, and name the head that is to be kept", async () => {
    const games = await chain(3);
    expect(await verifyGames(games, null, none)).toEqual({ state: "intact", head: headOf(games) });
    expect(await verifyGames(games, headOf(games), none)).toMatchObject({ state: "intact" });
    expect(await verifyGames(games.slice(0, 1), null, none)).toMatchObject({ state: "intact" });
  });

  it.each<[string, (game: PlayedGame) => PlayedGame | null]>([
    ["figures", (game) => ({ ...game, record: { ...game.record, win: 501 } })],
    ["an outcome", (game) => ({ ...game, record: { ...game.record, outcome: null } })],
    ["a hash", (game) => ({ ...game, hash: "f".repeat(64) })],
    ["a link", (game) => ({ ...game, previous: "f".repeat(64) })],
    ["a session", (game) => ({ ...game, record: { ...game.record, session: "another" } })],
    ["a missing hash", (game) => ({ ...game, hash: null })],
    ["a missing game", () => null],
  ])("do not fit after a change of %s", async (_, change) => {
    const games = (await chain(3)).flatMap((game) => (game.record.number === 2 ? (change(game) ?? []) : game));
    expect(await verifyGames(games, null, none)).toMatchObject({ state: "broken" });
  });

  it("say nothing without hashes, and miss what was kept", async () => {
    const games = (await chain(2)).map((game) => ({ ...game, hash: null, previous: null }));
    expect(await verifyGames(games, null, none)).toEqual({ state: "unhashed" });
    expect(await verifyGames([], null, none)).toEqual({ state: "unhashed" });
    const kept = { number: 2, hash: "a".repeat(64) };
    expect(await verifyGames(games, kept, none)).toEqual({ state: "broken", number: 2 });
    expect(await verifyGames([], kept, none)).toEqual({ state: "broken", number: 2 });
  });
});

/** What somebody does who can write the database: one game's figures changed, its hash removed, all after it made anew. */
async function forge(games: readonly PlayedGame[], from: number): Promise<PlayedGame[]> {
  const forged: PlayedGame[] = [];
  for (const game of games.toReversed()) {
    if (game.record.number < from) forged.push(game);
    else if (game.record.number === from) forged.push({ ...game, record: { ...game.record, win: 0 }, hash: null });
    else {
      const previous = forged.at(-1)?.hash ?? null;
      forged.push({ ...game, hash: await hashAfter(previous ?? "", await digestOfGame(game.record)), previous });
    }
  }
  return forged.toReversed();
}

describe("a game whose hash was removed", () => {
  it("does not fit after one that has a hash, though the games after it do", async () => {
    const games = await chain(6);
    const forged = await forge(games, 4);
    for (const kept of [null, headOf(games.slice(-2)), headOf(games.slice(-1))])
      expect(await verifyGames(forged, kept, none)).toEqual({ state: "broken", number: 4 });
  });

  it("does not fit after a kept head, though it is the oldest that is shown", async () => {
    const games = await chain(6);
    const shown = (await forge(games, 4)).slice(0, 3);
    const [third, second] = games.slice(3);
    const between = async (after: number) =>
      after < 3 && third ? [{ number: 3, digest: await digestOfGame(third.record) }] : [];
    expect(await verifyGames(shown, headOf(second ? [second] : []), between)).toEqual({ state: "broken", number: 4 });
    // Without one it may be a game from before there were hashes, and then nothing is known of it.
    expect(await verifyGames(shown, null, none)).toEqual({ state: "unhashed" });
  });
});

describe("a kept head", () => {
  it("is followed over games that are not shown, in as many answers as it takes", async () => {
    const all = await chain(9);
    const links = await Promise.all(
      all.toReversed().map(async ({ record }) => ({ number: record.number, digest: await digestOfGame(record) })),
    );
    const between = vi.fn(async (after: number, before: number) =>
      links.filter(({ number }) => number > after && number < before).slice(0, 2),
    );
    const [shown, kept] = [all.slice(0, 3), headOf(all.slice(-2))];
    expect(await verifyGames(shown, kept, between)).toMatchObject({ state: "intact" });
    expect(between.mock.calls).toEqual([
      [2, 7],
      [4, 7],
      [6, 7],
    ]);
    const broken = { state: "broken", number: 2 };
    expect(await verifyGames(shown, { ...kept, hash: "0".repeat(64) }, between)).toEqual(broken);
    expect(await verifyGames(shown, kept, none)).toEqual(broken);
    // A server that answers other numbers than it was asked for.
    expect(await verifyGames(shown, kept, async () => links)).toEqual(broken);
  });
});
