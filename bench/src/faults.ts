/**
 * Random faults under play, round after round: what was acknowledged, what went wrong (the bar is nothing), and how long
 * it takes until the machines can be played again. `--rounds n`, `--minutes n`, `--seed n`, `--away seconds` (silence of
 * the database, 1.5 s by default), `--only part-of-a-name`.
 */
import { parseArgs } from "node:util";
import { FAULT_KINDS, runFaults } from "@reelcast/e2e/faults";
import { inShort } from "./short.ts";

// The processes of the run end with this one, also if it is interrupted.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: inShort("200", "1") },
    minutes: { type: "string", default: "120" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    away: { type: "string", default: "1.5" },
    only: { type: "string", default: "" },
  },
});
const rounds = Number(values.rounds);
const kinds = FAULT_KINDS.map(({ name }) => name).filter((name) => name.includes(values.only));
console.log(`seed ${values.seed}`);
const report = await runFaults({
  seed: Number(values.seed),
  rounds,
  withinMs: Number(values.minutes) * 60_000,
  awayMs: Number(values.away) * 1_000,
  kinds,
  onRound({ number, kind, playableMs, violations }) {
    if (number % 25 === 0 || violations.length > 0)
      console.log(`round ${number}: ${kind}, playable after ${Math.round(playableMs)} ms`);
    for (const { rule, what } of violations) console.error(`  ${rule}: ${what}`);
  },
});

const seconds = (ms: number) => (ms / 1_000).toFixed(2).padStart(8);
console.log(`\n${"fault".padEnd(52)} ${"rounds".padStart(6)} ${"median s".padStart(8)} ${"worst s".padStart(8)}`);
for (const { kind, rounds: count, playable } of report.kinds)
  console.log(`${kind.padEnd(52)} ${String(count).padStart(6)} ${seconds(playable.median)} ${seconds(playable.worst)}`);
console.log(`
rounds                          ${report.rounds}
transfers acknowledged          ${report.acknowledged}
refused for good                ${report.refused}
first answer lost, repeated     ${report.repeated}
without a final answer          ${report.open}
violations                      ${report.violations.length}
time                            ${Math.round(report.seconds)} s`);
for (const { round, violation } of report.violations)
  console.error(`round ${round}: ${violation.rule}: ${violation.what}`);
process.exit(report.violations.length > 0 || report.open > 0 ? 1 : 0);
