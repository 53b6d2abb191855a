/** The server's process: reads the configuration, starts the server, prints its address, and closes it on a signal. */
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { ServerApp, StartNotice } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DEMO_PASSWORD, DEMO_PLAYERS } from "./demo.ts";
import { createLogger } from "./log.ts";
import { ignoreClosedOutput } from "./output.ts";
import { keepFilesPrivate } from "./ownFiles.ts";
import { operatorErrorOf } from "./start/operatorErrors.ts";

/** Maximum time of an orderly end, beyond the time in which a process gives its work to others. */
const STOP_WITHIN_MS = 4_500;
const DRAIN_SLACK_MS = 15_000;
/** A standby has no sessions to end. */
const STOP_STANDBY_WITHIN_MS = 1_000;
/** A step that has begun, such as the creation of the database, is finished first. */
const STOP_START_WITHIN_MS = 60_000;
/** Each ends the house in order: `kill`, Ctrl+C, a terminal that is closed, Ctrl+\. */
const END_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;
const MISUSE = 2;

ignoreClosedOutput();
keepFilesPrivate();

/** Prints a mistake of the operator as one sentence. */
function refuse(error: ConfigError): never {
  console.error(error.message);
  process.exit(MISUSE);
}
function configuration() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return refuse(error);
    throw error;
  }
}

const config = configuration();
const log = createLogger(config.logLevel);
process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
process.on("uncaughtException", (error) => {
  // The state is unknown: end at once; the next start recovers from the database.
  log.fatal({ err: error }, "uncaught exception");
  process.exit(1);
});

const stopWithinMs = {
  ready: STOP_WITHIN_MS + (config.nats ? config.node.drainSeconds * 1_000 + DRAIN_SLACK_MS : 0),
  standby: STOP_STANDBY_WITHIN_MS,
  starting: STOP_START_WITHIN_MS,
};

let ending = false;
let app: ServerApp | undefined;
async function end(signal: string): Promise<void> {
  if (ending) return;
  ending = true;
  log.info({ signal }, "stopping");
  const state = app?.state() ?? "starting";
  setTimeout(() => {
    if (state !== "standby") log.error("stopping took too long");
    process.exit(state === "standby" ? 0 : 1);
  }, stopWithinMs[state]).unref();
  try {
    await app?.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "stopping failed");
    process.exit(1);
  }
}
for (const signal of END_SIGNALS) process.on(signal, () => void end(signal));

/** Ends a start that failed, or a house that can't go on. What it has opened, such as the embedded database, is closed first. */
async function fail(error: unknown): Promise<void> {
  if (ending) return;
  ending = true;
  const mistake = operatorErrorOf(error, config);
  if (!mistake) log.fatal({ err: error }, "the house can't be open");
  const closed = app?.close().catch((failure: unknown) => log.error({ err: failure }, "stopping failed"));
  await Promise.race([closed, pause(STOP_WITHIN_MS)]);
  if (mistake) refuse(mistake);
  process.exit(1);
}

/** Held back until the address of the site is printed. */
let heldNotices: StartNotice[] | null = [];
function printNotice(notice: StartNotice): void {
  if (heldNotices) heldNotices.push(notice);
  else if (notice.kind === "console") console.log(`  The console for the staff is at ${notice.address}`);
  else if (notice.kind === "warning") console.log(`  ${notice.text}`);
  else
    console.log(
      `  Nobody can sign in there yet. This link makes the first manager, once, within 24 hours:\n  ${notice.link}`,
    );
}

const started = await createApp(config, { log, onNotice: printNotice }).catch(fail);
if (started) {
  app = started;
  started.ended.catch(fail);
  if (await started.ready.then(() => true).catch(() => false)) printAddress();
}
function printAddress(): void {
  const shownHost = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  if (config.roles.has("edge")) {
    console.log(`\n  Reelcast is open at http://${shownHost}:${config.port}`);
    if (config.demo) console.log(`  Log in as ${DEMO_PLAYERS.join(", ")}, password ${DEMO_PASSWORD}`);
  } else console.log(`\n  ${config.node.name} is ready: ${[...config.roles].join(", ")}`);
  const notices = heldNotices;
  heldNotices = null;
  notices?.forEach(printNotice);
  console.log();
}
