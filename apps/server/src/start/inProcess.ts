/** Opens the whole server in the process of a test or a benchmark. */
import { mkdir } from "node:fs/promises";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { createFloorNode } from "../floor/index.ts";
import { connectStorage, schemaState } from "../storage/index.ts";
import { openHouseParts } from "./house.ts";
import { openBus } from "./openBus.ts";
import type { InProcessApp, Overrides } from "./options.ts";
import { storageOptions } from "./steps.ts";

const ACTIVE_WITHIN_MS = 10_000;

export async function openInProcess(config: Config, overrides: Overrides, log: Logger): Promise<InProcessApp> {
  const stack = new AsyncDisposableStack();
  try {
    await mkdir(config.dataDir, { recursive: true });
    const { wrapPool } = overrides;
    const storage = await connectStorage({ ...storageOptions(config), create: true, log, wrapPool });
    stack.defer(() => storage.close());
    if ((await schemaState(storage.db)) !== "present") {
      await storage.prepare();
      await storage.migrate();
    }
    const node = overrides.node ?? createFloorNode({ url: storage.directUrl, log, alone: true });
    stack.defer(() => node.release());
    await node.becomeActive(AbortSignal.timeout(ACTIVE_WITHIN_MS));
    const member = { id: node.id, node, drain: null, figures: { read: () => ({}) } };
    const bus = await openBus({ config, log, overrides, signal: new AbortController().signal });
    stack.defer(() => bus.close());
    const opened = { storage, bus, member, metricsPort: null };
    const { floor, ...house } = await openHouseParts(stack, opened, { config, log, overrides });
    if (!floor) throw new Error("a server in one process has all roles");
    // It counts as open where the start of a server would open it.
    if (config.console.place) house.console?.port.open(config.console.place.from);
    const { console, ...parts } = house;
    return {
      ...parts,
      console: console?.app ?? null,
      consolePort: console?.port ?? null,
      floor,
      close: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
