/** Opens the data for the command line, also while a server runs. */
import type { Logger } from "pino";
import { lastStart } from "../audit/index.ts";
import { ConfigError } from "../config.ts";
import type { Config } from "../config.ts";
import { errorCode } from "../errorCode.ts";
import { openDomain } from "../domain.ts";
import type { DomainOverrides } from "../domain.ts";
import { LONG, connectStorage, isDatabaseAway, placeOf, schemaState } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { workAsOwner } from "./folderOwner.ts";
import type { CliApp } from "./options.ts";
import { assertRestored } from "./restoring.ts";
import { asConfigError, storageOptions } from "./steps.ts";

/** Which house the configuration names: a folder, or a database without its password. */
export function houseOf({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string {
  if (databaseUrl === undefined) return dataDir;
  const { database, host } = placeOf(databaseUrl);
  return database === "" ? `the database at ${host}` : `the database "${database}" at ${host}`;
}

/** Rethrows that the database does not answer with the name of the house that was meant. */
export const sayWhichIsAway =
  (config: Config) =>
  (error: unknown): never => {
    if (!isDatabaseAway(error) || !(error instanceof Error)) throw error;
    // An error of several addresses has no message of its own.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    const reason = error.message || (first instanceof Error ? first.message : errorCode(error));
    throw new Error(`The house in ${houseOf(config)} can't be opened now: ${reason.replace(/[.\s]+$/, "")}.`, {
      cause: error,
    });
  };

/** Only a start creates and migrates. @throws ConfigError if there is no house of this version */
async function assertHouse(storage: Storage, house: string): Promise<void> {
  const state = await schemaState(storage.db);
  if (state === "none") throw new ConfigError(`There is no house in ${house}: only a start of the server makes one.`);
  if (state === "older")
    throw new ConfigError(`The house in ${house} is of an older version: start the server once first.`);
  if (state === "newer") throw new ConfigError(`The house in ${house} is of a newer version than this program.`);
}

export const openForCommands = (config: Config, overrides: DomainOverrides, log: Logger): Promise<CliApp> =>
  open(config, overrides, log).catch(sayWhichIsAway(config));

async function open(config: Config, overrides: DomainOverrides, log: Logger): Promise<CliApp> {
  await workAsOwner(config.dataDir);
  assertRestored(config.dataDir);
  const options = { ...storageOptions(config), reserveBytes: undefined, log, limits: LONG, create: false };
  const storage = await connectStorage(options).catch(asConfigError);
  const sent: Promise<void>[] = [];
  try {
    await assertHouse(storage, houseOf(config));
    // The reserve is the running house's, and not what the environment of this command says.
    const started = await lastStart(storage.db);
    const reserve = started?.diskReserveBytes ?? config.diskReserveBytes;
    // Without a reserve nothing is measured: the folder may be elsewhere.
    if (reserve > 0) await storage.space.setReserve(reserve);
    const domain = await openDomain({
      config,
      storage,
      publish: (topic, message) => void sent.push(storage.notify({ topic, message })),
      log,
      overrides,
    });
    return {
      domain,
      async close() {
        try {
          await Promise.all(sent);
        } finally {
          await storage.close();
        }
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
