/**
 * What every fault test has: machines in a cabinet process, a database that records what the checker needs, players, and
 * the evidence of all of them.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "pg";
import { createLogger } from "../../../apps/server/src/log.ts";
import { openStorage } from "../../../apps/server/src/storage/index.ts";
import type { CabinetFaults, CabinetOptions } from "./cabinetServer.ts";
import { check } from "./checker.ts";
import { readDatabase, watchDatabase } from "./evidence.ts";
import { type FaultServer, ROOT } from "./faultServer.ts";
import type { Evidence, Violation } from "./history.ts";
import { type Child, startChild } from "./ipc.ts";
import { readAudit } from "./journalFile.ts";
import type { LineFault } from "./lineFaults.ts";
import type { FaultPlayer } from "./player.ts";

/** As many as the seed has. */
const MACHINES = 12;
const QUIET_WITHIN_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface TestDatabase {
  /** Without a proxy. */
  urls(): { url: string; ownerUrl: string };
  /** As superuser. */
  connect(): Promise<Client>;
  close(): Promise<void>;
}

type CabinetChild = Child<{ port: number; auditFile: string }>;
function startCabinet(options: CabinetOptions): Promise<CabinetChild> {
  return startChild({
    script: fileURLToPath(new URL("./cabinet.ts", import.meta.url)),
    argument: options,
    cwd: ROOT,
  });
}

/** The process with the machines. */
export class Cabinet {
  readonly #options: CabinetOptions;
  #child: CabinetChild;
  private constructor(child: CabinetChild, options: CabinetOptions) {
    this.#child = child;
    this.#options = { ...options, port: child.ready.port };
  }
  static async open(given: Pick<CabinetOptions, "seed" | "without">): Promise<Cabinet> {
    const options = { ...given, machines: MACHINES, folder: await mkdtemp(join(tmpdir(), "reelcast-cabinet-")) };
    try {
      return new Cabinet(await startCabinet(options), options);
    } catch (error) {
      await rm(options.folder, { recursive: true, force: true });
      throw error;
    }
  }
  get port(): number {
    return this.#child.ready.port;
  }
  get auditFile(): string {
    return this.#child.ready.auditFile;
  }
  async fault<M extends keyof CabinetFaults>(
    method: M,
    argument?: Parameters<CabinetFaults[M]>[0],
  ): Promise<Awaited<ReturnType<CabinetFaults[M]>>> {
    return (await this.#child.ask(method, argument)) as Awaited<ReturnType<CabinetFaults[M]>>;
  }
  /** Switches it off without warning, and on again. */
  async restart(offMs: number): Promise<void> {
    await this.#child.kill();
    await pause(offMs);
    this.#child = await startCabinet(this.#options);
  }
  async close(): Promise<void> {
    await this.#child.kill();
    await rm(this.#options.folder, { recursive: true, force: true });
  }
}

/** @param root of another version of the product, whose tables they are */
async function createTables(database: TestDatabase, root: string | undefined): Promise<void> {
  if (root === undefined) {
    const storage = await openStorage({ ...database.urls(), dataDir: "", log: createLogger("silent") });
    return storage.close();
  }
  const program = `
    const { createLogger } = await import(${JSON.stringify(`${root}apps/server/src/log.ts`)});
    const { openStorage } = await import(${JSON.stringify(`${root}apps/server/src/storage/index.ts`)});
    const urls = ${JSON.stringify(database.urls())};
    await (await openStorage({ ...urls, dataDir: "", log: createLogger("silent") })).close();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: root });
}

/**
 * The product's tables, with machines of the cabinet, and the recording for the checker.
 * @param options.drawn a machine that has a picture instead: it is in no cabinet, so no money may go there
 */
export async function prepareDatabase(
  database: TestDatabase,
  {
    without = [],
    drawn,
    root,
  }: { without?: readonly "fence"[]; drawn?: number | undefined; root?: string | undefined } = {},
): Promise<void> {
  await createTables(database, root);
  const client = await database.connect();
  await client.query("alter table machines alter column driver set default 'cabinet'");
  await watchDatabase(client, without);
  if (drawn !== undefined)
    await client.query(`
      create function faults.draw() returns trigger language plpgsql as $$
      begin
        if new.id = ${drawn} then new.driver := 'simulated'; end if;
        return new;
      end $$;
      create trigger faults_draw before insert on machines for each row execute function faults.draw()`);
  await client.end();
}

export abstract class ObservedHouse<D extends TestDatabase> {
  readonly postgres: D;
  readonly servers: readonly FaultServer[];
  players: FaultPlayer[] = [];
  readonly #watcher: { client: Client | null } = { client: null };
  readonly #cabinet: Cabinet;

  protected constructor(postgres: D, servers: readonly FaultServer[], cabinet: Cabinet) {
    this.postgres = postgres;
    this.servers = servers;
    this.#cabinet = cabinet;
  }

  /** Jackpots pay to wallets: a balance would differ from the acknowledged one. */
  protected async withoutPrizes(drawn = 0): Promise<void> {
    const client = await this.client();
    await client.query("update brands set jackpot = ''");
    const { rows } = await client.query("select id from machines where driver <> 'cabinet' and id <> $1", [drawn]);
    if (rows.length > 0) throw new Error("the machines are not those of the cabinet");
  }

  /** A connection without a proxy. */
  async client(): Promise<Client> {
    const known = this.#watcher.client;
    if (
      known &&
      (await known.query("select 1").then(
        () => true,
        () => false,
      ))
    )
      return known;
    await known?.end().catch(() => undefined);
    this.#watcher.client = await this.postgres.connect();
    return this.#watcher.client;
  }

  // ——— the cabinet ———

  async fault<M extends keyof CabinetFaults>(
    method: M,
    argument?: Parameters<CabinetFaults[M]>[0],
  ): Promise<Awaited<ReturnType<CabinetFaults[M]>>> {
    return this.#cabinet.fault(method, argument);
  }
  /** Applies to the next command that fits. */
  async next(fault: LineFault): Promise<void> {
    await this.fault("next", fault);
  }
  /** Switches the cabinet off without warning, and on again. */
  async restartCabinet(offMs: number): Promise<void> {
    await this.#cabinet.restart(offMs);
  }

  // ——— the check ———

  async evidence(): Promise<Evidence> {
    const [server] = this.servers;
    if (!server) throw new Error("there is no server");
    const { stdout, code } = await server.cli("ledger", "check", "--json");
    const report = JSON.parse(stdout || "{}") as { broken?: string[] };
    const credits = await this.fault("credits");
    return {
      players: {
        operations: this.players.flatMap(({ operations }) => operations),
        reads: this.players.flatMap(({ reads }) => reads),
        presses: this.players.flatMap(({ presses }) => presses),
      },
      database: await readDatabase(await this.client()),
      cabinet: { audit: readAudit(this.#cabinet.auditFile), credits },
      ledgerCheck: { ok: code === 0, broken: report.broken ?? [`it ended with ${code}`] },
    };
  }
  /** The violations at rest; waits for operations that are only late. */
  async violations(withinMs = QUIET_WITHIN_MS): Promise<Violation[]> {
    const giveUpAt = performance.now() + withinMs;
    if (withinMs > 0) await Promise.all(this.players.map((player) => player.rest()));
    for (;;) {
      const found = check(await this.evidence());
      if (found.length === 0 || performance.now() > giveUpAt) return found;
      await pause(250);
    }
  }

  /** Open operations and the servers' last output, to understand a failed round. */
  async describe(): Promise<string> {
    const client = await this.client();
    const rows = async (text: string) => (await client.query(text)).rows.map((row) => JSON.stringify(row)).join("\n");
    return [
      await rows(
        "select id, client_transfer_id as key, machine_id, kind, state, amount, lease_epoch, evidence from transfers where unresolved",
      ),
      await rows(
        "select id, machine_id, player_id, state, end_reason, lease_epoch from sessions where state <> 'closed'",
      ),
      await rows(
        "select id, quarantined, out_of_order from machines where quarantined is not null or out_of_order is not null",
      ),
      await rows("select machine_id, node, epoch from machine_leases order by 1 limit 4"),
      JSON.stringify(await this.fault("credits")),
      ...this.servers.map(({ name, output }) => `${name}: ${output.slice(-3_000)}`),
    ].join("\n");
  }

  async close(): Promise<void> {
    for (const player of this.players) player.leaveSocket();
    await this.#watcher.client?.end().catch(() => undefined);
    await Promise.all(this.servers.map((server) => server.close()));
    await this.#cabinet.close();
    await this.postgres.close();
  }
}
