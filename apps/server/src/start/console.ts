/**
 * The port of the console. That it can't be opened keeps no player from playing: the operator is notified, and the rest of the house
 * is open.
 */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Domain } from "../domain.ts";
import { LOOPBACK } from "../config.ts";
import { openFrontDoor } from "../edge/http/frontDoor.ts";
import { StaffKeyError } from "../staff/index.ts";
import { holdDuty } from "../storage/index.ts";

/** What the operator must know of the console at a start. */
export type ConsoleStartNotice =
  | { kind: "open"; address: string }
  /** There is nobody yet who could sign in: who follows the link becomes the first manager. */
  | { kind: "first manager"; link: string }
  /** A sentence. */
  | { kind: "closed"; reason: string };

const CONNECTIONS = { total: 1_000, perNetwork: 400 } as const;

/** As a browser on this computer reaches it. Passkeys need a name: they do not work at an address. */
function addressOf({ host, port }: { host: string; port: number }): string {
  const isHere = LOOPBACK.includes(host) || host === "0.0.0.0" || host === "::";
  const name = isHere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function bind(
  stack: AsyncDisposableStack,
  { domain: { config }, console: app }: { domain: Domain; console: FastifyInstance },
  { host, port }: { host: string; port: number },
): Promise<string> {
  const { trustedProxies } = config;
  const door = stack.use(await openFrontDoor({ host, port, connections: CONNECTIONS, trustedProxies }));
  stack.defer(door.attach({ handler: app.routing.bind(app), server: app.server }));
  return addressOf({ host, port: door.port });
}

/** Makes the link of the first manager, in one process of those that share the house. */
async function inviteFirstManager(
  stack: AsyncDisposableStack,
  { config, storage, staff }: Domain,
  log: Logger,
  onLink: (path: string) => void,
): Promise<void> {
  const invite = async () => {
    const link = await staff.firstManagerLink();
    if (link) onLink(link.path);
  };
  const { length } = await staff.administration.list(storage.calls);
  if (length > 0) return;
  if (config.nats === null) return invite();
  const begin = async () => {
    await invite();
    return () => {};
  };
  stack.defer(holdDuty({ url: storage.directUrl, name: "first manager", begin, log }));
}

/** Opens the port. Never throws because of the console: it notifies of what is wrong. */
export async function openConsolePort(
  stack: AsyncDisposableStack,
  parts: { domain: Domain; console: FastifyInstance | null; log: Logger },
  notify: (notice: ConsoleStartNotice) => void,
): Promise<void> {
  const { domain, console: app, log } = parts;
  const { place } = domain.config.console;
  if (!app || !place) return;
  try {
    await domain.staff.openKey(domain.config.nats !== null);
    const address = await bind(stack, { domain, console: app }, place);
    notify({ kind: "open", address });
    await inviteFirstManager(stack, domain, log, (path) => notify({ kind: "first manager", link: address + path }));
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken && !(error instanceof StaffKeyError)) throw error;
    const reason = isTaken
      ? `CONSOLE_PORT ${place.port} is in use: another program, or another house, listens on ${place.host}:${place.port}.`
      : error.message;
    log.error({ err: error }, "the console is not open");
    notify({ kind: "closed", reason });
  }
}
