/** The record of a game as evidence: what was played, its postings, and whether the hashes around it fit. Read-only. */
import { hash } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { GameEvidence } from "@reelcast/contract/console";
import { textOfGame, textOfLink } from "@reelcast/contract/gameRecord";
import type { GameRecord } from "@reelcast/contract/gameRecord";
import { SKINS, returnOf } from "@reelcast/machine";
import { recordOf } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { gameIdOf } from "./gameList.ts";
import { journalsOf } from "./ledgerRecord.ts";
import { iso } from "./page.ts";

const columns = [
  "machine_id as machineId",
  "game_number as gameNumber",
  "session_id as sessionId",
  "player_id as playerId",
  "free",
  "bet",
  "win",
  "hand_pay as handPay",
  "started_at as startedAt",
  "ended_at as endedAt",
  "meters",
  "detail",
  "hash",
] as const;

function mathsOf(record: GameRecord, skinOfMachine: string): GameEvidence["machine"]["maths"] {
  const { skin: played } = (record.outcome ?? {}) as { skin?: unknown };
  const key = typeof played === "string" ? played : skinOfMachine;
  const game = SKINS.find((skin) => skin.key === key)?.game;
  return game === undefined ? null : { game, returnToPlayer: returnOf(game) };
}

interface Link {
  record: GameRecord;
  hash: string | null;
}
/** Of consecutive games of a session, the oldest first; the hash before the oldest is taken as it is. */
function chainOf(before: string | null, links: readonly Link[]): GameEvidence["chain"] {
  let previous = before;
  let checked = 0;
  for (const { record, hash: written } of links) {
    if (written === null) return { state: previous === null ? "unhashed" : "broken", checked };
    if (hash("sha256", textOfLink(previous ?? "", hash("sha256", textOfGame(record)))) !== written)
      return { state: "broken", checked };
    previous = written;
    checked += 1;
  }
  return { state: "intact", checked };
}

/** Games before and after one whose hashes are checked with it. */
const AROUND = 5;

/** Of one session, `count` games before or after a number, the nearest first. */
async function near(db: Db, session: string, number: number, side: "before" | "after", count: number) {
  const rows = await db
    .selectFrom("games")
    .where("session_id", "=", session)
    .where("game_number", side === "before" ? "<" : ">", number)
    .orderBy("game_number", side === "before" ? "desc" : "asc")
    .limit(count)
    .select(columns)
    .execute();
  return rows.map((row) => ({ record: recordOf(row), hash: row.hash?.toString("hex") ?? null }));
}

async function around(db: Db, session: string, game: Link) {
  const { number } = game.record;
  const [before, after] = [
    await near(db, session, number, "before", AROUND + 1),
    await near(db, session, number, "after", AROUND),
  ];
  // The oldest one only gives its hash.
  const start = before.length > AROUND ? before.at(-1) : undefined;
  const links = [...before.slice(0, AROUND).toReversed(), game, ...after];
  return { before, after, chain: chainOf(start?.hash ?? null, links) };
}

async function contextOf(db: Db, machineId: number, number: number, session: string) {
  const machine = await db
    .selectFrom("machines as m")
    .innerJoin("brands as b", "b.id", "m.brand_id")
    .select(["m.id", "m.name", "m.serial", "m.skin", "b.name as brand"])
    .where("m.id", "=", machineId)
    .executeTakeFirst();
  const played = await db
    .selectFrom("sessions as s")
    .innerJoin("players as p", "p.id", "s.player_id")
    .select(["s.id", "s.started_at", "s.ended_at", "p.id as playerId", "p.username"])
    .where("s.id", "=", session)
    .executeTakeFirst();
  if (!machine || !played) throw new AppError(ErrorCode.NotFound);
  const earlier = await db
    .selectFrom("games")
    .select("meters")
    .where("machine_id", "=", machineId)
    .where("game_number", "<", number)
    .orderBy("game_number", "desc")
    .limit(1)
    .executeTakeFirst();
  const jackpots = await db
    .selectFrom("jackpot_hits as h")
    .innerJoin("jackpots as j", "j.id", "h.jackpot_id")
    .select(["j.id", "j.name", "h.amount"])
    .where("h.machine_id", "=", machineId)
    .where("h.game_number", "=", number)
    .orderBy("j.id")
    .execute();
  return { machine, played, metersBefore: (earlier?.meters ?? null) as GameEvidence["metersBefore"], jackpots };
}

/** @param id machine and number: "3-1042" @throws AppError NotFound */
export async function gameEvidence(db: Db, id: string): Promise<GameEvidence> {
  const [machineId = 0, number = 0] = id.split("-").map(Number);
  const row = await db
    .selectFrom("games")
    .where("machine_id", "=", machineId)
    .where("game_number", "=", number)
    .select(columns)
    .executeTakeFirst();
  if (!row) throw new AppError(ErrorCode.NotFound);
  const game: Link = { record: recordOf(row), hash: row.hash?.toString("hex") ?? null };
  const { machine, played, metersBefore, jackpots } = await contextOf(db, machineId, number, row.sessionId);
  const { before, after, chain } = await around(db, row.sessionId, game);
  const name = `${machineId}:${number}`;
  const hits = jackpots.map((jackpot) => jackpot.id);
  const nearest = (one: Link | undefined) => (one ? gameIdOf(one.record.machine, one.record.number) : null);
  return {
    id,
    ...game,
    previous: before[0]?.hash ?? null,
    chain,
    metersBefore,
    player: { id: played.playerId, name: played.username },
    session: { id: played.id, startedAt: played.started_at.toISOString(), endedAt: iso(played.ended_at) },
    machine: {
      id: machine.id,
      name: machine.name,
      brand: machine.brand,
      serial: machine.serial,
      maths: mathsOf(game.record, machine.skin),
    },
    jackpots,
    journals: await journalsOf(db, [
      `game:${name}`,
      `contribution:${name}`,
      ...hits.flatMap((hit) => [`jackpot:${hit}:${name}`, `jackpot-seed:${hit}:${name}`]),
    ]),
    before: nearest(before[0]),
    after: nearest(after[0]),
  };
}
