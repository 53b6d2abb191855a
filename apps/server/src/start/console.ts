/**
 * The port of the console. That it can't be opened keeps no player from playing: the operator is notified, and the rest of the house
 * is open.
 */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Domain } from "../domain.ts";
import { ConfigError, LOOPBACK } from "../config.ts";
import type { Config } from "../config.ts";
import { openFrontDoor } from "../edge/http/frontDoor.ts";
import type { FrontDoor } from "../edge/http/frontDoor.ts";
import type { ConsolePort } from "../serving/index.ts";
import { StaffKeyError } from "../staff/index.ts";
import { holdDuty } from "../storage/index.ts";
import { rememberConsolePort } from "./consoleAddress.ts";
import { listenProblem, operatorErrorOf } from "./operatorErrors.ts";
import type { Listener } from "./operatorErrors.ts";
import type { StartNotice } from "./options.ts";

export const CONSOLE_CONNECTIONS = { total: 1_000, perNetwork: 400 } as const;

const IN_USE = Object.assign(new Error("in use"), { code: "EADDRINUSE" });

type ConsolePlace = NonNullable<Config["console"]["place"]>;
interface OpenConsole {
  app: FastifyInstance;
  port: ConsolePort;
}

/** As a browser on this computer reaches it. Passkeys need a name: they do not work at an address. */
function addressOf({ host, port }: { host: string; port: number }): string {
  const isHere = LOOPBACK.includes(host) || host === "0.0.0.0" || host === "::";
  const name = isHere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** At the first free port: of several, where the operator has named none. @throws an error with code EADDRINUSE if none is */
async function openConsoleDoor({ host, from, to }: ConsolePlace, trustedProxies: string[]): Promise<FrontDoor> {
  for (let port = from; ; port += 1) {
    try {
      return await openFrontDoor({ host, port, connections: CONSOLE_CONNECTIONS, trustedProxies });
    } catch (error) {
      if (port === to || !(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
}

async function bind(
  stack: AsyncDisposableStack,
  { domain: { config }, console: { app, port }, log }: { domain: Domain; console: OpenConsole; log: Logger },
  { place, listener }: { place: ConsolePlace; listener: Listener },
): Promise<string> {
  const door = stack.use(
    await openConsoleDoor(place, config.trustedProxies).catch((error: unknown) => {
      const problem = listenProblem(error, listener);
      throw problem === null ? error : new ConfigError(problem, { cause: error });
    }),
  );
  stack.defer(port.open(door.port));
  // Only a hint for commands.
  const forget = await rememberConsolePort(config, door.port).catch((error: unknown) =>
    log.warn(
      { err: error },
      "the console's port could not be noted: commands may print another address of the console",
    ),
  );
  if (forget) stack.defer(forget);
  stack.defer(door.attach({ handler: app.routing.bind(app), server: app.server }));
  return addressOf({ host: place.host, port: door.port });
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
  parts: { domain: Domain; console: OpenConsole | null; log: Logger },
  notify: (notice: StartNotice) => void,
): Promise<void> {
  const { domain, console, log } = parts;
  const { place } = domain.config.console;
  if (!console || !place) return;
  const { host, from } = place;
  const listener = { portVariable: "CONSOLE_PORT", hostVariable: "CONSOLE_HOST", host, port: from } as const;
  try {
    await domain.staff.openKey(domain.config.nats !== null);
    const address = await bind(stack, { domain, console, log }, { place, listener });
    if (console.port.number !== from)
      notify({ kind: "warning", text: `${listenProblem(IN_USE, listener)} The next free port is taken.` });
    notify({ kind: "console", address });
    await inviteFirstManager(stack, domain, log, (path) => notify({ kind: "first manager", link: address + path }));
  } catch (error) {
    const reason = error instanceof StaffKeyError ? error : operatorErrorOf(error, domain.config);
    if (reason === null) throw error;
    log.error({ err: error }, "the console is not open");
    notify({ kind: "warning", text: `The console is not open: ${reason.message}` });
  }
}
