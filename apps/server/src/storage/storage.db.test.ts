import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { openStorage } from "./index.ts";
import type { Storage } from "./index.ts";
import { listenTo } from "./notices.ts";
import { takeLock } from "./lock.ts";
import { alive, findPostmaster, freePort, launch } from "./postmaster.ts";
import { HOUSE } from "./roles.ts";
import { createTestDatabase } from "./testing/index.ts";
import { superuserUrl } from "./testing/superuser.ts";

const log = pino({ level: "silent" });
const isRoot = process.getuid?.() === 0;
/** Whether every user may reach the folder. */
async function isOpenToAll(folder: string): Promise<boolean> {
  const open = ((await stat(folder)).mode & 0o005) === 0o005;
  return folder === "/" ? open : open && isOpenToAll(dirname(folder));
}

describe("the embedded database", () => {
  let dataDir: string;
  const opened: { close(): Promise<void> }[] = [];
  const open = async (): Promise<Storage> => {
    const storage = await openStorage({ dataDir, log });
    opened.push(storage);
    return storage;
  };
  const postmaster = async () => (await findPostmaster(join(dataDir, "postgres")))?.pid ?? 0;
  /** Opens it in a process of its own that is killed with everything open. */
  async function openAndDie(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const program = `
      const { openEmbedded } = await import(${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)});
      await openEmbedded(${JSON.stringify(dataDir)}, { create: true });
      process.kill(process.pid, "SIGKILL");`;
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, ...environment },
    }).catch((error: unknown) => {
      if (!(error instanceof Error && "signal" in error && error.signal === "SIGKILL")) throw error;
    });
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "reelcast-storage-"));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
    await (await openEmbedded(dataDir, { create: true })).release("always");
    expect(await postmaster()).toBe(0);
    await rm(dataDir, { recursive: true, force: true });
  });

  it("is created once for two that start at once, and stopped by the last to leave", async () => {
    const [first, second] = await Promise.all([open(), open()]);
    const pid = await postmaster();
    await sql`insert into machine_leases (machine_id, epoch) values (1, 1)`.execute(first.db);
    expect((await second.db.selectFrom("machine_leases").selectAll().execute()).length).toBe(1);
    await first.close();
    expect(alive(pid)).toBe(true);
    expect((await second.db.selectFrom("machine_leases").selectAll().execute()).length).toBe(1);
    await second.close();
    await vi.waitFor(() => expect(alive(pid)).toBe(false));
    const again = await open();
    expect((await again.db.selectFrom("machine_leases").selectAll().execute()).length).toBe(1);
  });

  it("is left running by those that close while another has it open, and stopped without a warning by the last of many", async () => {
    const warned = vi.fn();
    const openEmbeddedHere = () => openEmbedded(dataDir, { create: true }, { info() {}, error: warned, warn: warned });
    const house = await openEmbeddedHere();
    const pid = await postmaster();
    const commands = await Promise.all(Array.from({ length: 12 }, openEmbeddedHere));
    await Promise.all(commands.map((command) => command.release()));
    expect(await postmaster()).toBe(pid);
    await house.release();
    expect(await postmaster()).toBe(0);
    expect(warned).not.toHaveBeenCalled();
  });

  it("listens on loopback alone, keeps its password to itself and its commits on the disk", async () => {
    const { url, ownerUrl } = await open();
    const superuser = connect(await superuserUrl(dataDir, url));
    const setting = async (name: string) =>
      (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(superuser)).rows[0]?.value;
    expect(await setting("listen_addresses")).toBe("127.0.0.1");
    expect(await setting("unix_socket_directories")).toBe("");
    expect(await setting("fsync")).toBe("on");
    for (const login of ["postgres", "postgres.owner", "postgres.house"])
      expect((await stat(join(dataDir, `${login}.password`))).mode & 0o777).toBe(0o600);
    // No connection of the superuser or the owner is left but this test's. One that was closed takes a moment to go.
    const logins = async () =>
      (
        await sql<{ login: string }>`
          select distinct usename as login from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(superuser)
      ).rows;
    await expect.poll(logins).toEqual([{ login: HOUSE }]);
    await superuser.destroy();
    expect(new Set([new URL(url).password, new URL(ownerUrl).password]).size).toBe(2);
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(openStorage({ url: wrong.href, dataDir, log })).rejects.toThrow(/password/);
  });

  it("is taken over after its starter was killed", async () => {
    await openAndDie();
    const pid = await postmaster();
    expect(pid).toBeGreaterThan(0);
    await open();
    expect(await postmaster()).toBe(pid);
  });

  it("holds its lock until the last of its processes has ended, though its starter was killed", async () => {
    await openAndDie();
    const file = join(dataDir, "database.lock");
    expect(await takeLock(file)).toBeNull();
    process.kill(await postmaster(), "SIGKILL");
    const lock = await vi.waitFor(async () => {
      const taken = await takeLock(file);
      expect(taken).not.toBeNull();
      return taken;
    }, 10_000);
    await lock?.release();
    await open();
    expect(await takeLock(file)).toBeNull();
  });

  it("is created by the next start at once, though the first one was killed while it did that", async () => {
    const program = `
      const { existsSync } = await import("node:fs");
      const { openEmbedded } = await import(${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)});
      setInterval(() => {
        if (existsSync(${JSON.stringify(join(dataDir, "postgres.new/data/PG_VERSION"))})) process.kill(process.pid, "SIGKILL");
      }, 1);
      await openEmbedded(${JSON.stringify(dataDir)}, { create: true });`;
    const killed = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    await expect(killed).rejects.toMatchObject({ signal: "SIGKILL" });
    // An initdb without a starter writes still.
    expect(await takeLock(join(dataDir, "database.lock"))).toBeNull();
    const { db } = await open();
    expect((await db.selectFrom("machine_leases").selectAll().execute()).length).toBe(0);
  });

  it("starts by itself from a copy that was made while it ran, and neither sees the other", async () => {
    const original = await open();
    const pid = await postmaster();
    const copy = `${dataDir}-copy`;
    await promisify(execFile)("cp", ["-a", dataDir, copy]);
    try {
      const storage = await openStorage({ dataDir: copy, log });
      await sql`insert into machine_leases (machine_id, epoch) values (1, 1)`.execute(storage.db);
      expect((await original.db.selectFrom("machine_leases").selectAll().execute()).length).toBe(0);
      expect((await findPostmaster(join(copy, "postgres")))?.pid).not.toBe(pid);
      await storage.close();
      expect(await findPostmaster(join(copy, "postgres"))).toBeNull();
      expect(await postmaster()).toBe(pid);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  it("of an older version, which holds no lock, is started again with one, and keeps out a server while it is in use", async () => {
    await (await open()).close();
    const port = await freePort();
    const older = await launch(join(dataDir, "postgres"), join(dataDir, "postgres.log"), port);
    const url = `postgresql://${HOUSE}:${await readFile(join(dataDir, "postgres.house.password"), "utf8")}@127.0.0.1:${port}/reelcast`;
    const user = connect(`${url}?application_name=reelcast-older`, { max: 1 });
    await vi.waitFor(() => sql`select 1`.execute(user), 10_000);
    await expect(openEmbedded(dataDir, { create: true })).rejects.toThrow(/is in use: .* older version .*\.$/);
    // A command uses it as it is.
    await (await openEmbedded(dataDir, { create: false })).release();
    expect(await postmaster()).toBe(older.pid);
    await user.destroy();
    await vi.waitFor(() => open(), 10_000);
    expect(await postmaster()).not.toBe(older.pid);
    expect(await takeLock(join(dataDir, "database.lock"))).toBeNull();
  });

  it("is not created for a command: nothing is made where there is none", async () => {
    const command = (folder: string) => openEmbedded(folder, { create: false });
    for (const folder of [dataDir, join(dataDir, "missing")])
      await expect(command(folder)).rejects.toThrow(
        /^There is no .*DATA_DIR .*: only a start of the server makes one\.$/,
      );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("says of a file that it is not a folder, instead of that there is none", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    const command = (folder: string) => openEmbedded(folder, { create: false });
    await expect(command(file)).rejects.toThrow(`DATA_DIR ${file}: it is not a folder.`);
    await expect(command(join(file, "deeper"))).rejects.toThrow(`DATA_DIR ${file}/deeper: ${file} is not a folder.`);
  });

  it("starts though the number in a stale pid file is another program's now", async () => {
    await (await open()).close();
    await writeFile(join(dataDir, "postgres", "postmaster.pid"), `${process.pid}\n${dataDir}\n0\n1\n\n127.0.0.1\n`);
    const { db } = await open();
    await sql`select 1`.execute(db);
  });

  it("is created again after an interrupted first start", async () => {
    await mkdir(join(dataDir, "postgres.new", "data"), { recursive: true });
    await writeFile(join(dataDir, "postgres.new", "data", "PG_VERSION"), "18\n");
    await open();
  });

  it("is created in an empty folder that is there, which may be a link or a mount, also after an interrupted start", async () => {
    const other = join(dataDir, "other");
    await mkdir(join(other, "lost+found"), { recursive: true, mode: 0o755 });
    // The start was killed as it moved the files.
    await mkdir(join(other, "reelcast.new", "data"), { recursive: true });
    await writeFile(join(other, "postgresql.conf"), "of another one");
    await symlink(other, join(dataDir, "postgres"));
    const { db } = await open();
    await sql`select 1`.execute(db);
    expect((await lstat(join(dataDir, "postgres"))).isSymbolicLink()).toBe(true);
    const names = await readdir(other);
    expect(names).toEqual(expect.arrayContaining(["PG_VERSION", "lost+found"]));
    expect(names).not.toContain("reelcast.new");
  });

  it("is started again where it dies, and pools and listeners come back", async () => {
    const storage = await open();
    const received: unknown[] = [];
    let back = 0;
    await storage.listen(
      (payload) => received.push(payload),
      () => void (back += 1),
    );
    const pid = await postmaster();
    expect(back).toBe(0);
    process.kill(pid, "SIGKILL");
    await vi.waitFor(async () => expect(await postmaster()).not.toBe(pid), 10_000);
    await vi.waitFor(() => sql`select 1`.execute(storage.db), 10_000);
    await vi.waitFor(async () => {
      await storage.notify({ topic: "back" });
      expect(received).toContainEqual({ topic: "back" });
    }, 10_000);
    expect(back).toBeGreaterThan(0);
  });

  it.runIf(isRoot && platform() === "linux")("runs below a closed folder without user namespaces, too", async () => {
    const programs = join(dataDir, "bin");
    await mkdir(programs);
    for (const name of ["setpriv", "true", "chown", "flock"]) {
      const { stdout } = await promisify(execFile)("which", [name]);
      await symlink(stdout.trim(), join(programs, name));
    }
    if (!(await isOpenToAll(import.meta.dirname))) {
      // PostgreSQL's own programs stand below a folder that is closed to that user: then it says so, and leaves nothing.
      await expect(openAndDie({ PATH: programs })).rejects.toThrow(/could not be created/);
      return;
    }
    await openAndDie({ PATH: programs });
    expect((await stat(join(dataDir, "postgres"))).uid).toBe(65_534);
    const { db } = await open();
    await sql`select 1`.execute(db);
    expect(await readFile(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("18\n");
  });
});

describe("notifications", () => {
  it("come from other processes, also after the connection was cut", async () => {
    const database = await createTestDatabase();
    const received: unknown[] = [];
    const end = await listenTo({
      url: database.url,
      channel: "test",
      listener: (payload) => received.push(payload),
      log,
    });
    const notify = (payload: object) => sql`select pg_notify('test', ${JSON.stringify(payload)})`.execute(database.db);
    try {
      await notify({ n: 1 });
      await vi.waitFor(() => expect(received).toEqual([{ n: 1 }]));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen "test"'`.execute(database.db);
      await vi.waitFor(async () => {
        await notify({ n: 2 });
        expect(received).toContainEqual({ n: 2 });
      }, 5_000);
    } finally {
      await end();
      await database.close();
    }
  });
});

it("refuses a bigint that a number does not hold exactly", async () => {
  const database = await createTestDatabase();
  try {
    await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow(/beyond exact numbers/);
  } finally {
    await database.close();
  }
});
