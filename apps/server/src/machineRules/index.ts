/** The rules of machines: of the games that the house knows exactly, and of other machines what the operator entered. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MachineRecord, MachineResults, MachineRules, RulesDocument } from "@reelcast/contract";
import { SKINS, gameOf } from "@reelcast/machine";
import type { GameDefinition, Skin } from "@reelcast/machine";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { RulesContent } from "./document.ts";
import { figuresOfGame } from "./figures.ts";
import { rulesOfGame } from "./game.ts";
import { recordOf, resultsOf } from "./results.ts";

export { rulesContentOf } from "./document.ts";
export type { RulesContent } from "./document.ts";
export { prepareFigures } from "./figures.ts";

export interface MachineRulesService {
  /** @throws AppError NotFound */
  of(machineId: number): Promise<MachineRules>;
  /** The player's own results there. @throws AppError NotFound for a machine that does not exist */
  results(playerId: number, machineId: number): Promise<MachineResults>;
  /** The operator's PDF. @throws AppError NotFound if there is none */
  file(machineId: number): Promise<Buffer>;
}

/** The driver of the machines whose games are part of the product. */
const SIMULATED = "simulated";

/** Of a machine whose game the house knows; null for any other. */
function knownGame({
  driver,
  skin: key,
}: {
  driver: string;
  skin: string;
}): { game: GameDefinition; skin: Skin } | null {
  const skin = driver === SIMULATED ? SKINS.find((one) => one.key === key) : undefined;
  return skin ? { game: gameOf(skin.game), skin } : null;
}

function documentOf(row: { kind: "text" | "pdf" | null; text: string | null; bytes: number | null; at: Date | null }) {
  const { kind, text, bytes, at } = row;
  if (kind === null || at === null) return null;
  const document: RulesDocument =
    kind === "text"
      ? { kind, text: text ?? "", at: at.toISOString() }
      : { kind, bytes: bytes ?? 0, at: at.toISOString() };
  return document;
}

/** The rules of a machine in the place of the former ones; null removes them. @returns whether there were any */
export async function enterRules(db: Db, machineId: number, rules: RulesContent | null): Promise<boolean> {
  const removed = await db.deleteFrom("machine_rules").where("machine_id", "=", machineId).executeTakeFirst();
  if (rules)
    await db
      .insertInto("machine_rules")
      .values({ machine_id: machineId, ...rules })
      .execute();
  return removed.numDeletedRows > 0n;
}

/** Pages that show it ask every few seconds. */
const RECORD_KEPT_MS = 10_000;
/** The record of each machine, read once for all who ask meanwhile. */
function createRecords(db: Db): (machineId: number) => Promise<MachineRecord> {
  const known = new Map<number, { record: Promise<MachineRecord>; until: number }>();
  return (machineId) => {
    const now = performance.now();
    const kept = known.get(machineId);
    if (kept && now < kept.until) return kept.record;
    const entry = { record: recordOf(db, machineId), until: now + RECORD_KEPT_MS };
    // A read that failed is repeated by the next who asks.
    entry.record.catch(() => (entry.until = 0));
    known.set(machineId, entry);
    return entry.record;
  };
}

export function createMachineRules(db: Db): MachineRulesService {
  const records = createRecords(db);
  return {
    async of(machineId) {
      const row = await db
        .selectFrom("machines as m")
        .leftJoin("machine_rules as r", "r.machine_id", "m.id")
        .where("m.id", "=", machineId)
        .select(["m.name", "m.driver", "m.skin", "r.kind", "r.stored_at as at"])
        .select(sql<string | null>`case when r.kind = 'text' then convert_from(r.content, 'UTF8') end`.as("text"))
        .select(sql<number | null>`octet_length(r.content)`.as("bytes"))
        // Hundredths of a percent.
        .select(
          sql<number>`coalesce((select sum(share) from jackpots where id = any (jackpots_of(m.id))), 0)::int`.as(
            "share",
          ),
        )
        .executeTakeFirst();
      if (!row) throw new AppError(ErrorCode.NotFound);
      const known = knownGame(row);
      return {
        machineId,
        name: row.name,
        game: known ? rulesOfGame(known.game, known.skin, await figuresOfGame(db, known.game)) : null,
        document: documentOf(row),
        jackpotShare: row.share / 10_000,
      };
    },
    async results(playerId, machineId) {
      const row = await db
        .selectFrom("machines")
        .where("id", "=", machineId)
        .select(["driver", "skin"])
        .executeTakeFirst();
      if (!row) throw new AppError(ErrorCode.NotFound);
      const known = knownGame(row);
      const figures = known ? await figuresOfGame(db, known.game) : null;
      const [own, machine] = await Promise.all([resultsOf(db, playerId, { machineId, figures }), records(machineId)]);
      return { ...own, machine };
    },
    async file(machineId) {
      const row = await db
        .selectFrom("machine_rules")
        .where("machine_id", "=", machineId)
        .where("kind", "=", "pdf")
        .select("content")
        .executeTakeFirst();
      if (!row) throw new AppError(ErrorCode.NotFound);
      return row.content;
    },
  };
}
