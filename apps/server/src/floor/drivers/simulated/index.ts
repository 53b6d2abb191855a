/**
 * The driver of simulated machines. Their memory is in the database, which compares the fencing token in each update of
 * it.
 */
import { MachineFenced, createSimulatedMachine } from "@reelcast/machine";
import type { MemoryStore, RandomSource, SimulatedMachine } from "@reelcast/machine";
import { sql } from "kysely";
import type { Db } from "../../../storage/index.ts";
import { isFenced } from "../../../wallet/index.ts";
import type { MachineRow } from "../../machineStore.ts";
import type { DriverParts } from "../types.ts";

const FRAME_RATE = { screen: 30, camera: 25 } as const;

export interface SimulatedParts {
  db: Db;
  /** Divides every duration of the games, for tests. */
  speed?: number;
  random?: (row: MachineRow) => RandomSource;
}

export function createMemoryStore(db: Db, machineId: number): MemoryStore {
  return {
    async load() {
      const row = await db
        .selectFrom("machine_memories")
        .select("state")
        .where("machine_id", "=", machineId)
        .executeTakeFirst();
      return row?.state ?? null;
    },
    async save(state, { revision, epoch }) {
      try {
        await sql`select save_machine_memory(${machineId}, ${JSON.stringify(state)}::jsonb, ${revision}, ${epoch})`.execute(
          db,
        );
      } catch (error) {
        throw isFenced(error) ? new MachineFenced(`machine ${machineId} has another owner`, { cause: error }) : error;
      }
    },
  };
}

export function simulatedDriver({ db, speed, random }: SimulatedParts) {
  return (row: MachineRow, { currency, video }: DriverParts): Promise<SimulatedMachine> =>
    createSimulatedMachine({
      definition: {
        machineId: row.id,
        name: row.name,
        brand: row.brand,
        skin: row.skin,
        serial: row.serial,
        currency,
        videoType: row.video_type,
        width: video.width,
        height: video.height,
        frameRate: FRAME_RATE[row.video_type],
      },
      memory: createMemoryStore(db, row.id),
      ...(speed === undefined ? {} : { speed }),
      ...(random === undefined ? {} : { random: random(row) }),
    });
}
