/** A house of several processes: edges, floors and media nodes on one database and one NATS server. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TestPostgres } from "../faults/postgres.ts";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";
import { NatsProcess } from "./nats.ts";
import { shippedRights } from "./natsRights.ts";

type Role = "edge" | "floor" | "media";
export interface ClusterOptions {
  edges: number;
  floors: number;
  media: number;
  /** Variables of all processes. */
  environment?: Record<string, string>;
  /** By name of the process: how far its wall clock is off, ms. */
  clockSkewMs?: Record<string, number>;
  /** Each edge has a console, with the one key of the staff's secrets. */
  consoles?: boolean;
  /** Each process may send and receive only what deploy/nats/nats-server.conf permits to its role. */
  rights?: boolean;
}
type Variables = Record<string, string>;
/** Loaded first into a process whose clock is to be off. */
const CLOCK_SKEW = fileURLToPath(new URL("../faults/clockSkew.ts", import.meta.url));

export class Cluster implements AsyncDisposable {
  readonly postgres: TestPostgres;
  readonly nats: NatsProcess;
  /** By name: edge-1, edge-2, floor-1, … */
  readonly #nodes = new Map<string, TestServer>();
  readonly #consoles = new Map<string, number>();
  readonly #options: Pick<ClusterOptions, "environment" | "clockSkewMs" | "consoles">;
  /** Files of all processes. */
  readonly #folder: string;
  /** By name: the file of its key for NATS. */
  readonly #keys: ReadonlyMap<string, string>;
  private constructor(
    parts: { postgres: TestPostgres; nats: NatsProcess; folder: string; keys: ReadonlyMap<string, string> },
    options: Pick<ClusterOptions, "environment" | "clockSkewMs" | "consoles">,
  ) {
    this.postgres = parts.postgres;
    this.nats = parts.nats;
    this.#folder = parts.folder;
    this.#keys = parts.keys;
    this.#options = options;
  }

  /** Resolves once all of them are ready. */
  static async open({ edges, floors, media, rights = false, ...options }: ClusterOptions): Promise<Cluster> {
    const names = (
      [
        ["floor", floors],
        ["media", media],
        ["edge", edges],
      ] satisfies [Role, number][]
    ).flatMap(([role, count]) => Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, role })));
    const folder = await mkdtemp(join(tmpdir(), "reelcast-cluster-"));
    const { keys, ...wanted } = rights ? await shippedRights(folder, names) : { keys: new Map<string, string>() };
    const nats = await NatsProcess.open(wanted);
    const postgres = await TestPostgres.create().catch(async (error: unknown) => {
      await nats[Symbol.asyncDispose]();
      throw error;
    });
    const cluster = new Cluster({ postgres, nats, folder, keys }, options);
    try {
      for (const { name, role } of names) await cluster.add(name, [role]);
      await Promise.all([...cluster.#nodes.values()].map((node) => node.start()));
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
    return cluster;
  }

  /** Another process, which is not started yet. */
  async add(name: string, roles: readonly Role[]): Promise<TestServer> {
    const { url, ownerUrl } = this.postgres.urls();
    const node = await TestServer.create({
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      NATS_URL: this.nats.url,
      ROLES: roles.join(","),
      NODE_NAME: name,
      DRAIN_SECONDS: "2",
      ...(await this.#consoleOf(name, roles)),
      ...this.#keyOf(name),
      ...this.#options.environment,
      ...this.#clockOf(name),
    });
    this.#nodes.set(name, node);
    return node;
  }
  async #consoleOf(name: string, roles: readonly Role[]): Promise<Variables> {
    if (this.#options.consoles !== true || !roles.includes("edge")) return {};
    const port = await freePort();
    this.#consoles.set(name, port);
    return { CONSOLE_PORT: String(port), STAFF_KEY_FILE: join(this.#folder, "staff.key") };
  }
  #keyOf(name: string): Variables {
    const file = this.#keys.get(name);
    return file === undefined ? {} : { NATS_NKEY: file };
  }
  #clockOf(name: string): Variables {
    const ms = this.#options.clockSkewMs?.[name];
    return ms === undefined ? {} : { NODE_OPTIONS: `--import ${CLOCK_SKEW}`, FAULT_CLOCK_SKEW_MS: String(ms) };
  }
  node(name: string): TestServer {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`there is no process ${name}`);
    return node;
  }
  /** Address of the console of this edge. */
  console(name: string): string {
    const port = this.#consoles.get(name);
    if (port === undefined) throw new Error(`${name} has no console`);
    return `http://localhost:${port}`;
  }
  /** Of the first edge. */
  get url(): string {
    return this.node("edge-1").url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#nodes.values()].map((node) => node.close()));
    await this.postgres.close();
    await this.nats[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
