import { expect, it } from "vitest";
import { misquotedIn, missingTestsIn, untestedRowsIn } from "./quotedTests.ts";

const FILES = new Map([
  ["apps/server/src/wallet/guards.db.test.ts", 'it("takes no journal that does not \\"balance\\", ever", () => {});'],
  ["apps/server/src/edge/guard.test.ts", '// a comment\nit.each([1])("refuses: %s", () => {});'],
  ["e2e/src/journeys/login.spec.ts", "test(`two tabs stay in step`, () => {});"],
  ["e2e/src/attacks/login.spec.ts", 'test("a password is guessed", () => {});'],
  ["apps/player/src/startup/startup.browser.test.tsx", 'it("an address that leads nowhere", () => {});'],
]);
const missing = (cell: string) => missingTestsIn(`| requirement | shown by |\n| - | - |\n| a | ${cell} |\n`, FILES);

it("finds files by the end of their path and by their kind, and titles by a part of them", () => {
  for (const cell of [
    '`wallet/guards.db.test` "takes no journal …", "ever"; `guard.test.ts` "refuses: %s"',
    'journeys `login` "two tabs stay in step"; attack `login` "a password"',
    'component test `startup.browser.test.tsx` "that leads nowhere"; component test `startup`; `guard*.test`',
    'journey "two tabs" (a note); `npm run lint`, types',
  ])
    expect(missing(cell)).toEqual([]);
});

it("names the files and titles that are not there", () => {
  expect(missing('`wallet/gone.db.test`; journey `logout` "two tabs"')).toEqual([
    "`wallet/gone.db.test`",
    "`logout`",
    '"two tabs"',
  ]);
  expect(missing('`guard.test` "takes no journal"; journey `login` "a password", "two tabs stay out of step"')).toEqual(
    ['"takes no journal"', '"a password"', '"two tabs stay out of step"'],
  );
  // A comment is no title.
  expect(missing('"a comment"')).toEqual(['"a comment"']);
});

it("finds samples of code whose lines the file does not have, or not in this order", () => {
  const file = 'describe("a", () => {\n  it("b", () => {\n    one();\n    two();\n    three();\n  });\n});\n';
  const read = (path: string) => (path === "a.test.ts" ? file : undefined);
  const misquoted = (path: string, ...code: string[]) =>
    misquotedIn(`\`\`\`ts\n// From ${path}\n${code.join("\n")}\n\`\`\`\n`, read);
  expect(misquoted("a.test.ts", 'it("b", () => {', "  one();", "  // …", "  three();", "});")).toEqual([]);
  expect(misquoted("a.test.ts", 'it("b", () => {', "  three();")).toEqual(["a sample from a.test.ts"]);
  expect(misquoted("a.test.ts", "three();", "// …", "one();")).toEqual(["a sample from a.test.ts"]);
  expect(misquoted("gone.test.ts", "one();")).toEqual(["a sample from gone.test.ts"]);
});

it("finds rows without a test where the last column of a table is for tests, and there alone", () => {
  const table = (head: string, ...rows: string[]) => `| what | ${head} |\n| --- | --- |\n${rows.join("\n")}\n`;
  const untested = (document: string) => untestedRowsIn(document, FILES);
  expect(untested(table("test", '| a \\| b | `attacks/login.spec` "a password is guessed" |'))).toEqual([]);
  expect(untested(table("test", "| a | `attacks/login.spec` |", "| b | – |"))).toEqual([
    "a row without a test: a",
    "a row without a test: b",
  ]);
  expect(untested(table("test", '| a | `attacks/login.spec` "two tabs stay in step" |'))).toEqual([
    '"two tabs stay in step"',
  ]);
  expect(untested(table("meaning", "| a | – |"))).toEqual([]);
});
