/**
 * Everything that a fault test needs, as real processes: a PostgreSQL, a cabinet with the machines, one server or an
 * active one and a standby, players, and the evidence for the checker.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { createLogger } from "../../../apps/server/src/log.ts";
import { openStorage } from "../../../apps/server/src/storage/index.ts";
import type { CabinetMutation } from "./cabinetMachine.ts";
import type { CabinetFaults, CabinetOptions } from "./cabinetServer.ts";
import type { LineFault } from "./lineFaults.ts";
import { check } from "./checker.ts";
import { readDatabase, watchDatabase } from "./evidence.ts";
import { FaultServer, ROOT, type StartOfServer } from "./faultServer.ts";
import type { Evidence, Violation } from "./history.ts";
import { type Child, startChild } from "./ipc.ts";
import { readAudit } from "./journalFile.ts";
import { FaultPlayer } from "./player.ts";
import { TestPostgres } from "./postgres.ts";

export interface WorldOptions {
  servers?: 1 | 2;
  players?: 1 | 2 | 3 | 4;
  seed?: number;
  /** Protections to leave out, to show that the checker finds it. */
  without?: readonly (CabinetMutation | "fence" | "comparison")[];
}

/** As many as the seed has. */
const MACHINES = 12;
const QUIET_WITHIN_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type CabinetChild = Child<{ port: number; auditFile: string }>;

export class World {
  readonly postgres: TestPostgres;
  readonly servers: readonly FaultServer[];
  players: FaultPlayer[] = [];
  readonly #watcher: { client: Client | null } = { client: null };
  readonly #cabinetFolder: string;
  readonly #cabinetOptions: CabinetOptions;
  #cabinet: CabinetChild;

  private constructor(
    postgres: TestPostgres,
    servers: readonly FaultServer[],
    cabinet: { child: CabinetChild; options: CabinetOptions },
  ) {
    this.postgres = postgres;
    this.servers = servers;
    this.#cabinet = cabinet.child;
    this.#cabinetOptions = { ...cabinet.options, port: cabinet.child.ready.port };
    this.#cabinetFolder = cabinet.options.folder;
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const { servers: serverCount = 2, players = 4, seed = 1, without = [] } = options;
    const has = (name: string) => without.some((one) => one === name);
    const undo: (() => Promise<void>)[] = [];
    try {
      const postgres = await TestPostgres.create();
      undo.push(() => postgres.close());
      const folder = await mkdtemp(join(tmpdir(), "reelcast-cabinet-"));
      undo.push(() => rm(folder, { recursive: true, force: true }));
      const cabinetOptions: CabinetOptions = {
        folder,
        machines: MACHINES,
        seed,
        without: (["epochs", "mark"] as const).filter(has),
      };
      const child = await startCabinet(cabinetOptions);
      undo.push(() => child.kill());
      await World.#prepare(postgres, has("fence"));
      const servers: FaultServer[] = [];
      for (let n = 0; n < serverCount; n += 1) {
        const server = await FaultServer.create({
          name: "AB".charAt(n),
          databaseUrls: (port) => postgres.urls(port),
          databasePort: postgres.port,
          cabinetPort: child.ready.port,
          videoPorts: `${52_000 + n * 100}-${52_099 + n * 100}`,
          without: has("comparison") ? ["comparison"] : [],
        });
        undo.push(() => server.close());
        servers.push(server);
      }
      const world = new World(postgres, servers, { child, options: cabinetOptions });
      const [first, second] = servers;
      await first?.start();
      await first?.until("active");
      await world.#withoutPrizes();
      await second?.start();
      await second?.until("standby");
      const urls = servers.map(({ url }) => url);
      world.players = await Promise.all(
        Array.from({ length: players }, (_, n) => FaultPlayer.login(`demo${n + 1}`, urls)),
      );
      return world;
    } catch (error) {
      for (const end of undo.toReversed()) await end().catch(() => undefined);
      throw error;
    }
  }

  /** The product's tables, with machines of the cabinet, and the recording for the checker. */
  static async #prepare(postgres: TestPostgres, withoutFence: boolean): Promise<void> {
    const storage = await openStorage({ ...postgres.urls(), dataDir: "", log: createLogger("silent") });
    await storage.close();
    const client = await postgres.connect();
    await client.query("alter table machines alter column driver set default 'cabinet'");
    await watchDatabase(client, withoutFence ? ["fence"] : []);
    await client.end();
  }
  /** Jackpots pay to wallets: a balance would differ from the acknowledged one. */
  async #withoutPrizes(): Promise<void> {
    const client = await this.client();
    await client.query("update brands set jackpot = ''");
    const { rows } = await client.query("select id from machines where driver <> 'cabinet'");
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

  /** The server that is active, and the other one. @throws Error where none is within the time */
  async roles(withinMs = 30_000): Promise<{ active: FaultServer; other: FaultServer | null }> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const is = await Promise.all(this.servers.map((server) => server.readiness()));
      const active = this.servers[is.indexOf("active")];
      if (active) return { active, other: this.servers.find((server) => server !== active) ?? null };
      if (performance.now() > giveUpAt)
        throw new Error(
          `no server is active: ${this.servers.map(({ name, output }) => `\n${name}: ${output.slice(-1_000)}`).join("")}`,
        );
      await pause(15);
    }
  }
  /** All servers run, one is active and the others stand by; every link is up. */
  async heal(start: StartOfServer = {}): Promise<void> {
    for (const server of this.servers) {
      server.continueProcess();
      server.restoreLinks();
      await server.disarm();
      await server.start(start);
    }
    const { other } = await this.roles();
    await other?.until("standby");
  }

  // ——— the cabinet ———

  async fault<M extends keyof CabinetFaults>(
    method: M,
    argument?: Parameters<CabinetFaults[M]>[0],
  ): Promise<Awaited<ReturnType<CabinetFaults[M]>>> {
    return (await this.#cabinet.ask(method, argument)) as Awaited<ReturnType<CabinetFaults[M]>>;
  }
  /** Applies to the next command that fits. */
  async next(fault: LineFault): Promise<void> {
    await this.fault("next", fault);
  }
  /** Switches the cabinet off without warning, and on again. */
  async restartCabinet(offMs: number): Promise<void> {
    await this.#cabinet.kill();
    await pause(offMs);
    this.#cabinet = await startCabinet(this.#cabinetOptions);
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
      },
      database: await readDatabase(await this.client()),
      cabinet: { audit: readAudit(this.#cabinet.ready.auditFile), credits },
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
    await this.#cabinet.kill();
    await this.postgres.close();
    await rm(this.#cabinetFolder, { recursive: true, force: true });
  }
}

function startCabinet(options: CabinetOptions): Promise<CabinetChild> {
  return startChild({
    script: fileURLToPath(new URL("./cabinet.ts", import.meta.url)),
    argument: options,
    cwd: ROOT,
  });
}
