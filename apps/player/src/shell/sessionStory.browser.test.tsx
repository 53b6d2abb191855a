/** What a session came to is shown at its end: what came in and out, the best game with its record, time, and one plain sentence. */
import type { SessionStory } from "@reelcast/contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { screenIsThere } from "@reelcast/testing/find";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, push } from "../testing/scriptedSockets.ts";

const STORY: SessionStory = {
  session: "session-1",
  machineId: 1,
  machine: "Lantern Street",
  start: "2026-01-02T09:00:00.000Z",
  end: "2026-01-02T09:42:00.000Z",
  played: 2_520,
  cashedIn: 50_000,
  cashedOut: 24_500,
  games: 210,
  bet: 105_000,
  win: 79_500,
  best: { number: 77, free: false, bet: 500, win: 12_000 },
};
const card = page.getByRole("listitem").filter({ hasText: "Oturumunuz bitti" });

/** Sits down with nothing on the machine, and leaves. */
async function leave(story: Partial<SessionStory> = {}): Promise<void> {
  onCall("sessionStory", { ...STORY, ...story });
  onSocketRequest("game", "init", gameState({ meters: { credit: 0 } }));
  onSocketRequest("game", "cashout", { amount: 0, credit: 0, balance: 1_000_000 });
  await openApp("/game/1/lantern-street", { settings: { webcam: false } });
  await expect.poll(() => isConnected("game")).toBe(true);
  await page.getByRole("button", { name: "Çıkış" }).first().click();
  await expect.poll(() => location.pathname).toBe("/lobby");
}

it("after leaving, with the record of the best game and nothing that asks to go on", async () => {
  await leave();
  await expect
    .element(card)
    .toMatchTextContent(/Makineye yatırdığınız₺500,00Geri aldığınız₺245,00Oyun210Süre42 dakika/);
  await expect.element(card).toMatchTextContent(/En iyi oyun: ₺5,00 bahisle ₺120,00/);
  await expect.element(card).toMatchTextContent(/Bu oturum size ₺255,00 tutarına mal oldu/);
  expect(requestsOf("sessionStory").at(-1)).toMatchObject({ query: { session: "session-1" } });
  // To dismiss it, and the record: nothing else can be pressed.
  expect(
    card
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Kaydını göster", "Tamam"]);
  expect(card.getByRole("link").elements()).toEqual([]);
  await expectAccessible("the end of a session", "main");

  await card.getByRole("button", { name: "Kaydını göster" }).click();
  await expect.element(page.getByRole("dialog", { name: "Oyunun kaydı" })).toBeVisible();
  expect(requestsOf("games").at(-1)).toMatchObject({ query: { session: "session-1", game: "77" } });
  await page.getByRole("dialog").getByRole("button", { name: "Kapat" }).click();
  await card.getByRole("button", { name: "Tamam" }).click();
  await expect.element(card).not.toBeInTheDocument();
});

it.each([
  [{ cashedOut: 80_000 }, /₺300,00 artıyla kalktınız\. Bu şanstı/],
  [{ cashedOut: 50_000 }, /Yatırdığınız kadarını geri aldınız/],
  [{ cashedOut: 50_000, games: 0, best: null }, /Oyun oynamadınız/],
])("one plain sentence: %o", async (story, said) => {
  await leave(story);
  await expect.element(card).toMatchTextContent(said);
});

it("nothing is said of a seat at which nothing happened", async () => {
  await leave({ cashedIn: 0, cashedOut: 0, games: 0, best: null });
  await screenIsThere();
  await expect.poll(() => requestsOf("sessionStory").length).toBeGreaterThan(0);
  await expect.element(card).not.toBeInTheDocument();
});

it("also when the house has ended the session", async () => {
  onCall("sessionStory", { ...STORY, best: { number: 78, free: true, bet: 0, win: 9_000 } });
  await openApp("/lobby");
  await expect.poll(() => isConnected("notifications")).toBe(true);
  push("notifications", "session", {
    status: "show",
    id: 1,
    name: "Lantern Street",
    machine_status: "playing",
    session: "session-1",
    credit: 24_500,
  });
  push("notifications", "session", {
    status: "ended",
    id: 1,
    name: "Lantern Street",
    session: "session-1",
    reason: "idle",
    amount: 24_500,
  });
  await expect.element(card).toMatchTextContent(/₺245 bakiyenize aktarıldı.*Bir süre basmamıştınız/);
  await expect.element(card).toMatchTextContent(/En iyi oyun: bedava spinde ₺90,00.*mal oldu/);
});
