/**
 * Tests that documents name or quote. In the last column of tables: each file must exist, and contain each title that is quoted
 * after it. A quoted title may be a part of the whole one; `…` stands for what is left out. In samples of code that begin with
 * `// From PATH`: the file must have these lines, in this order; a line `// …` stands for what is left out.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf } from "./sources.ts";

const DOCUMENTS = ["docs/coverage.md", "docs/security.md"];
/** Of this document, the tables whose last column is headed "test": each row must quote the title of one. */
const WITH_A_TEST_IN_EACH_ROW = "docs/operating.md";
const SAMPLES = "CONTRIBUTING.md";
const TESTS = "{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}";
/** Titles of tests that several files run, and of faults. */
const SHARED = ["packages/machine/src/testing/conformance.ts", "e2e/src/faults/{kinds,scenarios}.ts"];

/** Tests that are named without the folder and the end of their file. */
const KINDS: Record<string, (name: string) => string> = {
  journey: (name) => `e2e/src/journeys/${name}.spec.ts`,
  "console journey": (name) => `e2e/src/console/${name}.spec.ts`,
  attack: (name) => `e2e/src/attacks/${name}.spec.ts`,
  // In e2e/src/accidents or e2e/src/cluster/accidents.
  accident: (name) => `accidents/${name}.spec.ts`,
  "cluster test": (name) => `e2e/src/cluster/${name}.spec.ts`,
  "component test": (name) => `${name}.browser.test.tsx`,
};
/** A name in backticks, a title in quotes, a kind, or the end of a group. */
const PART =
  /`(?<name>[^`]+)`|"(?<title>[^"]+)"|\b(?<kind>console journey|journey|attack|accident|cluster test|component test)s?\b|(?<end>;)/g;
const TEST_FILE = /\.(test|spec)(\.tsx?)?$/;

/** The sources of the tests by their path. */
export type TestFiles = ReadonlyMap<string, string>;

function filesNamed(path: string, files: TestFiles): string[] {
  const ends = [path, `${path}.ts`, `${path}.tsx`];
  return [...files.keys()].filter((file) => ends.some((end) => file === end || file.endsWith(`/${end}`)));
}

function hasTitle(file: string, title: string, files: TestFiles): boolean {
  const fragments = title.split("…").map((fragment) => fragment.trim());
  return textsOf(files.get(file) ?? "").some((text) => fragments.every((fragment) => text.includes(fragment)));
}

function missingIn(cell: string, files: TestFiles): string[] {
  const missing: string[] = [];
  let kind: string | undefined;
  /** Where the next titles must be; undefined: anywhere. */
  let named: string[] | undefined;
  for (const { groups = {} } of cell.matchAll(PART)) {
    const { name, title } = groups;
    if (title !== undefined) {
      if (!(named ?? [...files.keys()]).some((file) => hasTitle(file, title, files))) missing.push(`"${title}"`);
    } else if (name === undefined) {
      ({ kind } = groups);
      named = undefined;
    } else if (!name.includes("*")) {
      const isShort = kind !== undefined && /^[\w-]+$/.test(name);
      if (!isShort && !TEST_FILE.test(name)) continue;
      named = filesNamed(isShort ? (KINDS[kind ?? ""]?.(name) ?? name) : name, files);
      if (named.length === 0) missing.push(`\`${name}\``);
    }
  }
  return missing;
}

/** What the tables of a document name and quote, and that is not there. */
export const missingTestsIn = (document: string, files: TestFiles): string[] =>
  document
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((row) => missingIn(row.split("|").at(-2) ?? "", files));

const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the tables whose last column is headed "test", without their heads. */
function testedRows(document: string): string[][] {
  const rows: string[][] = [];
  let isTested = false;
  let before = "";
  for (const line of document.split("\n")) {
    if (!line.startsWith("|")) isTested = false;
    else if (/^\|[\s|:-]+$/.test(line)) isTested = cellsOf(before).at(-1) === "test";
    else if (isTested) rows.push(cellsOf(line));
    before = line;
  }
  return rows;
}

/** What such tables quote and is not there, and their rows that quote no title. */
export const untestedRowsIn = (document: string, files: TestFiles): string[] =>
  testedRows(document).flatMap((cells) => {
    const test = cells.at(-1) ?? "";
    if (!/"[^"]+"/.test(test)) return [`a row without a test: ${cells[0]}`];
    return missingIn(test, files);
  });

const SAMPLE = /^```tsx?\n\/\/ From (?<path>\S+)\n(?<code>[^]*?)\n```$/gm;
const linesOf = (code: string) => code.split("\n").map((line) => line.trim());

/** Whether the parts stand in the lines one after the other. */
function hasInOrder(lines: readonly string[], parts: readonly (readonly string[])[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = lines.findIndex((_, start) => start >= from && part.every((line, n) => lines[start + n] === line));
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** The samples of a document that are not in the file from which they are said to be. @param read undefined: no such file */
export function misquotedIn(document: string, read: (path: string) => string | undefined): string[] {
  return [...document.matchAll(SAMPLE)].flatMap(({ groups: { path = "", code = "" } = {} }) => {
    const parts = code.split(/^\s*\/\/ …$/m).map((part) => linesOf(part.replace(/^\n|\n$/g, "")));
    return hasInOrder(linesOf(read(path) ?? ""), parts) ? [] : [`a sample from ${path}`];
  });
}

/** "document: TEST" for each test that a document of the repository in the folder `root` names, and that is not there. */
export function missingTests(root: string): string[] {
  const paths = globSync([TESTS, ...SHARED], { cwd: root, exclude: ["**/node_modules/**"] });
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const read = (document: string) => readFileSync(join(root, document), "utf8");
  return [
    ...DOCUMENTS.flatMap((document) =>
      missingTestsIn(read(document), files).map((missing) => `${document}: ${missing}`),
    ),
    ...untestedRowsIn(read(WITH_A_TEST_IN_EACH_ROW), files).map((missing) => `${WITH_A_TEST_IN_EACH_ROW}: ${missing}`),
    ...misquotedIn(read(SAMPLES), (path) => files.get(path)).map((missing) => `${SAMPLES}: ${missing}`),
  ];
}
