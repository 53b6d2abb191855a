/**
 * `npm test`: types, lint, unit tests, tests against a real PostgreSQL, components in a real browser, and
 * journeys through the whole system, in this order;
 * all of them run even where an early one fails, and the last line counts. Named stages run alone:
 * `npm test -- unit journeys`.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
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

/** A stage that either holds or does not. */
async function check(command: string, args: string[]): Promise<Count> {
  const { code } = await run(command, args);
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

async function journeys(): Promise<Count> {
  const browser = await ensureBrowser();
  const firefox = await ensureFirefox();
  const turnServer = await ensureCoturn();
  await ensureAppBuilt();
  const file = join(folder, "journeys.json");
  const { code } = await run("playwright", ["test"], {
    cwd: join(ROOT, "e2e"),
    env: { JOURNEYS_JSON: file, CHROMIUM_PATH: browser, FIREFOX_PATH: firefox, TURNSERVER_PATH: turnServer },
  });
  return report(code, file, (json) => {
    const stats = isRecord(json["stats"]) ? json["stats"] : {};
    return { passed: asCount(stats["expected"]), failed: asCount(stats["unexpected"]) + asCount(stats["flaky"]) };
  });
}

const STAGES: Record<string, () => Promise<Count>> = {
  types: () => check("npm", ["run", "--silent", "types"]),
  lint: () => check(process.execPath, ["scripts/lint.ts"]),
  unit: () => vitest("unit"),
  database: () => vitest("database"),
  components: async () => vitest("components", { CHROMIUM_PATH: await ensureBrowser() }),
  journeys,
};

const wished = process.argv.slice(2);
const unknown = wished.find((name) => !Object.hasOwn(STAGES, name));
if (unknown !== undefined) {
  console.error(`There is no stage "${unknown}". There are: ${Object.keys(STAGES).join(", ")}.`);
  process.exit(2);
}

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const [name, stage] of Object.entries(STAGES)) {
  if (wished.length > 0 && !wished.includes(name)) continue;
  console.log(`\n— ${name} —`);
  const began = Date.now();
  let count: Count;
  try {
    count = await stage();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count = { passed: 0, failed: 1 };
  }
  total.passed += count.passed;
  total.failed += count.failed;
  lines.push(
    `${name.padEnd(10)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed  ${seconds(Date.now() - began)}`,
  );
}
await rm(folder, { recursive: true, force: true });
console.log(`\n${lines.join("\n")}\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
