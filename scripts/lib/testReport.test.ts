import { describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./testReport.ts";

describe("the report of Vitest", () => {
  it("names the tests that failed, and files that could not be loaded", () => {
    const testResults = [
      {
        name: "/house/a.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "a door opens", status: "failed" },
          { fullName: "a door closes", status: "passed" },
        ],
      },
      { name: "/house/b.test.ts", status: "failed", message: "no such module\nat …", assertionResults: [] },
      { name: "/house/c.test.ts", status: "passed", message: "", assertionResults: [] },
    ];
    const text = JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults });
    expect(readVitestReport(text, "/house")).toEqual({
      passed: 1,
      failed: 1,
      failures: ["a.test.ts › a door opens", "b.test.ts: no such module"],
    });
  });
  it("is an object", () => {
    expect(() => readVitestReport("[", "/")).toThrow(SyntaxError);
    expect(() => readVitestReport("3", "/")).toThrow(SyntaxError);
  });
});

it("the report of Playwright names the tests that failed in each suite", () => {
  const doors = { title: "doors", specs: [{ title: "a door opens", ok: false }], suites: [] };
  const suites = [
    {
      title: "house.spec.ts",
      specs: [
        { title: "it is warm", ok: true },
        { title: "it is dry", ok: false },
      ],
      suites: [doors],
    },
  ];
  expect(readPlaywrightReport(JSON.stringify({ suites, stats: { expected: 4, unexpected: 2, flaky: 1 } }))).toEqual({
    passed: 4,
    failed: 3,
    failures: ["house.spec.ts › it is dry", "house.spec.ts › doors › a door opens"],
  });
});
