/** A data folder of a version in which the server used a superuser's login. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
// pause: between two questions to a database that starts or ends
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { pino } from "pino";
import { expect, it } from "vitest";
import { connect } from "./storage/database.ts";
import type { Db } from "./storage/index.ts";
import { openStorage } from "./storage/index.ts";
import { migrations } from "./storage/migrations/index.ts";
import { USER, createFolder, findPostmaster, freePort, launch } from "./storage/postmaster.ts";
import { HOUSE, OWNER } from "./storage/roles.ts";
import { superuserUrl } from "./storage/testing/superuser.ts";
import { addTestPlayer } from "./storage/testing/index.ts";
import { createWallet } from "./wallet/index.ts";

const log = pino({ level: "silent" });
const PASSWORD = "of-before";

async function connectWhenReady(url: string): Promise<Db> {
  for (;;) {
    const db = connect(url, { max: 1 });
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    if (answers) return db;
    await db.destroy();
    await pause(30);
  }
}

/** As the version before left it: one login, every object the superuser's, logs in whole tables. */
async function leaveOlderFolder(dataDir: string): Promise<number> {
  const folder = join(dataDir, "postgres");
  await writeFile(join(dataDir, "postgres.password"), PASSWORD, { mode: 0o600 });
  await createFolder(folder, PASSWORD);
  const port = await freePort();
  await launch(folder, join(dataDir, "postgres.log"), port);
  const address = (database: string) => `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const first = await connectWhenReady(address("postgres"));
  await sql`create database reelcast`.execute(first);
  await first.destroy();
  const db = connect(address("reelcast"), { max: 2 });
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "096"));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest();
  expect(error).toBeUndefined();
  const playerId = await addTestPlayer(db, "ann");
  const wallet = createWallet({ db });
  await wallet.openPlayer(db as never, playerId);
  await wallet.adjust({ playerId, amount: 12_345, key: "k", tag: "bank" });
  await sql`insert into log_entries (player_id, type, at, ip)
    select ${playerId}::int, 'LOGIN_SUCCESS', now() - n * interval '20 days',
      case n % 3 when 0 then '10.1.0.' || n when 1 then '::ffff:10.1.0.' || n else '2a02:ff0::' || n end
    from generate_series(0, 30) n`.execute(db);
  await sql`insert into log_entries (player_id, type, at) values (${playerId}, 'LOGIN_FAIL', '1970-01-01')`.execute(db);
  await sql`insert into chats (id, player_id) values ('a-chat-with-the-house', ${playerId})`.execute(db);
  await sql`insert into chat_messages (chat_id, author_id, text, client_id, at)
    select 'a-chat-with-the-house', ${playerId}::int, 'message ' || n, gen_random_uuid(), now() - n * interval '9 days'
    from generate_series(0, 20) n`.execute(db);
  await db.destroy();
  process.kill((await findPostmaster(folder))?.pid ?? 0, "SIGINT");
  while (await findPostmaster(folder)) await pause(20);
  return playerId;
}
const logOf = async (db: Db) =>
  (await sql<{ id: number }>`select id, at, type from log_entries order by id`.execute(db)).rows;

it("belongs to the owner afterwards, with all rows, and the server has the login without ownership", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "reelcast-older-"));
  try {
    const playerId = await leaveOlderFolder(dataDir);
    const storage = await openStorage({ dataDir, log });
    const superuser = connect(await superuserUrl(dataDir, storage.url), { max: 1 });
    try {
      const { db } = storage;
      expect((await sql`select current_user as me`.execute(db)).rows).toEqual([{ me: HOUSE }]);
      const others = await sql`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner <> ${OWNER}::regrole
        union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> ${OWNER}::regrole
        union all select datname from pg_database where datname = 'reelcast' and datdba <> ${OWNER}::regrole`.execute(
        superuser,
      );
      expect(others.rows).toEqual([]);
      const wallet = createWallet({ db });
      expect(await wallet.balance(playerId)).toBe(12_345);
      expect(await wallet.check()).toMatchObject({ ok: true, sums: { player: 12_345 } });

      // Where the player has logged in within half a year is known from the first start on.
      const { rows: places } = await sql<{ place: string }>`
        select place from login_pairs where player_id = ${playerId} order by last_success_at desc`.execute(db);
      expect(places.map(({ place }) => place)).toEqual([0, 1, 3, 4, 6, 7].map((n) => `network:10.1.0.${n}`));

      const entries = await logOf(db);
      expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
      const months = await sql<{ n: number }>`
        select count(distinct tableoid)::int as n from log_entries where at > '2000-01-01'`.execute(db);
      expect(months.rows[0]?.n).toBeGreaterThanOrEqual(20);
      await sql`insert into log_entries (player_id, type) values (${playerId}, 'LOGOUT')`.execute(db);
      expect((await logOf(db)).at(-1)).toMatchObject({ id: 33, type: "LOGOUT" });
      const messages = await sql`select count(*)::int as n, max(id) as last from chat_messages`.execute(db);
      expect(messages.rows).toEqual([{ n: 21, last: 21 }]);
      await expect(sql`delete from log_entries`.execute(db)).rejects.toMatchObject({ code: "42501" });
    } finally {
      await superuser.destroy();
      await storage.close();
    }
    // A second start changes nothing.
    const again = await openStorage({ dataDir, log });
    expect(await createWallet({ db: again.db }).balance(playerId)).toBe(12_345);
    await again.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
