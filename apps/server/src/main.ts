/** The server's process: reads the configuration, starts the house, says where it is, ends it in order on a signal. */
import process from "node:process";
import { ConfigError, readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { openHouse } from "./context.ts";
import { DEMO_PASSWORD, DEMO_PLAYERS } from "./demo.ts";
import { createLogger } from "./log.ts";

/** Players must not wait longer for an orderly end. */
const STOP_WITHIN_MS = 4_500;
const MISUSE = 2;

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(MISUSE);
  }
}

const config = configuration();
const log = createLogger(config.logLevel);
process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
process.on("uncaughtException", (error) => {
  // The state is unknown: end at once, and let the next start recover from what is durable.
  log.fatal({ err: error }, "uncaught exception");
  process.exit(1);
});

let ending = false;
let house: Awaited<ReturnType<typeof openHouse>> | undefined;
async function end(signal: string): Promise<void> {
  if (ending) return;
  ending = true;
  log.info({ signal }, "stopping");
  setTimeout(() => {
    log.error("stopping took too long");
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  try {
    await house?.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "stopping failed");
    process.exit(1);
  }
}
process.on("SIGTERM", () => void end("SIGTERM"));
process.on("SIGINT", () => void end("SIGINT"));

try {
  house = await openHouse(config, log);
} catch (error) {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    console.error(
      `PORT ${config.port} is in use: another program, or another house, listens on ${config.host}:${config.port}.`,
    );
    process.exit(MISUSE);
  }
  log.fatal({ err: error }, "the house could not be opened");
  process.exit(1);
}

const shownHost = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
console.log(`\n  Reelcast is open at http://${shownHost}:${config.port}`);
if (config.demo) console.log(`  Log in as ${DEMO_PLAYERS.join(", ")}, password ${DEMO_PASSWORD}`);
console.log();
