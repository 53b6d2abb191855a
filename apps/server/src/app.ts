/**
 * The composition root of server, command line, tests and benchmarks. A start is a chain of steps (start/). Everything is
 * closed in reverse order.
 */
import type { Config } from "./config.ts";
import { createLogger } from "./log.ts";
import { openForCommands } from "./start/commands.ts";
import { openInProcess } from "./start/inProcess.ts";
import type { CliApp, InProcessApp, Overrides, ServerApp } from "./start/options.ts";
import { startServer } from "./start/server.ts";

export type * from "./start/options.ts";

export function createApp(config: Config, overrides: Overrides & { role: "cli" }): Promise<CliApp>;
export function createApp(config: Config, overrides: Overrides & { role: "inProcess" }): Promise<InProcessApp>;
/** Resolves when the folder is locked and the port is bound. @throws ConfigError with one sentence if either is taken */
export function createApp(config: Config, overrides?: Overrides & { role?: "server" }): Promise<ServerApp>;
export async function createApp(config: Config, overrides: Overrides = {}): Promise<ServerApp | CliApp | InProcessApp> {
  const log = overrides.log ?? createLogger(config.logLevel);
  if (overrides.role === "cli") return openForCommands(config, overrides, log);
  if (overrides.role === "inProcess") return openInProcess(config, overrides, log);
  return startServer(config, overrides, log);
}
