/**
 * How long a player waits for their history: a player with 100,000 operations and 100,000 games in 2,000 sessions, among
 * others with as many, on the embedded PostgreSQL. Medians of what the server does, without the network.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createHistory } from "../../apps/server/src/history/index.ts";
import { fillHistory } from "../../apps/server/src/history/testing.ts";
import { connect } from "../../apps/server/src/storage/database.ts";
import { superuserUrl } from "../../apps/server/src/storage/testing/superuser.ts";
import { LONG, openStorage } from "../../apps/server/src/storage/index.ts";
import { timesOf } from "./timesOf.ts";
import { inShort } from "./short.ts";

const OPERATIONS = inShort(100_000, 1_000);
const SESSIONS = inShort(2_000, 20);
const GAMES = inShort(100_000, 1_000);
const PLAYERS = 3;
const RUNS = inShort(15, 1);
const PLAYER = 2;

async function median(name: string, work: () => Promise<unknown>): Promise<void> {
  const { middle, worst } = await timesOf(work, RUNS);
  console.log(
    `${name.padEnd(44)} median ${middle.toFixed(1).padStart(7)} ms   worst ${worst.toFixed(1).padStart(7)} ms`,
  );
}

const dataDir = await mkdtemp(join(tmpdir(), "reelcast-bench-"));
const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
try {
  const superuser = connect(await superuserUrl(dataDir, storage.url), { limits: LONG });
  await fillHistory(superuser, { players: PLAYERS, operations: OPERATIONS, sessions: SESSIONS, games: GAMES });
  await superuser.destroy();
  const history = createHistory({ db: storage.db });

  for (const list of ["transactions", "sessions"] as const) {
    const read = history[list];
    let cursor: string | null = null;
    for (let page = 0; page < (list === "transactions" ? OPERATIONS / 200 : SESSIONS / 200); page += 1) {
      cursor = (await read(PLAYER, { limit: 100, ...(cursor === null ? {} : { cursor }) })).nextCursor;
    }
    const middle = cursor === null ? {} : { cursor };
    await median(`${list}: first page of 25`, () => read(PLAYER, { limit: 25 }));
    await median(`${list}: page of 25 in the middle`, () => read(PLAYER, { limit: 25, ...middle }));
    await median(`${list}: search by machine`, () => read(PLAYER, { limit: 25, search: "machine 7" }));
    await median(`${list}: search by amount`, () => read(PLAYER, { limit: 25, search: "12,50" }));
    await median(`${list}: search without a match`, () => read(PLAYER, { limit: 25, search: "nowhere" }));
    await median(`${list}: of one type`, () => read(PLAYER, { limit: 25, type: "3" }));
    await median(`${list}: of one month`, () =>
      read(PLAYER, { limit: 25, from: "2026-02-01T00:00:00Z", to: "2026-02-28T23:59:59Z" }),
    );
  }
  for (const file of ["transactionsCsv", "sessionsCsv"] as const) {
    const begin = performance.now();
    const { total, text } = await history[file](PLAYER, { timeZone: "Europe/Istanbul" }, "tr");
    let size = 0;
    for await (const part of text) size += part.length;
    const seconds = (performance.now() - begin) / 1000;
    console.log(
      `${file.padEnd(44)} ${Math.round(total / seconds)} rows per second   (${total} rows, ${Math.round(size / 1024)} KiB)`,
    );
  }
  await median("summary of 90 days", () =>
    history.summary(PLAYER, { from: "2026-03-01T00:00:00Z", to: "2026-05-29T23:59:59Z", timeZone: "Europe/Istanbul" }),
  );
  await median("summary of 366 days", () =>
    history.summary(PLAYER, { from: "2026-01-01T00:00:00Z", to: "2026-12-31T23:59:59Z", timeZone: "Europe/Istanbul" }),
  );
} finally {
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
}
