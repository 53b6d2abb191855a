/** The console of the house, on a port of its own: the server opens the port (start/console.ts). */
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createActContext } from "../acts/index.ts";
import { recordAct } from "../audit/index.ts";
import { dataPaths } from "../config.ts";
import { VERSION } from "../domain.ts";
import { createConsoleApp } from "../edge/console/app.ts";
import { createConsoleFeed } from "../edge/console/feed.ts";
import { Watching } from "../watching/index.ts";
import { openConsoleRecords } from "./consoleRecords.ts";
import type { EdgeServices } from "./edge.ts";
import { iceServersOf } from "./http.ts";
import { createHouseHealth } from "./houseHealth.ts";
import type { ServingParts } from "./parts.ts";

const CONSOLE = fileURLToPath(new URL("../../../console/dist/", import.meta.url));

/** Where the console is: known once its port is open. */
export class ConsolePort {
  #number: number | null = null;

  /** Null: it is not open. */
  get number(): number | null {
    return this.#number;
  }
  /** Returns a function that says that it is closed. */
  open(number: number): () => void {
    this.#number = number;
    return () => void (this.#number = null);
  }
}

/** Null: this process serves none. */
export async function openConsole(
  stack: AsyncDisposableStack,
  parts: ServingParts,
  { overview, video }: Pick<EdgeServices, "overview" | "video">,
): Promise<{ app: FastifyInstance; port: ConsolePort } | null> {
  const { domain, bus, log, metrics, samples, overrides } = parts;
  const { config, storage, staff } = domain;
  const { place, origins } = config.console;
  if (!place || !config.roles.has("edge")) return null;
  const port = new ConsolePort();
  const watching = new Watching({
    db: storage.calls,
    video,
    log,
    record: (trx, act) => recordAct(trx, { ...act, via: "console", before: null, why: null }),
    openSessions: async (ids) => (await staff.membersOf(ids)).map(({ sessionId }) => sessionId),
  });
  stack.defer(() => watching.stop());
  const app = await createConsoleApp({
    staff,
    acts: createActContext(domain, { log, overrides }),
    bus,
    feed: createConsoleFeed(),
    log,
    host: place.host,
    port: () => port.number,
    origins,
    trustedProxies: config.trustedProxies,
    docs: config.apiDocs ? VERSION : null,
    houseName: () => domain.settings.current().menuTitle,
    folder: CONSOLE,
    pictures: dataPaths(config.dataDir).pictures,
    floor: { overview, video, db: storage.reads },
    watch: { watching, iceServers: iceServersOf(domain) },
    records: openConsoleRecords(stack, domain, { overview, log }),
    health: createHouseHealth({
      own: { id: parts.member.id, missing: parts.missing },
      db: storage.reads,
      space: storage.space,
      bus,
      samples,
      config,
    }),
    requestDuration: metrics.requestDuration,
  });
  stack.defer(() =>
    staff.flush().catch((error: unknown) => log.warn({ err: error }, "refused sign-ins were not counted")),
  );
  stack.defer(() => app.close());
  await app.ready();
  return { app, port };
}
