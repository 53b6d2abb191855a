/** `npm run lint`: style, correctness, the direction of imports, unused code, and pages that are out of date. */
import { run, seconds } from "./lib/run.ts";

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
for (const [name, command, args] of CHECKS) {
  const result = await run(command, args, { quiet: true });
  console.log(`${result.code === 0 ? "ok    " : "FAILED"} ${name} (${seconds(result.ms)})`);
  if (result.code !== 0) {
    failed += 1;
    console.log(result.output);
  }
}
process.exit(failed > 0 ? 1 : 0);
