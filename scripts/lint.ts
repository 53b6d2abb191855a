/** `npm run lint`: style, correctness, the direction of imports, unused code and texts, and pages that are out of date. */
import { ROOT, run, seconds } from "./lib/run.ts";
import { unusedTexts } from "./lib/texts.ts";

const CHECKS: readonly [name: string, command: string, args: readonly string[]][] = [
  ["format", "prettier", ["--check", "--log-level", "warn", "."]],
  ["oxlint", "oxlint", ["--type-aware", "."]],
  [
    "imports",
    "depcruise",
    ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "apps", "packages", "e2e", "bench", "scripts"],
  ],
  ["unused", "knip", ["--no-progress"]],
  ["docs", process.execPath, ["scripts/docs.ts", "--check"]],
];

let failed = 0;
const waiting = [...CHECKS];
async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command, args] = next;
    const result = await run(command, args, { quiet: true });
    console.log(`${result.code === 0 ? "ok    " : "FAILED"} ${name} (${seconds(result.ms)})`);
    if (result.code === 0) continue;
    failed += 1;
    console.log(result.output);
  }
}
// Most of them use one core.
await Promise.all([work(), work()]);
const unused = unusedTexts(`${ROOT}/apps/player/src`, `${ROOT}/packages/contract/src`);
console.log(`${unused.length === 0 ? "ok    " : "FAILED"} texts`);
if (unused.length > 0) {
  failed += 1;
  console.log(`Texts that no code shows: ${unused.join(", ")}`);
}
process.exit(failed > 0 ? 1 : 0);
