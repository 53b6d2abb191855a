/** Debian's PostgreSQL with a synchronous standby, and HAProxy as their one address. */
import type { Client } from "pg";
import type { TestDatabase } from "../faults/observedHouse.ts";
import { DebianPostgres } from "./debianPostgres.ts";
import { HaproxyProcess } from "./haproxy.ts";

const DATABASE = "house";

export class StreamingPair implements TestDatabase {
  /** The address that leads to whichever server takes writes. */
  readonly port: number;
  readonly #proxy: HaproxyProcess;
  /** The one that takes writes. */
  #primary: DebianPostgres;
  #standby: DebianPostgres;

  private constructor(
    servers: { primary: DebianPostgres; standby: DebianPostgres },
    { proxy, port }: { proxy: HaproxyProcess; port: number },
  ) {
    this.#primary = servers.primary;
    this.#standby = servers.standby;
    this.#proxy = proxy;
    this.port = port;
  }

  static async open(): Promise<StreamingPair> {
    const undo: AsyncDisposable[] = [];
    try {
      const primary = await DebianPostgres.open();
      undo.push(primary);
      await primary.createDatabase(DATABASE);
      // For the check of deploy/haproxy/postgres.cfg.
      await primary.administer("create role reelcast_check login connection limit 10");
      await primary.administer("grant connect on database postgres to reelcast_check");
      const standby = await primary.openStandby("standby1");
      undo.push(standby);
      return new StreamingPair({ primary, standby }, await HaproxyProcess.ofPostgres([primary.port, standby.port]));
    } catch (error) {
      for (const one of undo.toReversed()) await one[Symbol.asyncDispose]();
      throw error;
    }
  }

  urls(port = this.#primary.port): { url: string; ownerUrl: string } {
    const { DATABASE_URL, DATABASE_OWNER_URL } = this.#primary.urls(DATABASE, port);
    return { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL };
  }
  connect(): Promise<Client> {
    return this.#primary.connect(DATABASE);
  }

  /** kill -9 of the primary, and its start on the same data. Resolves once commits are confirmed by the standby again. */
  async restartPrimary(): Promise<void> {
    await this.#primary.kill();
    await this.#primary.start();
    await this.#primary.synchronous();
  }
  /**
   * The standby stops, so that no commit is confirmed any more; the primary dies; the standby becomes the primary.
   * @param whileNothingCommits runs before the death
   */
  async failOver(whileNothingCommits: () => Promise<unknown>): Promise<void> {
    await this.#standby.freeze();
    await whileNothingCommits();
    await this.#primary.kill();
    await this.#standby.thaw();
    await this.#standby.promote();
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  async close(): Promise<void> {
    await this.#proxy[Symbol.asyncDispose]();
    await this.#standby[Symbol.asyncDispose]();
    await this.#primary[Symbol.asyncDispose]();
  }
}
