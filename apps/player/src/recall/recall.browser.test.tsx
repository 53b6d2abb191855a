/** The last games of a session: shown as they were recorded, and compared with what the browser has seen before. */
import { ErrorCode } from "@reelcast/contract";
import { digestOfGame, hashAfter } from "@reelcast/contract/gameRecord";
import type { GameRecord, PlayedGame } from "@reelcast/contract/gameRecord";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { screenIsThere } from "@reelcast/testing/find";
import { keptHere, openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";

const RECORD: GameRecord = {
  version: 1,
  session: "session-1",
  machine: 1,
  number: 0,
  free: false,
  bet: 200,
  win: 0,
  handPay: 0,
  startedAt: "2026-01-02T09:00:00.000Z",
  endedAt: "2026-01-02T09:00:03.000Z",
  meters: { coinIn: 200, coinOut: 0, handPaid: 0, credit: 24_800 },
  outcome: {
    symbols: [
      ["cherry", "seven"],
      ["bell", "seven"],
      ["A", "<b>"],
    ],
    lines: 5,
    betPerLine: 40,
    wins: [],
    gambled: [],
  },
};
const WINNER: Partial<GameRecord> = {
  win: 500,
  outcome: {
    ...(RECORD.outcome as object),
    wins: [{ line: 0, symbol: "high1", count: 2, amount: 250, rows: [1, 1] }],
    drawn: 250,
    gambled: ["red"],
  },
};

/** Newest first. */
async function chain(count: number, changes: Record<number, Partial<GameRecord>> = {}): Promise<PlayedGame[]> {
  const games: PlayedGame[] = [];
  for (let number = 1; number <= count; number += 1) {
    const record = { ...RECORD, ...changes[number], number };
    const previous = games.at(-1)?.hash ?? null;
    games.push({ record, hash: await hashAfter(previous ?? "", await digestOfGame(record)), previous });
  }
  return games.toReversed();
}
const answer = (games: PlayedGame[]) => onCall("games", { machineId: 1, machine: "Lantern Street", games });
const dialog = page.getByRole("dialog", { name: "Son oyunlar" });
const status = dialog.getByRole("status");
async function openGames(stored: Record<string, string> = {}): Promise<void> {
  await openApp("/slot-sessions", { stored });
  await screenIsThere();
  await page.getByRole("button", { name: "Lantern Street: son oyunlar" }).click();
  await expect.element(dialog).toBeVisible();
}
const keptHeads = () => JSON.parse(keptHere()["game_heads_1"] ?? "[]") as { number: number; hash: string }[];

it("shows reels, figures and the record; keeps the newest hash, and says the next time that nothing has changed", async () => {
  answer(await chain(3, { 3: WINNER }));
  await openGames();
  await expect.element(status).toMatchTextContent(/ilk kez görüyorsunuz/);
  expect(requestsOf("games").at(-1)).toMatchObject({ query: { session: "session-1" } });
  const newest = dialog.getByRole("listitem").first();
  await expect.element(newest.getByRole("heading", { name: "3 numaralı oyun" })).toBeVisible();
  const reels = newest.getByRole("img", { name: "1. sıra: kiraz, çan, A. 2. sıra: yedi, yedi, <b>" });
  await expect.element(reels).toBeVisible();
  await expect.element(newest).toMatchTextContent(/1\. çizgi, 2 sembol: ₺2,50.*Katlama \(kırmızı\)/);
  await newest.getByText("Kayıt ve özet (hash)").click();
  await expect.element(newest.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await expect.element(newest.getByText(/^\{"bet":200,"endedAt"/)).toBeVisible();
  await expectAccessible("last games", "[role=dialog]");

  const [head] = keptHeads();
  expect(head).toMatchObject({ number: 3, session: "session-1" });
  await dialog.getByRole("button", { name: "Kayıtları yeniden denetle" }).click();
  await expect.element(status).toMatchTextContent(/son gördüğünüzden .* beri değişmedi/);

  // The focus returns to what opened it.
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Lantern Street: son oyunlar" })).toHaveFocus();
});

it("says which game was changed since, also among those that are not shown, and keeps what was seen", async () => {
  const seen = await chain(2);
  answer(seen);
  await openGames();
  await expect.element(status).toMatchTextContent(/ilk kez/);
  const before = keptHeads();

  // Twelve more: the links lead from what was seen to what is shown.
  const later = await chain(14);
  const linksOf = (games: PlayedGame[]) =>
    Promise.all(
      games.toReversed().map(async ({ record }) => ({ number: record.number, digest: await digestOfGame(record) })),
    );
  const serve = async (games: PlayedGame[]) => {
    const links = await linksOf(games);
    answer(games.slice(0, 10));
    onCall("gameLinks", ({ query }) => ({
      links: links.filter(({ number }) => number > Number(query["after"]) && number < Number(query["before"])),
    }));
  };
  await serve(await chain(14, { 1: { win: 1 } }));
  const again = dialog.getByRole("button", { name: "Kayıtları yeniden denetle" });
  await again.click();
  const alert = dialog.getByRole("alert");
  await expect.element(alert).toMatchTextContent(/uymuyor: 2 numaralı/);
  await expect.element(alert).toMatchTextContent(new RegExp(before[0]?.hash ?? "none"));
  expect(keptHeads()).toEqual(before);
  await expectAccessible("changed games", "[role=dialog]");

  await serve(later);
  await again.click();
  await expect.element(status).toMatchTextContent(/değişmedi/);
  expect(keptHeads()).toMatchObject([{ number: 14, hash: later[0]?.hash }]);
  expect(requestsOf("gameLinks")[0]?.query).toMatchObject({ session: "session-1", after: "2", before: "5" });

  // The last game is gone.
  answer(later.slice(1, 11));
  await again.click();
  await expect.element(alert).toMatchTextContent(/14 numaralı/);
});

it("says that there are no games, none with hashes, or that they can't be read or checked, and tries again", async () => {
  onCall("games", refuse(ErrorCode.ServiceUnavailable));
  await openGames();
  await expect.element(dialog.getByRole("heading", { name: "Oyunlar getirilemedi" })).toBeVisible();
  answer([]);
  await dialog.getByRole("button", { name: "Yeniden dene" }).click();
  await expect.element(dialog.getByRole("heading", { name: "Henüz oyun yok" })).toBeVisible();
  await userEvent.keyboard("{Escape}");

  const old = { ...RECORD, number: 1, outcome: null, meters: null };
  answer([{ record: old, hash: null, previous: null }]);
  await page.getByRole("button", { name: "Lantern Street: son oyunlar" }).click();
  await expect.element(status).toMatchTextContent(/denetlenemez/);
  await expect.element(dialog).toMatchTextContent(/makaraları bildirmedi/);
  expect(keptHeads()).toEqual([]);
});

it("can't be checked while what lies between is not answered", async () => {
  const seenAt = Date.now();
  const [, , old] = await chain(14).then((games) => games.slice(-3));
  const kept = JSON.stringify([{ session: "session-1", number: 1, hash: old?.hash, seenAt }]);
  answer((await chain(14)).slice(0, 10));
  onCall("gameLinks", refuse(ErrorCode.ServiceUnavailable));
  await openGames({ game_heads_1: kept });
  await expect.element(status).toMatchTextContent(/tamamlanamadı/);
  expect(keptHere()["game_heads_1"]).toBe(kept);
});
