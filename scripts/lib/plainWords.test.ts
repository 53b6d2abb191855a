import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { figurativeWords, figurativeWordsIn } from "./plainWords.ts";

describe("finds a figurative word", () => {
  it.each([
    ["in a line comment", "// Whoever asks, can't get it twice.\n"],
    ["in a docstring", "/**\n * Sent to whoever is there.\n */\n"],
    ["as an identifier", "await patiently(load);"],
    ["as the first part of an identifier", "const mendedLink = 1;"],
    ["as the last part of an identifier", "interface AutopilotCrew {}"],
    ["in capitals", "const WORKBENCH_PATH = 1;"],
    ["of two parts", "return inTurn(work);"],
    ["after a text with an apostrophe", 'const text = "it\'s";\n// beside it\n'],
  ])("%s", (_, source) => expect(figurativeWordsIn(source, "code")).toHaveLength(1));

  it("and names its line and what to write", () => {
    expect(figurativeWordsIn("const a = 1;\n// A timer for whoever waits.\n", "code")).toEqual([
      'line 2: "whoever": write anyone who, or the player who',
    ]);
  });
  it("anywhere in what is checked whole", () => {
    expect(figurativeWordsIn('A page says "befalls".\n', "all")).toHaveLength(1);
  });
});
describe("finds nothing in", () => {
  it.each([
    ["a longer word", "const amendment = besides + employee; // screwdriver"],
    ["a text", 'const text = "whoever reads this";'],
    ["a template text", "const text = `beside ${name}`;"],
  ])("%s", (_, source) => expect(figurativeWordsIn(source, "code")).toEqual([]));
});

it("finds a planted word in sources, titles of tests, SQL, styles and documents, and leaves migrations as they are", async () => {
  const root = await mkdtemp(join(tmpdir(), "plain-words-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write("apps/player/src/load.tsx", "export const patiently = 1;\n");
  await write("docs/page.md", "Nothing.\n\nA keepsake.\n");
  await write("apps/player/src/load.test.tsx", 'it("tells why", () => undefined);\n');
  await write("apps/player/src/styles/app.css", "/* It stands beside. */\n");
  await write("apps/player/src/texts.ts", 'export const text = "Never tell anybody.";\n');
  await write("apps/server/src/storage/functions/one.sql", "-- Whoever asks.\n");
  await write("apps/server/src/storage/migrations/010_first.ts", "// whoever\n");
  await write("apps/server/node_modules/other/index.ts", "// whoever\n");
  expect(figurativeWords(root)).toEqual([
    'apps/player/src/load.test.tsx line 1: "tells": write notify, send, or show',
    'apps/player/src/load.tsx line 1: "patiently": write retryUntilLoaded',
    'apps/player/src/styles/app.css line 1: "beside": write next to, or in addition to',
    'apps/server/src/storage/functions/one.sql line 1: "whoever": write anyone who, or the player who',
    'docs/page.md line 3: "keepsake": write saved, or cached',
  ]);
});
