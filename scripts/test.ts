/**
 * `npm test`: lint (with types), unit tests, tests against a real PostgreSQL, components in a real browser, and journeys through
 * the whole system. All of them run even where an early one fails; the last lines have each stage's count and time and what
 * failed, and the very last one the sum. Named stages run alone: `npm test -- unit journeys`. `npm run test:console` is the stage
 * `console`, the journeys of the operator's console, `npm run test:accidents` the stage `accidents`, and `npm run test:cluster` the
 * stage `cluster`, what needs installed services or takes long: `npm test` leaves out these three.
 */
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAppBuilt } from "./lib/appBuild.ts";
import { ensureBrowser, ensureFirefox, ensureFullChromium, ensureWebKit } from "./lib/browser.ts";
import { ensureCoturn, ensureDeployTools, ensureNats } from "./lib/packages.ts";
import { readPlaywrightReport, readVitestReport, type TestReport } from "./lib/testReport.ts";
import { ROOT, type RunOptions, run, seconds } from "./lib/run.ts";

interface Stage {
  name: string;
  /** No other stage runs at the same time. */
  alone: boolean;
}
const folder = await mkdtemp(join(tmpdir(), "reelcast-test-"));

/** What a stage prints is kept where other stages run at the same time, and shown at its end. */
async function runTool(stage: Stage, command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const title = `\n— ${stage.name} —`;
  if (stage.alone) console.log(title);
  const { code, output } = await run(command, args, { ...options, quiet: !stage.alone });
  if (!stage.alone) console.log(`${title}\n${output.trim()}`);
  return code;
}

/** A stage that either holds or does not. */
async function check(stage: Stage, command: string, args: string[]): Promise<TestReport> {
  const code = await runTool(stage, command, args);
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: ["see above"] };
}

/** The report, or one failure where the runner left none. A runner that fails never counts as passed. */
async function report(code: number, file: string, read: (text: string) => TestReport): Promise<TestReport> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return { passed: 0, failed: 1, failures: ["there is no report"] };
  const found = read(text);
  if (code === 0 || found.failed > 0) return found;
  return { ...found, failed: 1, failures: [...found.failures, `it ended with code ${code}`] };
}

async function vitest(stage: Stage, env: Record<string, string> = {}): Promise<TestReport> {
  const file = join(folder, `${stage.name}.json`);
  const args = [
    "run",
    "--project",
    stage.name,
    ...(stage.name === "components" ? ["--project", "components-console"] : []),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const code = await runTool(stage, "vitest", args, { env });
  return report(code, file, (text) => readVitestReport(text, ROOT));
}

async function playwright(stage: Stage, env: Record<string, string>): Promise<TestReport> {
  await ensureAppBuilt();
  const file = join(folder, `${stage.name}.json`);
  const code = await runTool(stage, "playwright", ["test", "--project", stage.name], {
    cwd: join(ROOT, "e2e"),
    env: { JOURNEYS_JSON: file, ...env },
  });
  return report(code, file, readPlaywrightReport);
}

let browserPath: Promise<string> | undefined;
/** Looked for, and perhaps installed, once for all stages. */
const browser = (): Promise<string> => (browserPath ??= ensureBrowser());

const STAGES: Record<string, (stage: Stage) => Promise<TestReport>> = {
  lint: (stage) => check(stage, process.execPath, ["scripts/lint.ts"]),
  unit: (stage) => vitest(stage),
  database: (stage) => vitest(stage),
  components: async (stage) => vitest(stage, { CHROMIUM_PATH: await browser() }),
  journeys: async (stage) => playwright(stage, { CHROMIUM_PATH: await browser() }),
  console: async (stage) => playwright(stage, { CHROMIUM_PATH: await browser() }),
  accidents: async (stage) => {
    await ensureDeployTools();
    await ensureFullChromium();
    return playwright(stage, { CHROMIUM_PATH: await browser() });
  },
  cluster: async (stage) => {
    await ensureDeployTools();
    const services = { NATS_SERVER_PATH: await ensureNats(), TURNSERVER_PATH: await ensureCoturn() };
    const bus = await vitest({ ...stage, name: "nats" }, services);
    const system = await playwright(stage, {
      CHROMIUM_PATH: await browser(),
      FIREFOX_PATH: await ensureFirefox(),
      WEBKIT_DRIVER_PATH: await ensureWebKit(),
      ...services,
    });
    return {
      passed: bus.passed + system.passed,
      failed: bus.failed + system.failed,
      failures: [...bus.failures, ...system.failures],
    };
  },
};
/**
 * The stages of a series run one after the other, and both series at the same time: a stage alone keeps two cores busy for
 * two thirds of its time. Both take about as long.
 */
const SERIES: readonly (readonly string[])[] = [
  ["lint", "unit", "components"],
  ["database", "journeys"],
];

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !Object.hasOwn(STAGES, name));
if (unknown !== undefined) {
  console.error(`There is no stage "${unknown}". There are: ${Object.keys(STAGES).join(", ")}.`);
  process.exit(2);
}

const total: TestReport = { passed: 0, failed: 0, failures: [] };
const lines: string[] = [];
async function runStage(name: string, alone: boolean): Promise<void> {
  const began = Date.now();
  const count = await STAGES[name]?.({ name, alone }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return null;
  });
  const { passed, failed, failures } = count ?? { passed: 0, failed: 1, failures: ["it did not run"] };
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures.map((failure) => `✗ ${name}: ${failure}`));
  lines.push(
    `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(Date.now() - began)}`,
  );
}

const began = Date.now();
const series = requested.length > 0 ? [requested] : SERIES;
await Promise.all(
  series.map(async (stages) => {
    for (const name of stages) await runStage(name, series.length === 1);
  }),
);
await rm(folder, { recursive: true, force: true });
const sum = `${total.passed} passed, ${total.failed} failed`;
// CI runs several commands, counts all, and says at its end what failed in any of them.
if (process.env["TEST_COUNTS"])
  await appendFile(process.env["TEST_COUNTS"], `${[...total.failures, sum].join("\n")}\n`);
console.log(`\n${[...lines, ...total.failures].join("\n")}\nall in ${seconds(Date.now() - began)}\n${sum}`);
process.exit(total.failed > 0 ? 1 : 0);
