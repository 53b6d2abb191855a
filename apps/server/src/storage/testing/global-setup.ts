/** One embedded PostgreSQL for the tests of the project `database`, with a migrated template. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openEmbedded } from "../embedded.ts";
import { openStorage } from "../open.ts";
import { TEMPLATE, addTestDatabase } from "./index.ts";
import { superuserUrl } from "./superuser.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-db-"));
  const embedded = await openEmbedded(folder);
  process.env["TEST_DATABASE_URL"] = embedded.url;
  process.env["TEST_DATABASE_OWNER_URL"] = embedded.ownerUrl;
  process.env["TEST_DATABASE_SUPERUSER_URL"] = await superuserUrl(folder, embedded.url);
  const { url, ownerUrl } = await addTestDatabase(TEMPLATE, "template1");
  await (await openStorage({ url, ownerUrl, dataDir: folder, log: pino({ level: "silent" }) })).close();
  return async () => {
    await embedded.release("always");
    await rm(folder, { recursive: true, force: true });
  };
}
