/** What the JSON reports of Vitest and Playwright say: how many tests passed and failed, and which ones failed. */
import { relative } from "node:path";

export interface TestReport {
  passed: number;
  failed: number;
  /** A line each: the file and the titles. */
  failures: string[];
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null;
const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @param root folder that the names of files begin at. @throws SyntaxError */
export function readVitestReport(text: string, root: string): TestReport {
  const report: unknown = JSON.parse(text);
  if (!isRecord(report)) throw new SyntaxError("a report of Vitest is an object");
  const failures = recordsOf(report["testResults"]).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, textOf(name));
    const titles = recordsOf(assertionResults).flatMap((test) =>
      test["status"] === "failed" ? [`${file} › ${textOf(test["fullName"])}`] : [],
    );
    // A file that could not be loaded has no tests.
    return titles.length === 0 && status === "failed"
      ? [`${file}: ${textOf(message).split("\n", 1)[0] ?? ""}`]
      : titles;
  });
  return { passed: numberOf(report["numPassedTests"]), failed: numberOf(report["numFailedTests"]), failures };
}

function failedSpecs(suite: Json, titles: readonly string[]): string[] {
  const own = recordsOf(suite["specs"]).flatMap(({ ok, title }) =>
    ok === false ? [[...titles, textOf(title)].join(" › ")] : [],
  );
  return [
    ...own,
    ...recordsOf(suite["suites"]).flatMap((inner) => failedSpecs(inner, [...titles, textOf(inner["title"])])),
  ];
}

/** A test that passed only when it was repeated has failed. @throws SyntaxError */
export function readPlaywrightReport(text: string): TestReport {
  const report: unknown = JSON.parse(text);
  if (!isRecord(report)) throw new SyntaxError("a report of Playwright is an object");
  const stats = isRecord(report["stats"]) ? report["stats"] : {};
  return {
    passed: numberOf(stats["expected"]),
    failed: numberOf(stats["unexpected"]) + numberOf(stats["flaky"]),
    failures: failedSpecs(report, []),
  };
}
