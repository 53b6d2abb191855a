/**
 * A house of several processes on one computer: 2 edges, 2 floors, 1 media node, NATS and PostgreSQL. It measures what a
 * message, a socket and a process cost, not what a house can bear: all processes, and the clients, share the cores.
 * The parts can be named: presses, sockets, statuses, kills. `--sockets n --seats n --machines n --seconds n`. Linux.
 */
import { parseArgs } from "node:util";
import { measureKills } from "./scale/kills.ts";
import { measurePresses } from "./scale/presses.ts";
import { measureSockets } from "./scale/sockets.ts";
import { measureStatuses } from "./scale/statuses.ts";
import { inShort } from "./short.ts";

const PARTS = { presses: measurePresses, sockets: measureSockets, statuses: measureStatuses, kills: measureKills };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sockets: { type: "string", default: inShort("10000", "20") },
    seats: { type: "string", default: inShort("100", "3") },
    machines: { type: "string", default: inShort("1000", "10") },
    seconds: { type: "string", default: inShort("20", "2") },
  },
});
const options = {
  sockets: Number(values.sockets),
  seats: Number(values.seats),
  machines: Number(values.machines),
  seconds: Number(values.seconds),
};
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);
const unknown = positionals.filter((name) => !isPart(name));
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(", ")}. There are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}
for (const name of positionals.length > 0 ? positionals.filter(isPart) : Object.keys(PARTS).filter(isPart)) {
  console.log(`${name}:`);
  await PARTS[name](options);
  console.log();
}
process.exit(0);
