/** One embedded PostgreSQL for the tests of the project `database`, with a migrated template. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { connect } from "../database.ts";
import { openEmbedded } from "../embedded.ts";
import { migrate } from "../migrate.ts";
import { TEMPLATE } from "./index.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-db-"));
  const embedded = await openEmbedded(folder);
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(embedded.url);
  template.pathname = TEMPLATE;
  const db = connect(template.href);
  await migrate(db);
  await db.destroy();
  process.env["TEST_DATABASE_URL"] = embedded.url;
  return async () => {
    await embedded.release("always");
    await rm(folder, { recursive: true, force: true });
  };
}
