/** One embedded PostgreSQL for the tests of the project `database`, with a migrated template. */
import { access, constants, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeLiteral } from "pg";
import { pino } from "pino";
import { openEmbedded } from "../embedded.ts";
import { openStorage } from "../open.ts";
import { TEMPLATE, addTestDatabase } from "./index.ts";
import { superuserUrl } from "./superuser.ts";

const IN_MEMORY = "/dev/shm";
const SPACE_BYTES = 2 * 2 ** 30;
/** For speed: commits do not wait for the disk, and many tests run at the same time. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: 300,
};

/** The fastest place for temporary files: memory, if there is such a file system with enough space. */
async function temporaryFolder(): Promise<string> {
  try {
    await access(IN_MEMORY, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= SPACE_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A login repeats the iterations with which its password was set: one is enough for tests. */
async function hashPasswordsOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set scram_iterations = 1");
    for (const login of [process.env["TEST_DATABASE_URL"], process.env["TEST_DATABASE_OWNER_URL"], url]) {
      const { username, password } = new URL(login ?? "");
      await client.query(`alter role ${username} password ${escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await temporaryFolder(), "reelcast-tests-"));
  // For the tests' own temporary folders, too: some of them hold a whole database.
  const usual = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  const dataDir = join(folder, "database");
  const embedded = await openEmbedded(dataDir, { create: true, settings: SETTINGS });
  const superuser = await superuserUrl(dataDir, embedded.url);
  process.env["TEST_DATABASE_URL"] = embedded.url;
  process.env["TEST_DATABASE_OWNER_URL"] = embedded.ownerUrl;
  process.env["TEST_DATABASE_SUPERUSER_URL"] = superuser;
  await hashPasswordsOnce(superuser);
  const { url, ownerUrl } = await addTestDatabase(TEMPLATE, "template1");
  await (await openStorage({ url, ownerUrl, dataDir, log: pino({ level: "silent" }) })).close();
  return async () => {
    await embedded.release("always");
    await rm(folder, { recursive: true, force: true });
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
  };
}
