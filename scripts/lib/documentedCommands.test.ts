/** Commands and variables that documents show: each exists, and what stands in a block of code can be typed as it stands. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BENCHMARKS, LONG } from "../../bench/src/names.ts";
import { createProgram } from "../../apps/server/src/cli/program.ts";
import { VARIABLES } from "../../apps/server/src/variables.ts";
import { ROOT } from "./run.ts";

type Command = ReturnType<typeof createProgram>;

/** CHANGELOG.md describes the past. */
const DOCUMENTS = globSync(["{README,ARCHITECTURE,CONTRIBUTING}.md", "docs/**/*.md", "deploy/**/*"], {
  cwd: ROOT,
}).filter((path) => /\.(md|example|yaml|conf|cfg|service|sql|sh)$|Containerfile$/.test(path));
const texts = DOCUMENTS.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

/** Lines of blocks of Markdown for a shell; a comment behind a command is left out. */
const blockLines = texts
  .filter(({ path }) => path.endsWith(".md"))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^```(?:\w+\n[^]*?|\n([^]*?))^```/gm)].flatMap(([, block = ""]) =>
      block
        .replaceAll("\\\n", " ")
        .split("\n")
        .map((line) => ({ path, line: line.replace(/\s+# .*/, "").trim() })),
    ),
  );
/** Code within sentences, in Markdown and in comments. */
const spans = texts.flatMap(({ path, text }) =>
  [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => ({ path, span })),
);

/** Words as a shell makes them of a line: quotes, and no more. */
function wordsOf(line: string): string[] {
  const words = line.matchAll(/(?:"([^"]*)"|'([^']*)'|[^\s"']+)+/g);
  return [...words].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
const HOUSE = /^(?:npm run (?:-s )?house --|house)\s+/;
/** What a shell does with the output is not of the command. */
const withoutRedirect = (line: string) => line.replace(/\s[|>].*/, "");

describe("house", () => {
  const typed = blockLines.filter(({ line }) => HOUSE.test(line) && !line.includes("…"));
  it("is shown with commands that can be typed", async () => {
    expect(typed.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const { path, line } of typed) {
      const words = wordsOf(withoutRedirect(line).replace(HOUSE, ""));
      const program = createProgram(() => Promise.reject(new Error("the data was opened")));
      const ended = await program
        .configureOutput({ writeOut() {}, writeErr() {} })
        .parseAsync(words, { from: "user" })
        .then(
          () => "it has opened nothing",
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
      // A file that the command reads first is the operator's.
      if (!/^the data was opened$|settings\.json|verified\.csv|\.backup can't be read/.test(ended))
        wrong.push(`${path}: ${line}: ${ended}`);
    }
    expect(wrong).toEqual([]);
  });

  it("is named with commands and options that there are", () => {
    const program = createProgram(() => Promise.reject(new Error()));
    const named = spans.filter(({ span }) => HOUSE.test(span));
    expect(named.length).toBeGreaterThan(80);
    for (const { path, span } of named) {
      const words = wordsOf(withoutRedirect(span).replace(HOUSE, ""));
      let command: Command = program;
      for (const word of words) {
        const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
        if (!next) break;
        command = next;
      }
      // `house …`, a word in angle brackets, or one of several with a bar between them.
      const isGeneral = /^(…|help|<|\w+\|)/.test(words[0] ?? "…") || words.some((word) => /\w\|\w/.test(word));
      if (!isGeneral) expect(command, `${path}: ${span}`).not.toBe(program);
      const known = command.options.flatMap(({ long }) => long ?? []);
      for (const option of words.flatMap((word) => /^--[\w-]+/.exec(word) ?? []))
        expect([...known, "--help"], `${path}: ${span}`).toContain(option);
    }
  });
});

describe("npm", () => {
  const scriptsOf = (path: string) =>
    Object.keys((JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8")) as { scripts: object }).scripts);
  const commands = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/npm (?:run (?:-s )?([\w:]+)|test)((?: -w [\w/@-]+)*)(?: -- ([^\n`|]*))?/g)].map(
      ([command, script = "test", workspace = "", rest = ""]) => ({ path, command, script, workspace, rest }),
    ),
  );
  it("is shown with scripts that there are", () => {
    expect(commands.length).toBeGreaterThan(100);
    for (const { path, command, script, workspace } of commands)
      expect(scriptsOf(workspace.split(" ").at(-1) ?? ""), `${path}: ${command}`).toContain(script);
  });
  it("is silent where its output goes to a file or to another program: otherwise it prints two lines of its own", () => {
    const typed = [
      ...blockLines.map(({ path, line }) => ({ path, text: line })),
      ...spans.map(({ path, span }) => ({ path, text: span })),
    ];
    const wrong = typed.filter(({ text }) =>
      /npm run (?!-s ).*\s(?:\|\s|>)/.test(text.replaceAll(/"[^"]*"|'[^']*'/g, "")),
    );
    expect(wrong).toEqual([]);
  });
  it("is shown with benchmarks and folders of tests that there are", () => {
    const benchmarks = commands.filter(({ script, rest }) => script === "bench" && rest !== "");
    expect(benchmarks.length).toBeGreaterThan(20);
    for (const { path, command, rest } of benchmarks) {
      const [name = ""] = rest.split(" ");
      // All of them, with an option.
      if (!name.startsWith("--")) expect([...BENCHMARKS, ...LONG], `${path}: ${command}`).toContain(name);
    }
    for (const { path, command, workspace, rest } of commands.filter(({ workspace }) => workspace === " -w e2e"))
      expect(
        globSync(`e2e/src/**/${rest.trim()}/*.spec.ts`, { cwd: ROOT }),
        `${path}: ${command}${workspace}`,
      ).not.toEqual([]);
  });
});

it("variables that are shown with a value are the server's, or those of a program that is named here", () => {
  const others = /^(PG[A-Z]+|NODE_OPTIONS|BACKUP_(DIR|KEEP|METRICS_DIR)|NKEY_\w+|POSTGRES_PASSWORD)$/;
  // Of systemd, and of NATS.
  const lines = texts
    .filter(({ path }) => !path.endsWith(".service"))
    .flatMap(({ path, text }) => text.split("\n").map((line) => ({ path, line })));
  const sources = globSync("{apps,packages,e2e,scripts,bench}/**/*.ts", { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
    .join("\n");
  const shown = lines.flatMap(({ path, line }) =>
    [...line.matchAll(/(?<![\w$.-])([A-Z][A-Z0-9_]{2,})=/g)].map(([, name = ""]) => ({ path, line, name })),
  );
  expect(shown.length).toBeGreaterThan(60);
  for (const { path, line, name } of shown) {
    const isKnown = Object.hasOwn(VARIABLES, name) || others.test(name) || sources.includes(`process.env["${name}"]`);
    expect(isKnown, `${path}: ${line}`).toBe(true);
  }
});
