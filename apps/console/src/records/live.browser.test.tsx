/** Screens without a topic of their own are read again by themselves, and nothing moves under the reader. */
import type { ConsoleCallName } from "@reelcast/contract/console";
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { forgetFloor } from "../floor/useFloor.ts";
import { session } from "../session/store.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { ME, TOKEN } from "../testing/answers.ts";
import { TILES, TIMELINE, floorOf, recordOf } from "../testing/floor.ts";
import { DESKTOP, PHONE, openAt } from "../testing/openConsole.ts";
import { RECORD } from "../testing/player.ts";
import { AT, gameRow, pageOf, playerRow, transferRow } from "../testing/records.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected } from "../testing/scriptedSockets.ts";

/** Games with these numbers, the newest first. */
const games = (newest: number, count: number, nextCursor: string | null = null) => ({
  items: Array.from({ length: count }, (_, index) => gameRow(newest - index)),
  nextCursor,
});
const link = (id: string) => page.getByRole("link", { name: id, exact: true });
const topOf = (id: string) => link(id).element().getBoundingClientRect().top;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
});
async function wait(seconds: number) {
  for (let at = 0; at < seconds; at += 1) await vi.advanceTimersByTimeAsync(1_000);
}
/** What a screen reads when it is opened is read, also what the connection brings. */
async function settle() {
  await expect.poll(() => isConnected("console")).toBe(true);
  await wait(1);
}
/** How many of these calls this brings. */
async function countOf(name: ConsoleCallName, act: () => Promise<void>) {
  const before = requestsOf(name).length;
  await act();
  return requestsOf(name).length - before;
}

it.each([
  ["games", () => onCall("games", pageOf(gameRow(1))), () => onCall("games", pageOf(gameRow(2))), "3-1", "3-2"],
  [
    "transfers",
    () => onCall("transfers", pageOf(transferRow("1"))),
    () => onCall("transfers", pageOf(transferRow("2"))),
    "11111111",
    "22222222",
  ],
  [
    "players",
    () => onCall("players", pageOf(playerRow(1))),
    () => onCall("players", pageOf(playerRow(2))),
    "demo1",
    "demo2",
  ],
] as const)("%s come by themselves to a list that nobody has scrolled", async (name, before, now, old, fresh) => {
  before();
  await openAt(`/${name}`);
  await expect.element(page.getByText(old)).toBeVisible();
  await settle();
  now();
  expect(await countOf(name, () => wait(16))).toBe(1);
  await expect.element(page.getByText(fresh)).toBeVisible();
});

it.each([
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
])("a list that is scrolled stays, and offers newer rows on %s", async (_, size) => {
  onCall("games", games(100, 50));
  await openAt("/games", { size });
  await expect.element(link("3-100")).toBeVisible();
  await settle();
  scrollTo(0, 600);
  const seen = size === PHONE ? "3-97" : "3-85";
  await expect.element(link(seen)).toBeVisible();
  const before = topOf(seen);
  const now = games(102, 50);
  onCall("games", { ...now, items: now.items.map((row) => (row.id === seen ? { ...row, win: 77_700 } : row)) });
  expect(await countOf("games", () => wait(16))).toBe(1);
  const show = page.getByRole("button", { name: "Show 2 new rows" });
  await expect.element(show).toBeInViewport();
  expect(topOf(seen)).toBe(before);
  // What the rows say is what is true now.
  await expect.element(page.getByText("₺777")).toBeVisible();
  vi.useRealTimers();
  await expectAccessible("games, newer ones wait", "main");
  await show.click();
  await expect.element(link("3-102")).toBeInViewport();
  await expectCount(show, 0);
});

it("a list of several pages stays where it is at its top, too, and begins anew on request", async () => {
  onCall("games", ({ query }) => (query["cursor"] === undefined ? games(100, 10, "next") : games(90, 50)));
  await openAt("/games");
  await expect.element(link("3-100")).toBeVisible();
  await settle();
  onCall("games", games(1_000, 10, "next"));
  await wait(16);
  await expect.element(link("3-100")).toBeVisible();
  onCall("games", ({ query }) => (query["cursor"] === undefined ? games(1_000, 10, "next") : games(990, 50)));
  await page.getByRole("button", { name: "Show the list as it is now" }).click();
  await expect.element(link("3-1000")).toBeVisible();
  await expect.element(link("3-100")).not.toBeInTheDocument();
});

it("nothing is read while nobody can see it, or nobody is signed in", async () => {
  onCall("games", games(3, 3));
  await openAt("/games");
  await expect.element(link("3-3")).toBeVisible();
  await settle();
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  expect(await countOf("games", () => wait(60))).toBe(0);
  visibility.mockRestore();
  session.lock(TOKEN);
  expect(await countOf("games", () => wait(60))).toBe(0);
});

it("a player's balance and games are those of now", async () => {
  onCall("player", RECORD);
  onCall("games", games(1, 1));
  await openAt("/players/7?tab=games");
  await expect.element(link("3-1")).toBeVisible();
  await settle();
  onCall("player", { ...RECORD, balance: { ...RECORD.balance, free: 98_700 } });
  onCall("games", games(2, 2));
  const players = requestsOf("player").length;
  expect(await countOf("games", () => wait(16))).toBe(1);
  expect(requestsOf("player").length - players).toBeLessThanOrEqual(2);
  await expect.element(page.getByText("₺987")).toBeVisible();
  await expect.element(link("3-2")).toBeVisible();
});

it.each([
  ["in play", 0, 1],
  ["at rest", 1, 0],
])("the meters of a machine %s next to the ledger", async (_, place, readings) => {
  const tile = TILES[place];
  if (!tile) throw new Error("the floor lacks machines");
  forgetFloor();
  onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onCall("machineTimeline", TIMELINE);
  onCall("machineTrace", []);
  const before = recordOf(tile);
  onCall("machine", before);
  await openAt(`/machine/${tile.id}`);
  await expect.element(page.getByText("They agree", { exact: false })).toBeVisible();
  await settle();
  const meters = { transferredIn: 20_000, transferredOut: 0, credit: 12_300 };
  onCall("machine", { ...before, reading: { at: AT, meters, ledger: meters }, ledger: meters });
  expect(await countOf("machine", () => wait(11))).toBe(readings);
  if (readings > 0) await expect.element(page.getByText("₺123").first()).toBeVisible();
});
