/**
 * A day of play in minutes, with a real server: the memory and files of its processes and the size of its database at the start, in the middle and
 * at the end, and how that rises with each 1,000 acts. `--minutes n`, 10 by default. Linux.
 */
import { parseArgs } from "node:util";
import { runSoak } from "@reelcast/e2e/soak";
import { inShort } from "./short.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: inShort("10", "0.05") } } });
const report = await runSoak({
  seconds: Number(values.minutes) * 60,
  onSample(part, { acts, usage }) {
    const memory = ["server", "media"].map((name) => `${name} ${(usage[`${name}: resident MiB`] ?? 0).toFixed(0)} MiB`);
    console.log(`${Math.round(part * 100)} %: ${acts} acts, ${memory.join(", ")}`);
  },
});

const column = (value: number) => value.toFixed(Math.abs(value) < 100 ? 1 : 0).padStart(10);
console.log(
  `\n${"".padEnd(36)} ${["start", "middle", "end", "per 1,000 acts"].map((title) => title.padStart(10)).join(" ")}`,
);
for (const { name, start, middle, end, perThousandActs } of report.trends)
  console.log(
    `${name.padEnd(36)} ${[start, middle, end].map(column).join(" ")} ${perThousandActs.toFixed(2).padStart(14)}`,
  );
console.log();
for (const [kind, count] of Object.entries(report.acts))
  console.log(`${kind.padEnd(36)} ${String(count).padStart(10)}   ${(count / report.seconds).toFixed(1)} a second`);
if (report.mediaRestarts > 0) console.log(`the media process was restarted ${report.mediaRestarts} times`);
for (const [what, count] of Object.entries(report.failures)) console.log(`failed ${count} times   ${what}`);
// A viewer whose offer was never answered can keep its native threads.
process.exit();
