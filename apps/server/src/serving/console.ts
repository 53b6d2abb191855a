/** The console of the house, on a port of its own: the server opens the port (start/console.ts). */
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createActContext } from "../acts/index.ts";
import { VERSION } from "../domain.ts";
import { createConsoleApp } from "../edge/console/app.ts";
import { createConsoleFeed } from "../edge/console/feed.ts";
import type { ServingParts } from "./parts.ts";

const CONSOLE = fileURLToPath(new URL("../../../console/dist/", import.meta.url));

/** Null: this process serves none. */
export async function openConsole(
  stack: AsyncDisposableStack,
  { domain, bus, log, overrides }: ServingParts,
): Promise<FastifyInstance | null> {
  const { config, staff } = domain;
  const { place, origins } = config.console;
  if (!place || !config.roles.has("edge")) return null;
  const app = await createConsoleApp({
    staff,
    acts: createActContext(domain, { log, overrides }),
    bus,
    feed: createConsoleFeed(),
    log,
    host: place.host,
    origins,
    trustedProxies: config.trustedProxies,
    docs: config.apiDocs ? VERSION : null,
    folder: CONSOLE,
  });
  stack.defer(() =>
    staff.flush().catch((error: unknown) => log.warn({ err: error }, "refused sign-ins were not counted")),
  );
  stack.defer(() => app.close());
  await app.ready();
  return app;
}
