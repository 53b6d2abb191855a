/**
 * A process that listens on the bus over NATS, for a test that stops it. It sends its parent what it
 * gets: numbers, and each change of the connection; after an interruption it asks for the present state, as an edge does.
 */
import process from "node:process";
import { createNatsBus } from "../../../apps/server/src/bus/nats.ts";
import { COUNTERS, MATHS } from "../../../apps/server/src/bus/testing/messages.ts";

const [server = ""] = process.argv.slice(2);
const log = { info() {}, warn() {}, error() {} };
const bus = await createNatsBus({
  node: "slow",
  place: {
    servers: [server],
    credentials: undefined,
    nkey: undefined,
    ca: undefined,
    certificate: undefined,
    key: undefined,
  },
  log: log as never,
  signal: new AbortController().signal,
  onLost: () => process.exit(1),
});
bus.listen(COUNTERS, 1, ({ n }) => process.send?.({ got: n }));
bus.onChange((up) => {
  process.send?.({ up });
  if (up)
    bus.request(MATHS, 1, "double", { n: 21 }, { withinMs: 5_000 }).then(
      ({ n }) => process.send?.({ read: n }),
      (error: unknown) => process.send?.({ failed: String(error) }),
    );
});
process.on("message", () => process.send?.({ slow: bus.stats().slow, reconnects: bus.stats().reconnects }));
process.send?.({ up: true });
