/** The bus of this process: within it, or over NATS. */
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import { createLocalBus } from "../bus/local.ts";
import { ConfigError } from "../config.ts";
import type { Config } from "../config.ts";
import type { Overrides } from "./options.ts";

/** @throws ConfigError if NATS can't be used as it is configured; the reason of `signal` */
export async function openBus({
  config,
  log,
  overrides,
  signal,
}: {
  config: Config;
  log: Logger;
  overrides: Pick<Overrides, "bus">;
  signal: AbortSignal;
}): Promise<Bus> {
  if (overrides.bus) return overrides.bus;
  const { nats, node } = config;
  if (nats === null)
    return createLocalBus((error, about) => log.error({ err: error, topic: about }, "a listener failed"));
  // Loaded only where it is used: the client costs time and memory.
  const { BusRefused, createNatsBus } = await import("../bus/nats.ts");
  return createNatsBus({
    node: node.name,
    place: nats,
    log,
    signal,
    onLost(error) {
      // Nothing of this process would ever reach others again: it ends, and the next start connects anew. Not thrown into the
      // promise that called this: a rejection that nobody handles is only logged.
      setImmediate(() => {
        throw new Error("the connection to NATS is lost for good", { cause: error });
      });
    },
  }).catch((error: unknown) => {
    throw error instanceof BusRefused ? new ConfigError(error.message) : error;
  });
}
