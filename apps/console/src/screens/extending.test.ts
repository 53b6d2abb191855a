/** Follows the page "A screen of the console" of docs/extending.md in a copy of the console: what it says must be enough. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { catalogues } from "@reelcast/build/catalogues";
import { CONSOLE_ERROR_TEXTS } from "@reelcast/build/consoleErrors";
import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createServer } from "vite";
import type { ViteDevServer } from "vite";
import { followPage } from "../../../../packages/machine/src/testing/extending.ts";
import type { FollowedPage } from "../../../../packages/machine/src/testing/extending.ts";
import type * as Router from "../app/router.tsx";
import type * as I18n from "../i18n/index.ts";
import type * as Registry from "./registry.ts";

const SUBJECT = "house";
const APP = "apps/console";
const LANGUAGES = ["tr", "en", "ar"] as const;

describe("a screen of the console made as docs/extending.md says", () => {
  let page: FollowedPage;
  let server: ViteDevServer;
  const load = <Module>(path: string) => server.ssrLoadModule(`/src/${path}`) as Promise<Module>;
  const textsIn = async (language: string) =>
    JSON.parse(await readFile(join(page.copy, APP, `src/i18n/${language}/${SUBJECT}.json`), "utf8")) as {
      title: string;
    };

  beforeAll(async () => {
    // Of the browser: the session reads it as soon as it is imported.
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    page = await followPage("A screen of the console", [
      "tsconfig.base.json",
      ...["package.json", "tsconfig.json", "src"].map((part) => `${APP}/${part}`),
    ]);
    server = await createServer({
      root: join(page.copy, APP),
      configFile: false,
      logLevel: "error",
      appType: "custom",
      plugins: [catalogues(CONSOLE_ERROR_TEXTS)],
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    });
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await page.remove();
    vi.unstubAllGlobals();
  });

  it("touches its own folder and its three catalogues alone", () => {
    const texts = LANGUAGES.map((language) => `${APP}/src/i18n/${language}/${SUBJECT}.json`);
    const folder = ["route.ts", "index.tsx", "samples.ts"].map((file) => `${APP}/src/screens/${SUBJECT}/${file}`);
    expect(page.written.toSorted()).toEqual([...texts, ...folder].toSorted());
  });
  it("uses texts, calls and fields that the types know", async () => {
    const tsconfig = join(page.copy, APP, "tsconfig.json");
    const whole = JSON.parse(await readFile(tsconfig, "utf8")) as object;
    await writeFile(tsconfig, JSON.stringify({ ...whole, include: [`src/screens/${SUBJECT}`] }));
    const tsc = join(page.copy, "node_modules/.bin/tsc");
    await promisify(execFile)(tsc, ["-p", tsconfig]).catch((error: { stdout: string }) => expect.fail(error.stdout));
  });
  it("has its title in the frame, in every language, before its own texts are fetched", async () => {
    const { loadTexts, setLanguage, t } = await load<typeof I18n>("i18n/index.ts");
    await loadTexts("titles");
    for (const language of LANGUAGES) {
      await setLanguage(language);
      expect(t(`${SUBJECT}.title` as I18n.TitleKey)).toBe((await textsIn(language)).title);
      // Only titles are collected.
      expect(t(`${SUBJECT}.zone` as I18n.TextKey)).toBe(`${SUBJECT}.zone`);
    }
  });
  it("has a route, which loads its component", async () => {
    const { screenAt } = await load<typeof Registry>("screens/registry.ts");
    const { createConsoleRouter } = await load<typeof Router>("app/router.tsx");
    const router = createConsoleRouter(new QueryClient(), createMemoryHistory());
    expect(Object.keys(router.routesByPath)).toContain(`/${SUBJECT}`);
    const screen = screenAt(`/${SUBJECT}`);
    expect(screen?.texts).toEqual([SUBJECT]);
    expect((await screen?.load())?.default).toBeTypeOf("function");
  });
  it("stands last in the navigation of who may open it, with a letter of its own", async () => {
    const { listedFor } = await load<typeof Registry>("screens/registry.ts");
    const listed = listedFor(() => true);
    expect(listed.at(-1)).toMatchObject({ paths: [`/${SUBJECT}`], title: `${SUBJECT}.title` });
    const keys = listed.map(({ navigation }) => navigation.key);
    expect(new Set(keys).size).toBe(keys.length);
    const others = listedFor((permission) => permission !== "staff.manage");
    expect(others.some(({ paths }) => paths[0] === `/${SUBJECT}`)).toBe(false);
  });
});
