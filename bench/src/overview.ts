/**
 * The operators' overview of a floor of 1,000 machines (standInFloor.ts): the processor time that its floor and its edge need
 * together, and the bytes for each console, while nobody follows it and while ten consoles do. What sockets cost is in `fanout`.
 */
import { overview, stopFloor } from "./standInFloor.ts";
import { inShort } from "./short.ts";

const CONSOLES = 10;
const MEASURE_MS = inShort(20_000, 1_000);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function measure(what: string): Promise<number> {
  const before = process.cpuUsage();
  await pause(MEASURE_MS);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1_000 / MEASURE_MS;
  console.log(`${what.padEnd(44)} ${(share * 100).toFixed(2)} % of a core`);
  return share;
}
await pause(1_000);
const idle = await measure("the machines alone, nobody follows");
let bytes = 0;
let batches = 0;
const end = overview.follow((changes) => {
  // Encoded once for all consoles.
  bytes += Buffer.byteLength(JSON.stringify(changes));
  batches += 1;
});
const snapshot = JSON.stringify(await overview.snapshot());
await pause(1_000);
bytes = batches = 0;
const followed = await measure(`the same, ${CONSOLES} consoles follow`);
end();
console.log(`the overview itself: ${((followed - idle) * 100).toFixed(2)} % of a core`);
const perSecond = bytes / (MEASURE_MS / 1_000);
console.log(
  `a console: ${(perSecond / 1024).toFixed(1)} KiB/s in ${(batches / (MEASURE_MS / 1_000)).toFixed(1)} batches a second; ` +
    `all tiles once: ${(snapshot.length / 1024).toFixed(0)} KiB`,
);
stopFloor();
process.exit(0);
