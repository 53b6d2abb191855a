/** Opens the data for one command: beside a running server or without one. */
import process from "node:process";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { openDomain } from "../domain.ts";
import type { Domain, Publish } from "../domain.ts";
import { InputError } from "../input.ts";
import { createLogger } from "../log.ts";
import { inTransaction } from "../storage/index.ts";

export interface Parts extends Domain {
  /** Tells every process, so that connected players see it at once. */
  tell: Publish;
}
export interface House extends Parts {
  /** All parts work in one transaction; what they tell is told at its commit. */
  inTransaction<T>(work: (parts: Parts) => Promise<T>): Promise<T>;
}
export type WithHouse = (work: (house: House) => Promise<void>) => Promise<void>;

export function houseOf(domain: Domain, log: Parameters<typeof openDomain>[0]["log"]): House {
  return {
    ...domain,
    tell: domain.publish,
    inTransaction: (work) =>
      inTransaction(domain.storage, async (storage) => {
        const told: Promise<void>[] = [];
        const publish: Publish = (topic, message) => void told.push(storage.notify({ topic, message }));
        const within = await openDomain({ config: domain.config, storage, publish, log });
        const done = await work({ ...within, tell: publish });
        await Promise.all(told);
        return done;
      }),
  };
}

/** Opens the data, does one thing, and closes it. @throws InputError, ConfigError or AppError for an operator's mistake */
export const withHouse: WithHouse = async (work) => {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });
  const log = createLogger(config.logLevel === "info" ? "warn" : config.logLevel);
  const app = await createApp(config, { role: "cli", log });
  try {
    await work(houseOf(app.domain, log));
  } finally {
    await app.close();
  }
};

/** A whole number as it is typed. @throws InputError */
export function count(text: string, { from, to, of }: { from: number; to: number; of: string }): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value >= from && value <= to))
    throw new InputError(`"${text}" is not a number of ${of} from ${from} to ${to}.`);
  return value;
}
