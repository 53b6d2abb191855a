/** Adds more players and machines, like those of the demo. */
import type { TestServer } from "@reelcast/e2e/testServer";
import { sql } from "kysely";
import { pino } from "pino";
import { openStorage } from "../../apps/server/src/storage/index.ts";
import type { Db } from "../../apps/server/src/storage/index.ts";

/** Players `bench1` … with the demo's password and play money. Resolves with the machines' ids. */
export async function addPlayersAndMachines(
  db: Db,
  { players, machines }: { players: number; machines: number },
): Promise<number[]> {
  await sql`insert into players (username, email, name, lastname, password_hash, pin_hash)
    select 'bench' || n, 'bench' || n || '@example.com', '', '', p.password_hash, p.pin_hash
    from players p, generate_series(1, ${players}::int) n where p.username = 'demo1'`.execute(db);
  await sql`insert into machines (brand_id, name, skin, serial, video_type)
    select m.brand_id, 'Bench ' || n, m.skin, 'BENCH-' || n, 'screen'
    from machines m, generate_series(1, ${machines}::int) n where m.id = 1`.execute(db);
  await sql`insert into ledger_accounts (kind, ref) select 'player', id from players where username like 'bench%'`.execute(
    db,
  );
  await sql`insert into ledger_accounts (kind, ref) select kind, id from machines, unnest(array['machine', 'house']) kind
    where serial like 'BENCH-%'`.execute(db);
  await sql`insert into machine_meters (machine_id) select id from machines where serial like 'BENCH-%'`.execute(db);
  await sql`select adjust(id, 1000000, 'bench', '{}') from players where username like 'bench%'`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from machines where serial like 'BENCH-%' order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The same in a server's own database. Restarts the server. */
export async function seedPlayersAndMachines(
  house: TestServer,
  wanted: { players: number; machines: number },
): Promise<number[]> {
  await house.stop();
  const storage = await openStorage({ dataDir: house.dataDir, log: pino({ level: "silent" }) });
  try {
    return await addPlayersAndMachines(storage.db, wanted);
  } finally {
    await storage.close();
    await house.start();
  }
}
