/** The last games of a session and their hash chain, over HTTP, from a real ledger, and what a changed database does to them. */
import { ErrorCode } from "@reelcast/contract";
import { verifyGames } from "@reelcast/contract/gameRecord";
import type { ChainHead, ChainLink, PlayedGame } from "@reelcast/contract/gameRecord";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { unguarded } from "../../history/testing.ts";
import type { Seat } from "../../history/testing.ts";
import { createWallet } from "../../wallet/index.ts";
import { openHistory } from "./testing/history.ts";

const house = await openHistory();
const { superuser, stage, ask, ago, codeOf } = house;
const wallet = createWallet({ db: superuser });
let ann: number;
let seat: Seat;
let played = 0;

async function play(at: Seat, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    played += 1;
    await wallet.recordGame(
      {
        machineId: at.machineId,
        playerId: at.playerId,
        sessionId: at.sessionId,
        gameNumber: played,
        free: false,
        bet: 100,
        win: 50,
        handPay: 0,
        startedAt: new Date(ago(4).getTime() + n * 5_000 + 123),
        endedAt: new Date(ago(4).getTime() + n * 5_000 + 3_456),
        meters: { coinIn: played * 100, coinOut: played * 50, handPaid: 0, credit: 50_000 - played * 50 },
        detail: { symbols: [["cherry"], ["ü", "10"]], stops: [n, 3], wins: [], drawn: 50, b: 1, a: null, share: 0.25 },
      },
      { machineId: at.machineId, epoch: 1 },
    );
  }
}
async function read(limit = 10): Promise<PlayedGame[]> {
  const answer = await ask(ann, "games", { session: seat.sessionId, limit: String(limit) });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ games: PlayedGame[] }>().games;
}
const linksBetween = async (after: number, before: number) => {
  const answer = await ask(ann, "games/links", {
    session: seat.sessionId,
    after: String(after),
    before: String(before),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ links: ChainLink[] }>().links;
};
const verify = async (kept: ChainHead | null = null, limit = 10) => verifyGames(await read(limit), kept, linksBetween);
const headOf = ([newest]: readonly PlayedGame[]): ChainHead => ({
  number: newest?.record.number ?? 0,
  hash: newest?.hash ?? "",
});
const tamper = (statement: string) => unguarded(superuser, (trx) => sql.raw(statement).execute(trx));

beforeEach(async () => {
  ({ ann } = await house.twoPlayers());
  await stage.adjust(ann, 100_000, "bank");
  const machine = await stage.machine("Lale Devri");
  seat = await stage.sit(ann, machine, ago(5), ago(3));
  await stage.cashIn(seat, 50_000);
  played = 0;
});
afterAll(() => house.close());

describe("the last games of a session", () => {
  it("are the newest ones with outcome, meters and hashes that fit", async () => {
    await play(seat, 12);
    const games = await read(100);
    // As many as the operator shows.
    expect(games.map(({ record }) => record.number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(games[0]).toMatchObject({
      record: {
        version: 1,
        session: seat.sessionId,
        machine: seat.machineId,
        bet: 100,
        win: 50,
        meters: { coinIn: 1_200, coinOut: 600, handPaid: 0, credit: 49_400 },
        outcome: { stops: [11, 3], symbols: [["cherry"], ["ü", "10"]] },
      },
      previous: games[1]?.hash,
    });
    expect(await verify()).toEqual({ state: "intact", head: headOf(games) });
    expect(await read(3)).toEqual(games.slice(0, 3));
  });

  it("are shown to their player alone, and a session of another one is like none", async () => {
    await play(seat, 1);
    const { bob } = await house.twoPlayers();
    for (const session of [seat.sessionId, "none", "'; drop table games; --"]) {
      expect(await codeOf(bob, "games", { session })).toEqual([404, ErrorCode.NotFound]);
      expect(await codeOf(bob, "games/links", { session, after: "0", before: "9" })).toEqual([404, ErrorCode.NotFound]);
    }
    for (const query of [{}, { session: "" }, { session: "x".repeat(41) }, { session: "s", limit: "0" }])
      expect(await codeOf(ann, "games", query)).toEqual([400, ErrorCode.InvalidRequest]);
  });

  it("from before there were hashes are shown without, and a chain begins after them", async () => {
    await stage.game(seat, (played += 1), { bet: 100 });
    expect(await read()).toMatchObject([{ hash: null, previous: null, record: { meters: null, outcome: null } }]);
    expect(await verify()).toEqual({ state: "unhashed" });
    await play(seat, 2);
    const [, first] = await read();
    expect(first?.previous).toBeNull();
    expect(await verify(null, 2)).toMatchObject({ state: "intact" });
    expect(await verify()).toEqual({ state: "unhashed" });
  });

  it("begin a chain in each session, also on the same machine", async () => {
    await play(seat, 2);
    const next = await stage.sit(ann, seat.machineId, ago(2), ago(1));
    await play(next, 1);
    seat = next;
    expect(await read()).toMatchObject([{ record: { number: 3 }, previous: null }]);
    expect(await verify()).toMatchObject({ state: "intact" });
  });
});

describe("a head that was kept", () => {
  it("is extended by later games, shown or not", async () => {
    await play(seat, 2);
    const kept = headOf(await read());
    expect(await verify(kept)).toMatchObject({ state: "intact", head: kept });
    await play(seat, 30);
    const { state, ...rest } = await verify(kept, 5);
    expect([state, rest]).toEqual(["intact", { head: headOf(await read()) }]);
    // From the game right before those that are shown.
    await play(seat, 5);
    expect(await verify(headOf(await read()), 5)).toMatchObject({ state: "intact" });
  });

  it("is extended over any number of games, whose digests come a hundred at a time", async () => {
    await play(seat, 1);
    const kept = headOf(await read());
    await play(seat, 230);
    const sizes: number[] = [];
    const verdict = await verifyGames(await read(5), kept, async (after, before) => {
      const links = await linksBetween(after, before);
      sizes.push(links.length);
      return links;
    });
    expect(verdict).toMatchObject({ state: "intact" });
    expect(sizes).toEqual([100, 100, 25, 0]);
  });

  it.each([
    ["another win", "update games set win = win + 1 where game_number = 4"],
    ["another outcome", `update games set detail = jsonb_set(detail, '{stops,0}', '9') where game_number = 4`],
    ["another meter", `update games set meters = jsonb_set(meters, '{coinIn}', '9') where game_number = 4`],
    ["a removed game", "delete from games where game_number = 4"],
  ])("is not extended by a chain with %s", async (_, statement) => {
    await play(seat, 20);
    const before = headOf(await read());
    const early = { ...(await headAt(2)) };
    expect(await verify(early, 5)).toMatchObject({ state: "intact" });
    await tamper(`${statement} and machine_id = ${seat.machineId}`);
    // Among the games that are not shown any more.
    expect(await verify(early, 5)).toEqual({ state: "broken", number: 2 });
    // The newest ones fit each other, and the head of then: that is all that is said of them.
    expect(await verify(before, 5)).toMatchObject({ state: "intact" });
  });

  it("is missed where the last games were removed", async () => {
    await play(seat, 5);
    const kept = headOf(await read());
    await tamper(`delete from games where game_number = 5 and machine_id = ${seat.machineId}`);
    expect(await verify()).toMatchObject({ state: "intact" });
    expect(await verify(kept)).toEqual({ state: "broken", number: 5 });
    await tamper(`delete from games where machine_id = ${seat.machineId}`);
    expect(await verify(kept)).toEqual({ state: "broken", number: 5 });
  });

  it("distinguishes a session that was written anew from the one that was seen", async () => {
    await play(seat, 3);
    const kept = headOf(await read());
    await tamper(`delete from games where machine_id = ${seat.machineId}`);
    await unguarded(superuser, (trx) =>
      sql`insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail, meters, hash)
        select ${seat.machineId}, n, ${ann}, ${seat.sessionId}, false, 100, 0, 0, now(), now(), '{}', null,
          sha256(n::text::bytea) from generate_series(1, 3) n`.execute(trx),
    );
    expect(await verify(kept)).toMatchObject({ state: "broken" });
  });
});

describe("shown games", () => {
  it.each([
    ["figures", "update games set bet = 1 where game_number = 4", 4],
    ["times", "update games set ended_at = ended_at + interval '1 ms' where game_number = 5", 5],
    ["a hash", "update games set hash = sha256('x') where game_number = 3", 3],
    ["a removed game", "delete from games where game_number = 4", 5],
  ])("do not fit after a change of %s", async (_, statement, number) => {
    await play(seat, 6);
    await tamper(`${statement} and machine_id = ${seat.machineId}`);
    expect(await verify()).toEqual({ state: "broken", number });
  });
});

/** The head as it was after that game. */
async function headAt(number: number): Promise<ChainHead> {
  const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from games
    where machine_id = ${seat.machineId} and game_number = ${number}`.execute(superuser);
  return { number, hash: rows[0]?.hash ?? "" };
}
