/** Follows the page "A screen" of docs/extending.md in a copy of the app: what it says must be enough. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createMemoryHistory } from "@tanstack/react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "vite";
import type { ViteDevServer } from "vite";
import type * as I18n from "../i18n/index.ts";
import type * as Registry from "./registry.ts";
import type * as Router from "../app/router.tsx";
import type * as Entries from "../shell/navigation/entries.ts";
import type * as Model from "../shell/navigation/model.ts";
import type * as Match from "../shell/tools/match.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SUBJECT = "bonuses";
const LANGUAGES = ["tr", "en", "ar"] as const;

/** `{path: code}` of the page: a path alone on a line, and below it the file. */
async function filesOfPage(): Promise<[path: string, code: string][]> {
  const page = await readFile(join(ROOT, "docs/extending.md"), "utf8");
  const screen = page.split(/^## /m).find((part) => part.startsWith("A screen")) ?? "";
  return [...screen.matchAll(/^`(\S+)`\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, path = "", code = ""]) => [path, code]);
}

describe("a screen made as docs/extending.md says", () => {
  let copy: string;
  let server: ViteDevServer;
  let written: string[];
  const load = <Module>(path: string) => server.ssrLoadModule(`/src/${path}`) as Promise<Module>;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "reelcast-extending-"));
    const app = join(copy, "apps/player");
    for (const part of [
      "tsconfig.base.json",
      "apps/player/package.json",
      "apps/player/tsconfig.json",
      "apps/player/src",
    ])
      await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const files = await filesOfPage();
    written = files.map(([path]) => path);
    for (const [path, code] of files) {
      await mkdir(dirname(join(copy, path)), { recursive: true });
      // Never over a file of the app: the page adds, and changes nothing.
      await writeFile(join(copy, path), code, { flag: "wx" });
    }
    server = await createServer({
      root: app,
      configFile: false,
      logLevel: "error",
      appType: "custom",
      define: { __VERSION__: JSON.stringify("0.0.0") },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    });
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await rm(copy, { recursive: true, force: true });
  });

  it("touches its own folder and its three catalogues alone", () => {
    const texts = LANGUAGES.map((language) => `apps/player/src/i18n/${language}/${SUBJECT}.json`);
    expect(written.filter((path) => !path.startsWith(`apps/player/src/${SUBJECT}/`)).toSorted()).toEqual(
      texts.toSorted(),
    );
    expect(written).toContain(`apps/player/src/${SUBJECT}/route.ts`);
  });
  it("has its texts in every language, under keys that the types know", async () => {
    const { loadTexts, setLanguage, t } = await load<typeof I18n>("i18n/index.ts");
    await loadTexts(SUBJECT as I18n.Subject);
    for (const language of LANGUAGES) {
      await setLanguage(language);
      const file = await readFile(join(copy, `apps/player/src/i18n/${language}/${SUBJECT}.json`), "utf8");
      const { title } = JSON.parse(file) as { title: string };
      expect(t(`${SUBJECT}.title` as I18n.TextKey)).toBe(title);
    }
    await writeFile(
      join(copy, "apps/player/tsconfig.json"),
      JSON.stringify({
        ...(JSON.parse(await readFile(join(ROOT, "apps/player/tsconfig.json"), "utf8")) as object),
        include: [`src/${SUBJECT}`, "src/env.d.ts"],
      }),
    );
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    await promisify(execFile)(tsc, ["-p", join(copy, "apps/player")]).catch((error: { stdout: string }) =>
      expect.fail(error.stdout),
    );
  });
  it("has a route, which loads its component", async () => {
    const { screenAt } = await load<typeof Registry>("screens/registry.ts");
    const { createAppRouter } = await load<typeof Router>("app/router.tsx");
    expect(Object.keys(createAppRouter(createMemoryHistory()).routesByPath)).toContain(`/${SUBJECT}`);
    const screen = screenAt(`/${SUBJECT}`);
    expect(screen?.texts).toEqual([SUBJECT]);
    expect((await screen?.load())?.default).toBeTypeOf("function");
  });
  it("stands last in the menu of who may play, and the search finds it", async () => {
    const { ENTRIES } = await load<typeof Entries>("shell/navigation/entries.ts");
    const { flatten, visibleTo } = await load<typeof Model>("shell/navigation/model.ts");
    const { TITLE_TEXTS } = await load<typeof Registry>("screens/registry.ts");
    const { loadTexts, setLanguage, t } = await load<typeof I18n>("i18n/index.ts");
    const { search } = await load<typeof Match>("shell/tools/match.ts");
    await loadTexts(...TITLE_TEXTS);
    await setLanguage("en");
    const visible = visibleTo(ENTRIES, { roles: ["user"], permissions: [145], type: "player" });
    expect(visible.at(-1)).toMatchObject({ id: SUBJECT, url: `/${SUBJECT}` });
    const places = flatten(visible).map((place) => ({ ...place, title: t(place.title) }));
    expect(search(places, "bonus").map(({ url }) => url)).toEqual([`/${SUBJECT}`]);
  });
});
