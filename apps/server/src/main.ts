/** The server's process: reads the configuration, starts the server, prints its address, and closes it on a signal. */
import process from "node:process";
import { createApp } from "./app.ts";
import type { ConsoleStartNotice, ServerApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DEMO_PASSWORD, DEMO_PLAYERS } from "./demo.ts";
import { createLogger } from "./log.ts";

/** Maximum time of an orderly end, beyond the time in which a process gives its work to others. */
const STOP_WITHIN_MS = 4_500;
const DRAIN_SLACK_MS = 15_000;
/** A standby has no sessions to end. */
const STOP_STANDBY_WITHIN_MS = 1_000;
const MISUSE = 2;

/** Prints a mistake of the operator as one sentence. */
function refuse(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(MISUSE);
}
function configuration() {
  try {
    return readConfig(process.env);
  } catch (error) {
    return refuse(error);
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

const stopWithinMs = STOP_WITHIN_MS + (config.nats ? config.node.drainSeconds * 1_000 + DRAIN_SLACK_MS : 0);

let ending = false;
let app: ServerApp | undefined;
async function end(signal: string): Promise<void> {
  if (ending) return;
  ending = true;
  log.info({ signal }, "stopping");
  const serving = app?.state() === "ready";
  setTimeout(
    () => {
      if (serving) log.error("stopping took too long");
      process.exit(serving ? 1 : 0);
    },
    serving ? stopWithinMs : STOP_STANDBY_WITHIN_MS,
  ).unref();
  try {
    await app?.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "stopping failed");
    process.exit(1);
  }
}
process.on("SIGTERM", () => void end("SIGTERM"));
process.on("SIGINT", () => void end("SIGINT"));

/** Held back until the address of the site is printed. */
let heldNotices: ConsoleStartNotice[] | null = [];
function printConsole(notice: ConsoleStartNotice): void {
  if (heldNotices) heldNotices.push(notice);
  else if (notice.kind === "open") console.log(`  The console for the staff is at ${notice.address}`);
  else if (notice.kind === "closed") console.log(`  The console is not open: ${notice.reason}`);
  else
    console.log(
      `  Nobody can sign in there yet. This link makes the first manager, once, within 24 hours:\n  ${notice.link}`,
    );
}

app = await createApp(config, { log, onConsole: printConsole }).catch(refuse);
app.ended.catch((error: unknown) => {
  if (error instanceof ConfigError) refuse(error);
  log.fatal({ err: error }, "the house can't be open");
  process.exit(1);
});
const shownHost = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
if (await app.ready.then(() => true).catch(() => false)) {
  if (config.roles.has("edge")) {
    console.log(`\n  Reelcast is open at http://${shownHost}:${config.port}`);
    if (config.demo) console.log(`  Log in as ${DEMO_PLAYERS.join(", ")}, password ${DEMO_PASSWORD}`);
  } else console.log(`\n  ${config.node.name} is ready: ${[...config.roles].join(", ")}`);
  const notices = heldNotices;
  heldNotices = null;
  notices.forEach(printConsole);
  console.log();
}
