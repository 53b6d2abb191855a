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
    ["in a line of the log", 'log.warn({ err }, "others were not told of the drain");'],
    ["in a template text", "console.log(`books of ${name}`);"],
    ["as a private member", "readonly #voice: AudioTrack;"],
    ["after a term that has another meaning", "// The wake lock wakes it.\n"],
  ])("%s", (_, source) => expect(figurativeWordsIn(source, "a.ts")).toHaveLength(1));

  it("and names its line and what to write", () => {
    expect(figurativeWordsIn("const a = 1;\n// A timer for whoever waits.\n", "a.ts")).toEqual([
      'line 2: "whoever": write anyone who, or the player who',
    ]);
  });
});
it.each([
  "healed",
  "hears",
  "dress",
  "patient",
  "voice",
  "books",
  "wakes",
  "told",
  "theatre",
  "twin",
  "thief",
  "calm",
  "wear",
  "watchings",
])("finds %s", (word) => expect(figurativeWordsIn(`// ${word}\n`, "a.ts")).toHaveLength(1));
describe("finds nothing in", () => {
  it.each([
    ["a longer word", "const amendment = healthy + besides + employee + address; // screwdriver"],
    ["a term that has another meaning", "navigator.wakeLock; // screen-wake-lock, ease-calm, worn out, neverTell"],
  ])("%s", (_, source) => expect(figurativeWordsIn(source, "a.ts")).toEqual([]));
  it("a synthesizer's voices", () => {
    expect(figurativeWordsIn("// voice\n", "packages/machine/src/sound/voices.ts")).toEqual([]);
    expect(figurativeWordsIn("// voice\n", "packages/machine/src/screen/a.ts")).toHaveLength(1);
  });
});

it("finds a planted word in sources, texts, SQL, styles, pages, settings, documents and descriptions of packages, and leaves migrations as they are", async () => {
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
  await write("apps/player/src/i18n/en/play.json", '{ "text": "Tell us whoever" }\n');
  await write("apps/player/index.html", "<!-- whoever -->\n");
  await write("apps/player/public/apply.js", "// whoever\n");
  await write("apps/server/src/drain.ts", 'log.warn("others were not told");\n');
  await write("deploy/Containerfile", "# whoever\n");
  await write("deploy/compose.yaml", "# whoever\n");
  await write("deploy/backup/backup.sh", "# whoever\n");
  await write("deploy/README.md", "whoever\n");
  await write("e2e/README.md", "whoever\n");
  await write("bench/notes/page.md", "whoever\n");
  await write(".dependency-cruiser.cjs", "// whoever\n");
  await write("vitest.config.ts", "// whoever\n");
  await write(".ci/run", "# whoever\n");
  await write("apps/server/src/storage/functions/one.sql", "-- Whoever asks.\n");
  await write("apps/server/src/storage/migrations/010_first.ts", "// whoever\n");
  await write("apps/server/node_modules/other/index.ts", "// whoever\n");
  await write("apps/server/node_modules/other/package.json", '{\n  "description": "keepsakes"\n}\n');
  await write("package.json", '{\n  "description": "It feels instant",\n  "dependencies": { "voices": "1.0.0" }\n}\n');
  await write("packages/ui/package.json", '{\n  "name": "@reelcast/crew",\n  "description": "Played from afar"\n}\n');
  const found = figurativeWords(root);
  expect(found.filter((line) => !line.includes("whoever"))).toEqual([
    'apps/player/src/load.test.tsx line 1: "tells": write notify, send, or show',
    'apps/player/src/load.tsx line 1: "patiently": write without a timeout, or retryUntilLoaded',
    'apps/player/src/styles/app.css line 1: "beside": write next to, or in addition to',
    'apps/server/src/drain.ts line 1: "told": write notify, send, or show',
    'docs/page.md line 3: "keepsake": write saved, or cached',
    'package.json line 2: "feels": write playClick, or say what it does',
    'packages/ui/package.json line 3: "afar": write remotely, or over the internet',
  ]);
  const whoever = ' line 1: "whoever": write anyone who, or the player who';
  expect(found.filter((line) => line.includes("whoever"))).toEqual(
    [
      ".ci/run",
      ".dependency-cruiser.cjs",
      "apps/player/index.html",
      "apps/player/public/apply.js",
      "apps/server/src/storage/functions/one.sql",
      "bench/notes/page.md",
      "deploy/Containerfile",
      "deploy/README.md",
      "deploy/backup/backup.sh",
      "deploy/compose.yaml",
      "e2e/README.md",
      "vitest.config.ts",
    ].map((path) => path + whoever),
  );
});
