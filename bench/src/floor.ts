/**
 * A thousand machines: how long until one process has taken all their leases, and until all can be played, at a first
 * start and at the next one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { createApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { createFloorNode } from "../../apps/server/src/floor/index.ts";
import { createLeases } from "../../apps/server/src/floor/leases.ts";
import { openStorage } from "../../apps/server/src/storage/index.ts";
import { inShort } from "./short.ts";

const MACHINES = inShort(1_000, 20);
const STARTS = inShort(3, 1);
const BAR_S = 3;

const log = pino({ level: "silent" });
const dataDir = await mkdtemp(join(tmpdir(), "reelcast-floor-"));
const storage = await openStorage({ dataDir, log });
const config = readConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: storage.url,
  DATABASE_OWNER_URL: storage.ownerUrl,
  DEMO: "0",
});
const { db } = storage;
try {
  await sql`insert into brands (id, name) values (1, 'Bench')`.execute(db);
  await sql`insert into machines (brand_id, name, skin, serial, video_type)
    select 1, 'Machine ' || n, 'royal-sevens', n::text, 'screen' from generate_series(1, ${MACHINES}::int) n`.execute(
    db,
  );
  await sql`insert into ledger_accounts (kind, ref)
    select kind, id from machines, unnest(array['machine', 'house']) kind`.execute(db);
  await sql`insert into machine_meters (machine_id) select id from machines`.execute(db);
  for (let start = 1; start <= STARTS; start += 1) {
    const node = createFloorNode({ url: storage.directUrl, log, alone: true });
    await node.becomeActive(AbortSignal.timeout(30_000));
    const began = performance.now();
    const leases = createLeases(db, node.id);
    await leases.claim();
    const leased = performance.now();
    const claimed = await leases.held();
    const app = await createApp(config, { role: "inProcess", log, node });
    const playable = performance.now();
    const free = (await app.floor.machines(0)).machines.filter(({ status }) => status === "available").length;
    console.log(
      `start ${start}   ${claimed.length} leases taken in ${((leased - began) / 1000).toFixed(2)} s (bar ${BAR_S})   ` +
        `${free} machines playable, and all of the house, after ${((playable - began) / 1000).toFixed(2)} s`,
    );
    const ending = performance.now();
    await app.close();
    console.log(`         given back in ${((performance.now() - ending) / 1000).toFixed(2)} s`);
  }
} finally {
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
}
