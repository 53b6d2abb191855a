/** Opens the data for the command line, also while a server runs. */
import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import type { Config } from "../config.ts";
import { openDomain } from "../domain.ts";
import type { DomainOverrides } from "../domain.ts";
import { createFloorNode } from "../floor/index.ts";
import { LONG, connectStorage, schemaState } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import type { CliApp } from "./options.ts";
import { assertRestored } from "./restoring.ts";
import { asConfigError, storageOptions } from "./steps.ts";

/** Maximum time that a command waits for a server that is preparing the database. */
const SCHEMA_WITHIN_MS = 10_000;

/** Migrates a new database. @throws ConfigError if the database has another version's schema */
async function prepareSchema(storage: Storage): Promise<void> {
  const state = await schemaState(storage.db);
  if (state === "older") throw new ConfigError("The database is of an older version: start the server once first.");
  if (state === "newer") throw new ConfigError("The database is of a newer version than this program.");
  if (state === "present") return;
  const node = createFloorNode({ url: storage.directUrl, log: { info() {}, warn() {} } });
  try {
    await storage.prepare();
    await node.becomeActive(AbortSignal.timeout(SCHEMA_WITHIN_MS));
    await storage.migrate();
  } catch (error) {
    // A server that started at the same time has done it.
    if ((await schemaState(storage.db)) === "present") return;
    return asConfigError(error);
  } finally {
    await node.release();
  }
}

export async function openForCommands(config: Config, overrides: DomainOverrides, log: Logger): Promise<CliApp> {
  assertRestored(config.dataDir);
  const storage = await connectStorage({ ...storageOptions(config), log, limits: LONG }).catch(asConfigError);
  const sent: Promise<void>[] = [];
  try {
    await prepareSchema(storage);
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
