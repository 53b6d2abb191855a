import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { missingPaths } from "./documents.ts";

const FILES = {
  "apps/player/src/game/GameScreen.tsx": "",
  "apps/server/src/wallet/check.ts": "",
  "apps/server/src/wallet/check.db.test.ts": "",
  "docs/money.md": "",
};

/** A repository with `FILES` and this page. @returns what is missing */
async function missingIn(
  text: string,
  path = "docs/page.md",
  files: Record<string, string> = FILES,
): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), "documents-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries({ ...files, [path]: text })) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  return missingPaths(root);
}

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
