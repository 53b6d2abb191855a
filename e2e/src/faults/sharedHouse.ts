/**
 * A house of several processes for fault tests: edges behind HAProxy, floors and media processes, NATS, PostgreSQL with a
 * standby, and a proxy on each of their links. Its players never stop playing.
 */
import { ErrorCode } from "@reelcast/contract";
import { HaproxyProcess } from "../processes/haproxy.ts";
import { NatsProcess } from "../processes/nats.ts";
import { StreamingPair } from "../processes/streamingPair.ts";
import { FaultServer } from "./faultServer.ts";
import { Cabinet, ObservedHouse, prepareDatabase } from "./observedHouse.ts";
import { FaultPlayer, SILENT_AFTER_MS } from "./player.ts";

export interface SharedHouseOptions {
  edges: number;
  floors: number;
  media: number;
  /** A machine with a picture, for a browser; the players take the others. */
  drawn?: number;
  /** At most four, which is also the default. */
  players?: number;
  /** Folder of the program of all processes, with a slash at the end; the present one by default. */
  root?: string | undefined;
}
interface Services {
  nats: NatsProcess;
  proxy: HaproxyProcess;
  /** Where players reach the edges. */
  url: string;
}

/** Machines of the four players. */
const SEATS = [1, 4, 7, 10] as const;
const PLAYABLE_WITHIN_MS = 45_000;
const SETTLED_WITHIN_MS = 90_000;
const BETWEEN_PRESSES_MS = 80;
/** A transfer after so many presses. */
const MONEY_EVERY = 4;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Presses, and moves money in and out, until the signal. */
async function play(player: FaultPlayer, machine: number, until: AbortSignal): Promise<void> {
  for (let turn = 0; !until.aborted; turn += 1) {
    // Its presses fail until it has a seat again.
    await player.seat(machine, 2_000).catch(() => undefined);
    if (turn % MONEY_EVERY === 0) {
      const isOut = turn % (2 * MONEY_EVERY) > 0;
      const operation = isOut ? player.begin("cashout", machine, null) : player.begin("cashin", machine, 3_000);
      if (!(await player.settle(operation, SETTLED_WITHIN_MS)))
        throw new Error(`${operation.kind} ${operation.id} has no final answer`);
    }
    const waits = player.phase === "winToTake" || player.phase === "gamble";
    await player.press(waits ? "take" : "play", SILENT_AFTER_MS);
    await pause(BETWEEN_PRESSES_MS);
  }
}

export class SharedHouse extends ObservedHouse<StreamingPair> {
  readonly nats: NatsProcess;
  readonly url: string;
  readonly #proxy: HaproxyProcess;

  private constructor(
    parts: { postgres: StreamingPair; servers: FaultServer[]; cabinet: Cabinet },
    services: Services,
  ) {
    super(parts.postgres, parts.servers, parts.cabinet);
    this.nats = services.nats;
    this.#proxy = services.proxy;
    this.url = services.url;
  }

  /** Resolves once all are ready, and every player has a seat. */
  static async open(options: SharedHouseOptions): Promise<SharedHouse> {
    const { edges, floors, media, drawn, root, players = SEATS.length } = options;
    const undo: (() => Promise<void>)[] = [];
    try {
      const nats = await NatsProcess.open();
      undo.push(() => nats[Symbol.asyncDispose]());
      const postgres = await StreamingPair.open();
      undo.push(() => postgres.close());
      const cabinet = await Cabinet.open({ seed: 1 });
      undo.push(() => cabinet.close());
      await prepareDatabase(postgres, { drawn, root });
      const servers: FaultServer[] = [];
      for (const [role, count] of Object.entries({ floor: floors, edge: edges, media }))
        for (let number = 1; number <= count; number += 1) {
          const server = await FaultServer.create({
            name: `${role}-${number}`,
            databaseUrls: (port) => postgres.urls(port),
            databasePort: postgres.port,
            cabinetPort: cabinet.port,
            natsPort: nats.port,
            without: [],
            environment: { ROLES: role, DRAIN_SECONDS: "2", TRUSTED_PROXIES: "127.0.0.1", DEMO_PUBLIC: "1" },
          });
          undo.push(() => server.close());
          servers.push(server);
        }
      const isEdge = ({ name }: FaultServer) => name.startsWith("edge");
      const { proxy, url } = await HaproxyProcess.ofPlayers(servers.filter(isEdge).map(({ port }) => port));
      undo.push(() => proxy[Symbol.asyncDispose]());
      const house = new SharedHouse({ postgres, servers, cabinet }, { nats, proxy, url });
      await Promise.all(servers.map((server) => server.start({ root })));
      await house.ready();
      await house.withoutPrizes(drawn);
      house.players = await Promise.all(
        SEATS.slice(0, players).map((_, n) => FaultPlayer.login(`demo${n + 1}`, [url])),
      );
      return house;
    } catch (error) {
      for (const end of undo.toReversed()) await end().catch(() => undefined);
      throw error;
    }
  }

  server(name: string): FaultServer {
    const server = this.servers.find((one) => one.name === name);
    if (!server) throw new Error(`there is no process ${name}`);
    return server;
  }
  async ready(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.until("active", 60_000)));
  }
  /** The floor that has most of the players' machines, by its name. */
  async busiestFloor(): Promise<FaultServer> {
    const client = await this.client();
    const { rows } = await client.query<{ name: string }>(
      `select n.name from machine_leases l join floor_nodes n on n.node = l.node
       where l.machine_id = any($1) group by n.name order by count(*) desc, n.name limit 1`,
      [SEATS],
    );
    return this.server(rows[0]?.name ?? "none");
  }

  /**
   * What happens while everybody plays. Then all come to rest; the checker judges elsewhere.
   * @param happens its argument resolves once every player has had a press accepted after the call, with the time, ms
   */
  async underPlay(happens: (allPlay: () => Promise<number>) => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const playing = Promise.all(this.players.map((player, n) => play(player, SEATS[n] ?? 0, ending.signal)));
    // It is awaited below; until then a failure must not end the process.
    playing.catch(() => undefined);
    const allPlay = () => this.#allPlay();
    try {
      await Promise.race([happens(allPlay), playing.then(() => undefined)]);
    } finally {
      ending.abort();
      await playing;
    }
    await Promise.all(this.players.map((player) => player.read()));
  }
  async #allPlay(): Promise<number> {
    const since = performance.now();
    const last = ({ presses }: FaultPlayer) =>
      presses.find(({ askedAt, outcome }) => askedAt >= since && outcome.type === "accepted")?.answeredAt;
    for (;;) {
      const times = this.players.map(last).filter((time) => time !== undefined);
      if (times.length === this.players.length) return Math.round(Math.max(...times) - since);
      if (performance.now() - since > PLAYABLE_WITHIN_MS) throw new Error(`not all can play:\n${await this.#state()}`);
      await pause(30);
    }
  }
  async #state(): Promise<string> {
    const players = this.players.map(
      ({ name, phase, presses }) =>
        `${name} ${phase} ${JSON.stringify(presses.slice(-3).map(({ outcome }) => outcome))}`,
    );
    return [...players, await this.describe().catch(String)].join("\n");
  }
  /** Answers to requests for money that left the outcome open, by code. */
  inDoubt(): number {
    const attempts = this.players.flatMap(({ operations }) => operations.flatMap((operation) => operation.attempts));
    return attempts.filter(
      ({ outcome }) => outcome.type === "unknown" && outcome.why === String(ErrorCode.TransferInDoubt),
    ).length;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#proxy[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
  }
}
