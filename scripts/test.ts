/**
 * `npm test`: types, lint, unit tests, tests against a real PostgreSQL, components in a real browser, and journeys through
 * the whole system. All of them run even where an early one fails; the last lines have each stage's count and time, and the
 * very last one the sum. Named stages run alone: `npm test -- unit journeys`. `npm run test:cluster` is the stage `cluster`:
 * what needs installed services or takes long, which `npm test` leaves out.
 */
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAppBuilt } from "./lib/app-build.ts";
import { ensureBrowser, ensureFirefox } from "./lib/browser.ts";
import { ensureCoturn } from "./lib/packages.ts";
import { ROOT, run, seconds } from "./lib/run.ts";

interface Count {
  passed: number;
  failed: number;
}
const folder = await mkdtemp(join(tmpdir(), "reelcast-test-"));

/** A stage that either holds or does not. What it prints is shown at its end: others run at the same time. */
async function check(command: string, args: string[]): Promise<Count> {
  const { code, output } = await run(command, args, { quiet: true });
  console.log(output.trim());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

const asCount = (value: unknown): number => (typeof value === "number" ? value : 0);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The counts of a report, or one failure where the runner left none. A runner that fails never counts as passed. */
async function report(code: number, file: string, read: (report: Record<string, unknown>) => Count): Promise<Count> {
  const text = await readFile(file, "utf8").catch(() => null);
  const parsed: unknown = text === null ? null : JSON.parse(text);
  if (!isRecord(parsed)) return { passed: 0, failed: 1 };
  const count = read(parsed);
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

async function vitest(project: string, env: Record<string, string> = {}): Promise<Count> {
  const file = join(folder, `${project}.json`);
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await run("vitest", args, { env });
  return report(code, file, (json) => ({
    passed: asCount(json["numPassedTests"]),
    failed: asCount(json["numFailedTests"]),
  }));
}

async function playwright(project: string, env: Record<string, string>): Promise<Count> {
  await ensureAppBuilt();
  const file = join(folder, `${project}.json`);
  const { code } = await run("playwright", ["test", "--project", project], {
    cwd: join(ROOT, "e2e"),
    env: { JOURNEYS_JSON: file, ...env },
  });
  return report(code, file, (json) => {
    const stats = isRecord(json["stats"]) ? json["stats"] : {};
    return { passed: asCount(stats["expected"]), failed: asCount(stats["unexpected"]) + asCount(stats["flaky"]) };
  });
}

let browserPath: Promise<string> | undefined;
/** Looked for, and perhaps installed, once for all stages. */
const browser = (): Promise<string> => (browserPath ??= ensureBrowser());

const STAGES: Record<string, () => Promise<Count>> = {
  types: () => check("npm", ["run", "--silent", "types"]),
  lint: () => check(process.execPath, ["scripts/lint.ts"]),
  unit: () => vitest("unit"),
  database: () => vitest("database"),
  components: async () => vitest("components", { CHROMIUM_PATH: await browser() }),
  journeys: async () => playwright("journeys", { CHROMIUM_PATH: await browser() }),
  cluster: async () =>
    playwright("cluster", {
      CHROMIUM_PATH: await browser(),
      FIREFOX_PATH: await ensureFirefox(),
      TURNSERVER_PATH: await ensureCoturn(),
    }),
};
/** Those of a row run at the same time: none of them keeps two cores busy alone, as the other rows do. */
const ORDER: readonly (readonly string[])[] = [["types", "lint"], ["unit"], ["database"], ["components"], ["journeys"]];

const wished = process.argv.slice(2);
const unknown = wished.find((name) => !Object.hasOwn(STAGES, name));
if (unknown !== undefined) {
  console.error(`There is no stage "${unknown}". There are: ${Object.keys(STAGES).join(", ")}.`);
  process.exit(2);
}

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
async function runStage(name: string): Promise<void> {
  console.log(`\n— ${name} —`);
  const began = Date.now();
  const count = await STAGES[name]?.().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return null;
  });
  const { passed, failed } = count ?? { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed;
  lines.push(
    `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(Date.now() - began)}`,
  );
}

const began = Date.now();
const rows = wished.length > 0 ? wished.map((name) => [name]) : ORDER;
for (const row of rows) await Promise.all(row.map(runStage));
await rm(folder, { recursive: true, force: true });
const sum = `${total.passed} passed, ${total.failed} failed`;
// CI runs two commands, and counts both.
if (process.env["TEST_COUNTS"]) await appendFile(process.env["TEST_COUNTS"], `${sum}\n`);
console.log(`\n${lines.join("\n")}\nall in ${seconds(Date.now() - began)}\n${sum}`);
process.exit(total.failed > 0 ? 1 : 0);
