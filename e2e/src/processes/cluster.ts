/** A house of several processes: edges, floors and media nodes on one database and one NATS server. */
import { fileURLToPath } from "node:url";
import { TestPostgres } from "../faults/postgres.ts";
import { TestServer } from "../testServer.ts";
import { NatsProcess } from "./nats.ts";

type Role = "edge" | "floor" | "media";
export interface ClusterWishes {
  edges: number;
  floors: number;
  media: number;
  /** Variables of all processes. */
  environment?: Record<string, string>;
  /** By name of the process: how far its wall clock is off, ms. */
  clockSkewMs?: Record<string, number>;
}
/** Loaded first into a process whose clock is to be off. */
const CLOCK_SKEW = fileURLToPath(new URL("../faults/clockSkew.ts", import.meta.url));

export class Cluster implements AsyncDisposable {
  readonly postgres: TestPostgres;
  readonly nats: NatsProcess;
  /** By name: edge-1, edge-2, floor-1, … */
  readonly #nodes = new Map<string, TestServer>();
  readonly #wishes: Pick<ClusterWishes, "environment" | "clockSkewMs">;
  private constructor(
    postgres: TestPostgres,
    nats: NatsProcess,
    wishes: Pick<ClusterWishes, "environment" | "clockSkewMs">,
  ) {
    this.postgres = postgres;
    this.nats = nats;
    this.#wishes = wishes;
  }

  /** Resolves once all of them are ready. */
  static async open({ edges, floors, media, ...wishes }: ClusterWishes): Promise<Cluster> {
    const nats = await NatsProcess.open();
    const postgres = await TestPostgres.create().catch(async (error: unknown) => {
      await nats[Symbol.asyncDispose]();
      throw error;
    });
    const cluster = new Cluster(postgres, nats, wishes);
    try {
      for (const [role, count] of [
        ["floor", floors],
        ["media", media],
        ["edge", edges],
      ] satisfies [Role, number][])
        for (let number = 1; number <= count; number += 1) await cluster.add(`${role}-${number}`, [role]);
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
      ...this.#wishes.environment,
      ...this.#clockOf(name),
    });
    this.#nodes.set(name, node);
    return node;
  }
  #clockOf(name: string): Record<string, string> {
    const ms = this.#wishes.clockSkewMs?.[name];
    return ms === undefined ? {} : { NODE_OPTIONS: `--import ${CLOCK_SKEW}`, FAULT_CLOCK_SKEW_MS: String(ms) };
  }
  node(name: string): TestServer {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`there is no process ${name}`);
    return node;
  }
  /** Of the first edge. */
  get url(): string {
    return this.node("edge-1").url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#nodes.values()].map((node) => node.close()));
    await this.postgres.close();
    await this.nats[Symbol.asyncDispose]();
  }
}
