/** One server, or an active one and a standby, with players and the evidence for the checker. */
import type { CabinetMutation } from "./cabinetMachine.ts";
import { FaultServer, type StartOfServer } from "./faultServer.ts";
import { Cabinet, ObservedHouse, prepareDatabase } from "./observedHouse.ts";
import { FaultPlayer } from "./player.ts";
import { TestPostgres } from "./postgres.ts";

export interface WorldOptions {
  servers?: 1 | 2;
  players?: 1 | 2 | 3 | 4;
  seed?: number;
  /** Protections to leave out, to show that the checker finds it. */
  without?: readonly (CabinetMutation | "fence" | "comparison")[];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class World extends ObservedHouse<TestPostgres> {
  static async open(options: WorldOptions = {}): Promise<World> {
    const { servers: serverCount = 2, players = 4, seed = 1, without = [] } = options;
    const has = (name: string) => without.some((one) => one === name);
    const undo: (() => Promise<void>)[] = [];
    try {
      const postgres = await TestPostgres.create();
      undo.push(() => postgres.close());
      const cabinet = await Cabinet.open({ seed, without: (["epochs", "mark"] as const).filter(has) });
      undo.push(() => cabinet.close());
      await prepareDatabase(postgres, { without: has("fence") ? ["fence"] : [] });
      const servers: FaultServer[] = [];
      for (let n = 0; n < serverCount; n += 1) {
        const server = await FaultServer.create({
          name: "AB".charAt(n),
          databaseUrls: (port) => postgres.urls(port),
          databasePort: postgres.port,
          cabinetPort: cabinet.port,
          videoPorts: `${52_000 + n * 100}-${52_099 + n * 100}`,
          without: has("comparison") ? ["comparison"] : [],
        });
        undo.push(() => server.close());
        servers.push(server);
      }
      const world = new World(postgres, servers, cabinet);
      const [first, second] = servers;
      await first?.start();
      await first?.until("active");
      await world.withoutPrizes();
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
  async restore(start: StartOfServer = {}): Promise<void> {
    for (const server of this.servers) {
      server.continueProcess();
      server.restoreLinks();
      await server.disarm();
      await server.start(start);
    }
    const { other } = await this.roles();
    await other?.until("standby");
  }
}
