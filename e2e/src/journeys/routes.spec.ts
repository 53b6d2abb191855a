/**
 * Every address of the specification in the app as it is built: it comes, shows a page with a heading, and the browser reports
 * no error. As a guest and as a player, in three languages.
 */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { SPECIFIED, routerPaths, templatePaths, visitAll } from "../routes.ts";
import type { Visited } from "../routes.ts";
import type { Account, TestServer } from "../testServer.ts";

const LANGUAGES = ["tr", "en", "ar"] as const;
type Language = (typeof LANGUAGES)[number];

/** Of the app's own catalogue. */
const waitingWords = (language: Language): string[] => {
  const file = new URL(`../../../apps/player/src/i18n/${language}/shell.json`, import.meta.url);
  const { loading, pageStuck } = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return [loading, pageStuck].map((words) => words ?? "");
};

/** Where an address leads. `null`: to itself. */
function destination(path: string, isPlayer: boolean): RegExp | null {
  const everybody = /^\/(pages\/(auth|errors)\/|pages\/coming-soon)/.test(path);
  if (path.endsWith("/guest-role-example")) return isPlayer ? /^\/lobby$/ : null;
  if (everybody) return null;
  if (!isPlayer) return /^\/login$/;
  if (path === "/lobby/1/x") return /^\/lobby\/1\/[\w-]+$/;
  if (path.startsWith("/game/")) return /^\/game\/\d+\/[\w-]+$/;
  return /^\/(|login|callback|game|auth\/.*)$/.test(path) ? /^\/lobby$/ : null;
}

/** A page of a new browser context that has opened the app, and what goes wrong in it. */
async function openPage(browser: Browser, house: TestServer, language: Language, account: Account | null) {
  const context = await browser.newContext({ baseURL: house.url });
  await context.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  const page = await context.newPage();
  const errors: string[] = [];
  const note = (what: string) => errors.push(`${new URL(page.url()).pathname}: ${what}`);
  page.on("console", (message) => message.type() === "error" && note(message.text()));
  page.on("pageerror", (error) => note(error.message));
  if (account) await new PlayerPage(page, house.url).logIn(account);
  return { page, errors, close: () => context.close() };
}

/** What is wrong with the pages, in a list that a person can read. */
const faultsOf = (visited: readonly Visited[], isPlayer: boolean): string[] =>
  visited.flatMap(({ path, at, heading, stuck }) => {
    const target = destination(path, isPlayer);
    const arrived = target ? target.test(at) : at === path;
    return [
      ...(stuck ? [`${path}: still loads`] : []),
      ...(arrived ? [] : [`${path} led to ${at}`]),
      ...(heading === "" && !at.startsWith("/game/") ? [`${path}: no heading`] : []),
    ];
  });

const opens = (page: Page, path: string) =>
  page.goto(path).then(() => page.locator('body[data-ready="true"]').waitFor());

test("every address of the specification is one of the app, and comes in three languages without an error", async ({
  browser,
  house,
}) => {
  const template = await templatePaths();
  const run = async (language: Language, isPlayer: boolean, machine: number) => {
    const account = isPlayer ? await house.addPlayer() : null;
    const { page, errors, close } = await openPage(browser, house, language, account);
    // A page that is there for everybody: the app has started.
    await opens(page, "/pages/errors/error-404");
    const own = [...(await routerPaths(page)), ...template];
    const has = (path: string) =>
      own.includes(path) || (path.endsWith("*") && own.some((one) => one.startsWith(path.slice(0, -1))));
    expect(SPECIFIED.filter((path) => !has(path))).toEqual([]);
    const paths = own
      // The router's own patterns that are no address; the way out, which comes last.
      .filter((path) => !/\*|^$|^\/(login|logout)$/.test(path))
      .map((path) =>
        path
          .replace("/profile/:", `/profile/${account?.id ?? 1}`)
          .replace("/lobby/:/:", "/lobby/1/x")
          .replace("/game/:/:", `/game/${machine}/x`),
      );
    const visited = await visitAll(page, paths, waitingWords(language));
    await opens(page, "/login");
    const role = isPlayer ? "player" : "guest";
    const faults = [...faultsOf(visited, isPlayer), ...errors];
    await close();
    return faults.map((fault) => `${language}, ${role}: ${fault}`);
  };
  const runs = LANGUAGES.flatMap((language, n) => [run(language, true, n + 1), run(language, false, n + 1)]);
  expect((await Promise.all(runs)).flat()).toEqual([]);
});

test("a page whose code fails shows the error page, leaves the rest in use, and is reported to the house's log", async ({
  house,
  browser,
}) => {
  const { page, errors, close } = await openPage(browser, house, "en", await house.addPlayer());
  const broken = "the code of this page is broken";
  await page.route(/\/assets\/(ForgotPage|TypographyPage)-/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: `throw new Error(${JSON.stringify(broken)})` }),
  );
  const crash = page.getByRole("heading", { name: "This screen could not be shown" });
  const reported = () => house.output.split("\n").filter((line) => line.includes(broken));
  await opens(page, "/pages/auth/forgot-password?token=secret-of-the-address");
  await expect(crash).toBeVisible();
  await expect.poll(reported).toHaveLength(1);
  expect(JSON.parse(reported()[0] ?? "{}")).toMatchObject({ page: "/pages/auth/forgot-password", cause: broken });
  expect(house.output).not.toContain("secret-of-the-address");
  // The frame stays in use.
  await opens(page, "/ui/typography");
  await expect(crash).toBeVisible();
  await page.getByRole("link", { name: "Rules" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
  await expect(crash).toBeHidden();
  expect(errors.filter((error) => !error.includes(broken))).toEqual([]);
  await close();
});
