/** Opens the data for one command, whether or not a server is running. */
import process from "node:process";
import { styleText } from "node:util";
import type { Logger } from "pino";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { createActContext } from "../acts/index.ts";
import type { ActContext } from "../acts/index.ts";
import type { Domain } from "../domain.ts";
import { InputError } from "../input.ts";
import { createLogger, endLogger } from "../log.ts";
import { houseOf } from "../start/commands.ts";
import { operatorErrorOf } from "../start/operatorErrors.ts";
import { withoutControlCharactersPerLine } from "./money.ts";

/** `publish` notifies every process, so that connected players see a change at once. */
export type Parts = Domain;
export type WithContext = (work: (context: ActContext) => Promise<void>) => Promise<void>;

export const createCommandContext = (domain: Domain, log: Logger): ActContext =>
  createActContext(domain, {
    log,
    onNotRecorded: (error) =>
      console.error(`This is not recorded: ${error instanceof Error ? error.message : String(error)}`),
  });

/** The variables of a command, and its log on stderr. @throws ConfigError */
export function commandConfig(): { config: Config; log: Logger } {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });
  return { config, log: createLogger(config.logLevel === "info" ? "warn" : config.logLevel, "stderr") };
}
/** On stderr: programs read what commands print. */
export function sayHouse(line: string): void {
  console.error(styleText("dim", withoutControlCharactersPerLine(line), { stream: process.stderr }));
}

/** Opens the data, does one thing, and closes it. @throws InputError, ConfigError or AppError for an operator's mistake */
export const withContext: WithContext = async (work) => {
  const { config, log } = commandConfig();
  try {
    const app = await createApp(config, { role: "cli", log }).catch((error: unknown) => {
      throw operatorErrorOf(error, config) ?? error;
    });
    try {
      sayHouse(`House "${app.domain.settings.current().menuTitle}" in ${houseOf(config)}`);
      await work(createCommandContext(app.domain, log));
    } finally {
      await app.close();
    }
  } finally {
    endLogger(log);
  }
};

/** A whole number as it is typed. @throws InputError */
export function parseCount(text: string, { from, to, of }: { from: number; to: number; of: string }): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value >= from && value <= to))
    throw new InputError(`"${text}" is not a number of ${of} from ${from} to ${to}.`);
  return value;
}

/** The origin of a site as it is typed. @throws InputError */
export function siteOf(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new InputError(`"${address}" is not an address of a site: write one such as https://play.example.org.`);
  return new URL(address).origin;
}
