import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { foldersOutsideMaps, missingPaths, numbersOfDecisions } from "./documents.ts";

const FILES = {
  "apps/player/src/game/GameScreen.tsx": "",
  "apps/server/src/wallet/check.ts": "",
  "apps/server/src/wallet/check.db.test.ts": "",
  "docs/money.md": "",
};

/** @returns the folder of a repository with these files, by their paths */
async function repositoryOf(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "documents-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  return root;
}

/** A repository with `FILES` and this page. @returns what is missing */
const missingIn = async (text: string, path = "docs/page.md"): Promise<string[]> =>
  missingPaths(await repositoryOf({ ...FILES, [path]: text }));

describe("finds a path that is not there", () => {
  it.each([
    ["of a file", "See `apps/server/src/wallet/gone.ts`.", "apps/server/src/wallet/gone.ts"],
    ["of a file in another folder", "See `apps/player/src/wallet/check.ts`.", "apps/player/src/wallet/check.ts"],
    ["without its first folders", "See `wallet/gone.ts`.", "wallet/gone.ts"],
    ["with a folder's short name", "See `server/wallet/gone.ts`.", "server/wallet/gone.ts"],
    ["of a folder", "See `apps/server/purse/`.", "apps/server/purse/"],
    ["of a test", "Shown by `wallet/gone.db.test`.", "wallet/gone.db.test"],
    ["that a link leads to", "See [money](money-gone.md#rules).", "money-gone.md"],
    ["in part", "See `llet/check.ts`.", "llet/check.ts"],
  ])("%s", async (_, text, missing) => expect(await missingIn(text)).toEqual([`docs/page.md: ${missing}`]));

  it("once, though a page names it twice", async () => {
    expect(await missingIn("`wallet/gone.ts` and `wallet/gone.ts`")).toEqual(["docs/page.md: wallet/gone.ts"]);
  });
  it("in a README, relative to its folder", async () => {
    expect(await missingIn("[game](src/game/GameScreen.tsx), [page](./gone.md)", "apps/player/README.md")).toEqual([
      "apps/player/README.md: ./gone.md",
    ]);
  });
  it("that was there, and that only Git still lists", async () => {
    const root = await mkdtemp(join(tmpdir(), "documents-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    execFileSync("git", ["init", "--quiet"], { cwd: root });
    await writeFile(join(root, "old.ts"), "");
    await writeFile(join(root, "page.md"), "`old.ts`");
    execFileSync("git", ["add", "."], { cwd: root });
    expect(missingPaths(root)).toEqual([]);
    await rm(join(root, "old.ts"));
    expect(missingPaths(root)).toEqual(["page.md: old.ts"]);
  });
});

describe("finds nothing in", () => {
  it.each([
    ["a whole path", "`apps/server/src/wallet/check.ts`"],
    ["a path without its first folders", "`wallet/check.ts`, `check.ts`"],
    ["a folder's short name", "`server/wallet/check.ts`, `app/game/GameScreen.tsx`"],
    ["a folder", "`apps/server/`, `src/wallet/`"],
    ["the name of a test", "`wallet/check.db.test`"],
    ["a link with an anchor, and one to a site", "[money](money.md#rules), [site](https://example.org/gone.md)"],
    ["a file that a server, a build or npm makes", "`var/log.json`, `dist/index.html`, `node_modules/x/index.ts`"],
    ["a package", "`@reelcast/contract`, `@fontsource/inter/index.css`"],
    ["a name to be filled in", "`storage/migrations/NUMBER.ts`"],
    ["an address, an option and a command", "`/api/machines.json`, `--project unit`, `npm test`"],
    ["a path in prose", "See apps/server/src/wallet/gone.ts."],
    [
      "a file that the page says to write",
      "`apps/player/src/new/route.ts`\n\n```ts\n```\n\nThen `apps/player/src/new/route.ts`.",
    ],
  ])("%s", async (_, text) => expect(await missingIn(text)).toEqual([]));

  it("the changelog, which describes the past", async () => {
    expect(await missingIn("`wallet/gone.ts`", "CHANGELOG.md")).toEqual([]);
  });
});

describe("the maps of ARCHITECTURE.md", () => {
  const MAPS = [
    "# Architecture\n\n```\napps/\n  player/   players\n  console/  the staff\n  server/   the server",
    "packages/\n  ui/       looks\ne2e/        tests\n  journeys/ in a browser\n```\n",
    "## The server\n\n```\nmain.ts        starts\nwallet/        the ledger; not the floor/\nedge/          http/, sockets/\n```\n",
    "## The player app\n\n```\nlobby/ game/  screens\n```\n",
    "## The console\n\nSee:\n\n```\napp/     start\n```\n",
  ].join("\n");
  const SOURCES = [
    "apps/player/src/lobby/route.ts",
    "apps/player/src/game/route.ts",
    "apps/console/src/app/start.ts",
    "apps/server/src/main.ts",
    "apps/server/src/wallet/index.ts",
    "apps/server/src/edge/http/calls.ts",
    "packages/ui/src/index.ts",
    "e2e/src/fixtures.ts",
    "e2e/src/journeys/seat.spec.ts",
  ];
  const outside = async (sources: readonly string[]) =>
    foldersOutsideMaps(
      await repositoryOf({ "ARCHITECTURE.md": MAPS, ...Object.fromEntries(sources.map((path) => [path, ""])) }),
    );

  it("name every folder", async () => expect(await outside(SOURCES)).toEqual([]));
  it.each([
    ["apps/kiosk", "apps/kiosk/src/main.ts"],
    ["packages/sound", "packages/sound/src/index.ts"],
    ["e2e/src/console", "e2e/src/console/wall.spec.ts"],
    ["apps/server/src/floor", "apps/server/src/floor/seat/reducer.ts"],
    ["apps/player/src/app", "apps/player/src/app/router.tsx"],
    ["apps/console/src/game", "apps/console/src/game/route.ts"],
  ])("leave out %s", async (folder, file) =>
    expect(await outside([...SOURCES, file])).toEqual([`ARCHITECTURE.md: ${folder}/ is in no map`]),
  );
  it("name a folder that is not there", async () => {
    expect(await outside(SOURCES.filter((path) => !path.includes("/game/")))).toEqual([
      "ARCHITECTURE.md: apps/player/src/game/ is in the map, and not there",
    ]);
  });
});

it("each decision has a number of its own, in its name and its heading", async () => {
  const root = await repositoryOf({
    "docs/decisions/0001-first.md": "# 0001: first\n",
    "docs/decisions/0002-one.md": "# 0002: one\n",
    "docs/decisions/0002-other.md": "# 0002: other\n",
    "docs/decisions/0003-renumbered.md": "# 0002: renumbered\n",
  });
  expect(numbersOfDecisions(root)).toEqual([
    "docs/decisions/0002-other.md: number 0002 is that of docs/decisions/0002-one.md",
    'docs/decisions/0003-renumbered.md: the heading must begin with "# 0003: "',
  ]);
});
