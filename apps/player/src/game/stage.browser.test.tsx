/** The arrangement of the game screen: nothing over the reels, nothing cut, and nothing that moves under the thumb. */
import type { Band } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setLanguage } from "../i18n/index.ts";
import { LANGUAGES, settled } from "@reelcast/testing/accessibility";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

const SIZES = [
  [390, 844],
  [320, 568],
  [360, 640],
  [768, 1024],
  [844, 390],
  [667, 375],
  [640, 360],
  [1024, 640],
  [1440, 900],
  [1920, 1080],
] as const;
/** The reels and the glass of the simulated machines, without a cabinet and with one. */
const SCREEN = {
  crop: { x: 0.036, y: 0.105, width: 0.928, height: 0.75 },
  glass: { x: 0.025, y: 0, width: 0.95, height: 1 },
};
const CABINET = {
  crop: { x: 0.14, y: 0.133, width: 0.719, height: 0.544 },
  glass: { x: 0.106, y: 0.111, width: 0.787, height: 0.689 },
};
/** A machine's longest name, and where one without a cabinet counts its free spins. */
const NAME = { x: 0.28, y: 0.03, width: 0.44, height: 0.07 };
const COUNT = { x: 0.72, y: 0, width: 0.235, height: 0.1 };
type Kind = Band["controls"][number]["kind"];
const band = (
  id: string,
  labels: string[],
  kindOf: (index: number) => Kind,
  amounts: number[] = [],
): Omit<Band, "Order"> => ({
  id,
  name: id.toUpperCase(),
  controls: labels.map((label, n) => ({
    id: id === "play" ? id : `${id}-${n}`,
    label,
    kind: kindOf(n),
    lit: true,
    amount: amounts[n],
  })),
});
const BANDS: Band[] = [
  band("denomination", ["0.05", "0.10", "0.25", "0.50"], () => "denomination", [5, 10, 25, 1_000]),
  band("lines", ["1", "5", "10", "20"], () => "lines"),
  band("bet", ["×1", "×2", "×5", "×10", "MAX"], (n) => (n < 4 ? "bet" : "maxBet")),
  band("gamble", ["GAMBLE", "RED", "BLACK"], (n) => (["gamble", "red", "black"] as const)[n] ?? "gamble"),
  band("play", ["PLAY"], () => "play"),
].map((one, n) => ({ ...one, Order: n }));
const LAMPS = Object.fromEntries(
  BANDS.flatMap(({ id: of, controls }) => controls.map(({ id }) => [id, of !== "gamble"])),
);
/** A win waits: it can be taken or gambled. */
const WAITING = { ...Object.fromEntries(Object.keys(LAMPS).map((id) => [id, false])), "gamble-0": true };

let endVideo = (): void => undefined;
let seq = 1;
beforeEach(() => {
  endVideo = startVideo();
  seq = 1;
});
afterEach(() => endVideo());

function meters(change: Partial<ReturnType<typeof gameState>["meters"]>): void {
  seq += 1;
  push("game", "meters", { seq, ...change });
}
async function sitDown(areas: typeof SCREEN, visit: Visit = {}, bands: Band[] = BANDS): Promise<void> {
  const { machine, meters: first, ...rest } = gameState();
  onSocketRequest("game", "init", {
    ...rest,
    machine: { ...machine, ...areas, bands },
    meters: {
      ...first,
      credit: 1_234_567,
      controls: LAMPS,
      selects: { denomination: "denomination-1", lines: "lines-3", bet: "bet-0" },
    },
  });
  await openApp("/game/1/lantern-street", visit);
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(page.getByRole("button", { name: /^Oyna/ }).first()).toBeVisible();
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
}

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
const nameOf = (element: Element) =>
  element.getAttribute("aria-label") ?? element.getAttribute("data-part") ?? element.textContent;

/** A part of the picture within the window. */
function inWindow(area: (typeof SCREEN)["crop"]): DOMRect {
  const { left, top, width, height } = document.querySelector("video")?.getBoundingClientRect() ?? new DOMRect();
  return new DOMRect(left + area.x * width, top + area.y * height, area.width * width, area.height * height);
}
const reels = ({ crop }: typeof SCREEN) => inWindow(crop);
const overlaps = (a: DOMRect, b: DOMRect) =>
  a.width > 0 &&
  a.height > 0 &&
  a.left < b.right - 1 &&
  a.right > b.left + 1 &&
  a.top < b.bottom - 1 &&
  a.bottom > b.top + 1;
/** What is drawn of an element: a box without a look of its own has only its contents. */
const LAID = "button, [role=dialog], [data-part] p > *, [data-part=message] > *, [data-part=meters], [data-part=info]";

/** What is wrong with the arrangement that is on the page now. */
function faults(areas: typeof SCREEN): string[] {
  const found: string[] = [];
  const free = reels(areas);
  if (free.width < innerWidth * 0.6) found.push(`the reels are ${free.width} wide`);
  for (const element of shown(LAID)) {
    const box = element.getBoundingClientRect();
    if (overlaps(box, free)) found.push(`${nameOf(element)} lies over the reels`);
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
      found.push(`${nameOf(element)} leaves the window`);
  }
  for (const element of shown(
    "main button, [role=tab] > span, [data-part=deck] [role=group] > span, [data-part=meters] > *, [data-part=info]",
  )) {
    const over = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    if (Math.max(...over) > 1) found.push(`${nameOf(element)} is cut by ${over.join(" and ")}`);
  }
  const controls = shown("main button");
  for (const [n, one] of controls.entries())
    for (const other of controls.slice(n + 1))
      if (overlaps(one.getBoundingClientRect(), other.getBoundingClientRect()))
        found.push(`${nameOf(one)} lies over ${nameOf(other)}`);
  return found;
}
async function show([width, height]: readonly [number, number]): Promise<void> {
  await page.viewport(width, height);
  // One frame to measure, one to draw what follows from that.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await settled();
}

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
