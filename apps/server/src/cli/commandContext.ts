/** Opens the data for one command, whether or not a server is running. */
import process from "node:process";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { openDomain } from "../domain.ts";
import type { Domain, Publish } from "../domain.ts";
import { InputError } from "../input.ts";
import { createLogger } from "../log.ts";
import { inTransaction } from "../storage/index.ts";

/** `publish` notifies every process, so that connected players see a change at once. */
export type Parts = Domain;
export interface CommandContext extends Parts {
  /** Runs `work` with parts that share one transaction; what they publish is sent at its commit. */
  inTransaction<T>(work: (parts: Parts) => Promise<T>): Promise<T>;
}
export type WithContext = (work: (context: CommandContext) => Promise<void>) => Promise<void>;

export function createCommandContext(domain: Domain, log: Parameters<typeof openDomain>[0]["log"]): CommandContext {
  return {
    ...domain,
    inTransaction: (work) =>
      inTransaction(domain.storage, async (storage) => {
        const sent: Promise<void>[] = [];
        const publish: Publish = (topic, message) => void sent.push(storage.notify({ topic, message }));
        const result = await work(await openDomain({ config: domain.config, storage, publish, log }));
        await Promise.all(sent);
        return result;
      }),
  };
}

/** Opens the data, does one thing, and closes it. @throws InputError, ConfigError or AppError for an operator's mistake */
export const withContext: WithContext = async (work) => {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });
  const log = createLogger(config.logLevel === "info" ? "warn" : config.logLevel);
  const app = await createApp(config, { role: "cli", log });
  try {
    await work(createCommandContext(app.domain, log));
  } finally {
    await app.close();
  }
};

/** A whole number as it is typed. @throws InputError */
export function parseCount(text: string, { from, to, of }: { from: number; to: number; of: string }): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value >= from && value <= to))
    throw new InputError(`"${text}" is not a number of ${of} from ${from} to ${to}.`);
  return value;
}
