/**
 * The figures of games: computed once for each version of a game, in a thread of low priority, and kept in the database for all
 * processes and starts. A process reads them once.
 */
import { GAMES, versionOf } from "@reelcast/machine";
import type { GameDefinition, GameFigures } from "@reelcast/machine";
import { Piscina } from "piscina";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";

/** What is read of the database; more may be stored. */
const Stored = z.object({
  version: z.string(),
  byLines: z.array(
    z.object({
      lines: z.int(),
      returnToPlayer: z.number(),
      withoutHold: z.number(),
      parts: z.object({ lines: z.number(), scatters: z.number(), freeSpins: z.number(), hold: z.number() }),
      hitRate: z.number(),
      aboveBet: z.number(),
      deviation: z.number(),
      largestSpin: z.number(),
      largestWin: z.number(),
    }),
  ),
  freeSpins: z.nullable(z.object({ oneIn: z.number(), spins: z.number() })),
});

/** Behind whatever the server does for players. On other systems the priority would apply to the whole process. */
const NICE = process.platform === "linux" ? 10 : 0;

async function compute(key: string): Promise<GameFigures> {
  const thread = new Piscina<string, GameFigures>({
    filename: new URL("figuresWorker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    niceIncrement: NICE,
  });
  try {
    return await thread.run(key);
  } finally {
    await thread.destroy();
  }
}

async function readOrCompute(db: Db, game: GameDefinition): Promise<GameFigures> {
  const version = versionOf(game);
  const row = await db.selectFrom("game_figures").select("figures").where("version", "=", version).executeTakeFirst();
  const stored = row && Stored.safeParse(row.figures);
  if (stored?.success === true) return stored.data;
  const figures = await compute(game.key);
  await db
    .insertInto("game_figures")
    .values({ version, figures: JSON.stringify(figures) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return figures;
}

/** By the database that keeps them: one that has none gets them, whatever this process knows from another one. */
const knownIn = new WeakMap<Db, Map<string, Promise<GameFigures>>>();

/** At once where they are known. @throws if the database can't be read; the next call tries again */
export function figuresOfGame(db: Db, game: GameDefinition): Promise<GameFigures> {
  const known = knownIn.get(db) ?? new Map<string, Promise<GameFigures>>();
  knownIn.set(db, known);
  const key = versionOf(game);
  const reading = known.get(key);
  if (reading) return reading;
  const figures = readOrCompute(db, game);
  known.set(key, figures);
  figures.catch(() => known.delete(key));
  return figures;
}

/** All games, one after the other, so that no player waits for it. */
export async function prepareFigures(db: Db): Promise<void> {
  for (const game of GAMES) await figuresOfGame(db, game);
}
