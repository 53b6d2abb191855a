/** The arrangement of the game screen: nothing over the reels, nothing cut, and nothing that moves under the thumb. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setLanguage } from "../i18n/index.ts";
import { LANGUAGES, settled } from "@reelcast/testing/accessibility";
import type { gameState } from "../testing/answers.ts";
import { push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import {
  SIZES,
  SCREEN,
  CABINET,
  NAME,
  COUNT,
  band,
  BANDS,
  LAMPS,
  WAITING,
  shown,
  nameOf,
  inWindow,
  overlaps,
  faults,
  show,
  sitDown,
  meters,
  endStage,
  startStage,
} from "./testing/stage.ts";

beforeEach(startStage);
afterEach(endStage);

it.each([
  ["a machine's own picture", SCREEN],
  ["a cabinet", CABINET],
])("no control lies over the reels of %s, and none is cut, in any window and language", async (_, areas) => {
  await sitDown(areas);
  for (const size of SIZES) {
    await show(size);
    for (const language of LANGUAGES) {
      await setLanguage(language);
      await settled();
      expect.soft(faults(areas), `${size.join("×")} ${language}`).toEqual([]);
    }
  }
});

it("a band of six controls lies over no other band, in one row or in two", async () => {
  const bets = ["×1", "×2", "×5", "×10", "×20", "MAX"];
  const fruit = BANDS.filter(({ id }) => id !== "lines").map((one) =>
    one.id === "bet" ? { ...one, ...band("bet", bets, (n) => (n < 5 ? "bet" : "maxBet")) } : one,
  );
  await sitDown(CABINET, { size: { width: 390, height: 844 } }, fruit);
  for (const size of [
    [390, 844],
    [360, 844],
    [430, 932],
  ] as const) {
    await show(size);
    expect.soft(faults(CABINET), size.join("×")).toEqual([]);
  }
});

it("across, the words of the keys that gamble are whole, and no key lies over another", async () => {
  await sitDown(SCREEN, { size: { width: 844, height: 390 } });
  meters({ phase: "winToTake", win: 900, controls: WAITING });
  const keys = () => shown("[data-part=deck] [role=tabpanel] button");
  await expect.poll(() => keys().length).toBe(3);
  for (const language of LANGUAGES) {
    await setLanguage(language);
    await settled();
    const boxes = keys().map((key) => key.getBoundingClientRect());
    expect(boxes.some((one, n) => boxes.slice(n + 1).some((other) => overlaps(one, other)))).toBe(false);
    const cut = keys().filter((key) => (key.firstElementChild?.getBoundingClientRect().width ?? 0) > key.clientWidth);
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  }
});

it("nothing moves under the thumb, whatever is said and however long an amount is", async () => {
  await sitDown(SCREEN, { size: { width: 390, height: 844 } });
  // No press reaches the line of messages, which has a width of its own for what is about money.
  const parts = "[data-part]:not([data-part=message]), [data-part=actions] button, [data-part=deck] button";
  const places = () =>
    Object.fromEntries(
      shown(parts).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.dataset["part"] ?? element.textContent.replace(/\s?₺.*/, "");
        return [
          /^(Oyna|Durdur|Kazancı al)$/.test(name) ? "main" : name,
          [x, y, width, height].map(Math.round).join(" "),
        ];
      }),
    );
  const states: Partial<ReturnType<typeof gameState>["meters"]>[] = [
    { phase: "spinning", controls: { play: true } },
    { phase: "idle", win: 98_765_432, credit: 123_456_789_00, controls: LAMPS },
    { phase: "winToTake", controls: { ...WAITING, "gamble-0": false } },
    { phase: "idle", controls: LAMPS, freeSpins: 12 },
    { phase: "handPay", freeSpins: 0 },
    { phase: "idle", status: "offline" },
    { status: "playing", credit: 0, win: 0 },
  ];
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [844, 390],
    [1440, 900],
  ] as const) {
    await show([width, height]);
    const before = places();
    for (const state of states) {
      meters(state);
      await settled();
      const where = `${width}×${height} ${JSON.stringify(state)}`;
      expect(places(), where).toEqual(before);
      expect(faults(SCREEN), where).toEqual([]);
    }
    meters({ credit: 1_234_567, controls: LAMPS });
  }
});

it.each([
  ["a machine's own picture", SCREEN, [NAME, COUNT]],
  ["a cabinet", CABINET, [NAME]],
])("across, the app leaves the name and the free spins on the glass of %s in sight", async (_, areas, free) => {
  await sitDown(areas, { size: { width: 844, height: 390 } });
  for (const size of [
    [844, 390],
    [667, 375],
    [640, 360],
    [568, 320],
    [1000, 500],
  ] as const) {
    await show(size);
    for (const state of [
      { suspense: 123_450 },
      { freeSpins: 12 },
      { freeSpins: 0, credit: 0 },
      { phase: "handPay" },
      { status: "offline" },
      { status: "error" },
    ] as const) {
      meters({ status: "playing", phase: "idle", suspense: 0, ...state });
      for (const language of LANGUAGES) {
        await setLanguage(language);
        await settled();
        const over = shown("main button, [data-part=message] > *").filter((element) =>
          free.some((area) => overlaps(element.getBoundingClientRect(), inWindow(area))),
        );
        const message = document.querySelector("[data-part=message] > *");
        const cut = (message?.scrollHeight ?? 0) - (message?.clientHeight ?? 0);
        const where = `${size.join("×")} ${language} ${JSON.stringify(state)}`;
        expect.soft({ over: over.map(nameOf), cut }, where).toEqual({ over: [], cut: 0 });
        expect.soft(faults(areas), where).toEqual([]);
      }
    }
  }
});

it("across, a toast and a sheet stand next to each other", async () => {
  await sitDown(SCREEN, { size: { width: 844, height: 390 } });
  push("game", "info", { action: "MACHINE_BACK", code: 0, params: {}, message: "" });
  const said = page.getByText("Makine yeniden bağlandı.").first();
  await expect.element(said).toBeVisible();
  for (const [key, name] of [
    ["l", "Otomatik oyun"],
    ["d", "Makineye para aktar"],
  ] as const) {
    await userEvent.keyboard(key);
    const sheet = page.getByRole("dialog", { name });
    await expect.element(sheet).toBeVisible();
    await settled();
    const box = (said.element().closest("[role=dialog], [role=alertdialog]") ?? said.element()).getBoundingClientRect();
    const next = sheet.element().getBoundingClientRect();
    expect(box.width).toBeGreaterThan(200);
    expect([box.left >= 0, box.right <= next.left, next.right <= innerWidth, next.top, next.bottom]).toEqual([
      true,
      true,
      true,
      0,
      390,
    ]);
    await userEvent.keyboard("{Escape}");
    await expect.element(sheet).not.toBeInTheDocument();
  }
});

it("of a deck that does not fit, one band is shown, and the keys of tabs choose another", async () => {
  await sitDown(SCREEN, { size: { width: 360, height: 640 } });
  const tab = (name: string) => page.getByRole("tab", { name });
  const group = (name: string) => page.getByRole("group", { name });
  await expect.element(tab("Bahis")).toHaveAttribute("aria-selected", "true");
  await expect.element(group("Bahis")).toBeVisible();
  await expect.element(group("Çizgi")).not.toBeInTheDocument();
  // Each tab says what is chosen in its band.
  await expect.element(tab("Çizgi")).toMatchTextContent("20");
  await tab("Bahis").click();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(tab("Çizgi")).toHaveFocus();
  await group("Çizgi").getByRole("button", { name: "5" }).click();
  await expect.poll(() => socketRequestsOf("game", "press")).toMatchObject([{ control: "lines-1" }]);
  // A win waits, and the gamble alone can be chosen.
  meters({ phase: "winToTake", controls: WAITING });
  await expect.element(group("Katla")).toBeVisible();
  meters({ phase: "idle", controls: LAMPS });
  await expect.element(group("Çizgi")).toBeVisible();
  // Where all of them fit there is no switch.
  await page.viewport(390, 844);
  await expect.element(tab("Çizgi")).not.toBeInTheDocument();
  await expect.element(group("Değer")).toBeVisible();
});
