/** Sitting down as the last time: what is asked, what is sent, and when nothing is moved. */
import { ErrorCode } from "@reelcast/contract";
import type { LastSeat } from "@reelcast/contract";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectCount, expectPath } from "@reelcast/testing/find";
import { hideMoney } from "../shell/ownMoney.tsx";
import { expectAccessible } from "../testing/accessibility.ts";
import { PROTECTION, gameState } from "../testing/answers.ts";
import { goTo, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { onCall, refuse } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";
import { meters, said } from "./testing/play.ts";

const LAST: LastSeat = {
  machineId: 1,
  at: "2026-06-01T18:00:00.000Z",
  amount: 50_000,
  bet: 5,
  lines: 1,
  betPerLine: 5,
};
/** With the bet of the machine, not that of the last time. */
function seatWith(credit: number) {
  const state = gameState({ meters: { credit, bet: 1 } });
  const bands = state.machine.bands.map((band) => ({
    ...band,
    controls: band.controls.map((control) =>
      control.kind === "denomination" ? { ...control, amount: Number(control.label) * 100 } : control,
    ),
  }));
  return { ...state, machine: { ...state.machine, bands } };
}
const offer = () => page.getByRole("button", { name: /geçen seferki gibi/ });
const question = () => page.getByRole("alertdialog");
const confirm = () => question().getByRole("button", { name: /ile otur/ });
const pressed = () => socketRequestsOf("game", "press").map((press) => (press as { control: string }).control);
const deposits = () => socketRequestsOf("game", "cashin").map((deposit) => (deposit as { amount: number }).amount);

beforeEach(() => {
  onCall("lastSeats", { seats: [LAST] });
  onSocketRequest("game", "init", seatWith(0));
  onSocketRequest("game", "press", ({ control }) => {
    if (control === "bet-5") meters({ bet: 5, selects: { bet: "bet-5" } });
    return { at: Date.now() };
  });
  onSocketRequest("game", "cashin", ({ transferId, amount }) => ({ transferId, credit: amount, balance: 0 }));
});
async function ask(visit: Visit = {}): Promise<void> {
  await openApp("/lobby", { ...visit, settings: { webcam: false, ...visit.settings } });
  await offer().first().click();
  await expect.element(confirm()).toBeVisible();
}

it("the question is sound, and has what comes of a yes; the focus is on no", async () => {
  await ask();
  await expect.element(question()).toMatchTextContent("₺500");
  await expect.element(question()).toMatchTextContent("bahis ₺0,05");
  await expect.element(question().getByRole("button", { name: "Vazgeç" })).toHaveFocus();
  await expectAccessible("sit as before", "[role=alertdialog]");
  await userEvent.keyboard("{Enter}");
  await expect.element(question()).not.toBeInTheDocument();
  await expectPath(/^\/lobby$/);
});

it("a yes opens the machine, chooses the bet and moves the amount, once", async () => {
  await ask();
  await confirm().click();
  await expectPath(/^\/game\/1/);
  await expect.poll(deposits).toEqual([50_000]);
  expect(pressed()).toEqual(["bet-5"]);
  // Another visit of the machine is no second yes.
  goTo("/lobby");
  await expect.element(offer().first()).toBeVisible();
  goTo("/game/1/lantern-street");
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(page.getByRole("button", { name: "PARA YATIR" })).toBeVisible();
  expect(deposits()).toEqual([50_000]);
});

it("a bet that the machine does not have moves nothing, and is said", async () => {
  onCall("lastSeats", { seats: [{ ...LAST, bet: 7, betPerLine: 7 }] });
  await ask();
  await confirm().click();
  await said("Makinede bu bahis şu anda yok. Para aktarılmadı.");
  expect(pressed()).toEqual([]);
  expect(deposits()).toEqual([]);
});

it("a press that is refused moves nothing", async () => {
  onSocketRequest("game", "press", refuse(ErrorCode.PressTooLate));
  await ask();
  await confirm().click();
  await said("Makinede bu bahis şu anda yok. Para aktarılmadı.");
  expect(deposits()).toEqual([]);
});

it("a seat with credit goes on as it is", async () => {
  onSocketRequest("game", "init", seatWith(700));
  await ask();
  await confirm().click();
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(page.getByText("₺7,00").first()).toBeVisible();
  expect(pressed()).toEqual([]);
  expect(deposits()).toEqual([]);
});

it("a machine that another player has taken moves nothing, then or at the next visit", async () => {
  onSocketRequest("game", "init", refuse(ErrorCode.MachineTaken));
  await ask();
  await confirm().click();
  await expect.poll(() => socketRequestsOf("game", "init").length).toBeGreaterThan(0);
  await said(/başka bir oyuncu/i);
  onSocketRequest("game", "init", seatWith(0));
  goTo("/lobby");
  await expect.element(offer().first()).toBeVisible();
  goTo("/game/1/lantern-street");
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(page.getByRole("button", { name: "PARA YATIR" })).toBeVisible();
  expect(pressed()).toEqual([]);
  expect(deposits()).toEqual([]);
});

/** A machine that asks for a pause before anything else. */
function withCheckDue(): void {
  const state = seatWith(0);
  onSocketRequest("game", "init", {
    ...state,
    session: { ...state.session, startedAt: new Date(Date.now() - 31 * 60_000).toISOString() },
    limits: { ...state.limits, realityCheckMinutes: 30 },
  });
}
const check = () => page.getByRole("alertdialog", { name: "Kısa bir mola zamanı" });

it("waits for the answer to a reality check, and goes on with it", async () => {
  withCheckDue();
  await ask();
  await confirm().click();
  await expect.element(check()).toBeVisible();
  expect(pressed()).toEqual([]);
  await check().getByRole("button", { name: "Oyuna devam et" }).click();
  await expect.poll(deposits).toEqual([50_000]);
});

it("ends with the seat: one that is taken back from another window is another seat", async () => {
  withCheckDue();
  await ask();
  await confirm().click();
  await expect.element(check()).toBeVisible();
  closeSockets("game", 4409);
  await page.getByRole("alertdialog").getByRole("button", { name: "Burada devam et" }).click();
  await check().getByRole("button", { name: "Oyuna devam et" }).click();
  await expect.element(page.getByRole("button", { name: "PARA YATIR" })).toBeEnabled();
  expect(pressed()).toEqual([]);
  expect(deposits()).toEqual([]);
});

it("ends with the screen: nothing is moved or said after it", async () => {
  const { promise, resolve } = Promise.withResolvers<{ at: number }>();
  onSocketRequest("game", "press", promise);
  await ask();
  await confirm().click();
  await expect.poll(pressed).toEqual(["bet-5"]);
  goTo("/lobby");
  await expect.element(offer().first()).toBeVisible();
  resolve({ at: Date.now() });
  goTo("/game/1/lantern-street");
  await expect.element(page.getByRole("button", { name: "PARA YATIR" })).toBeEnabled();
  await expectCount(page.getByText(/Para aktarılmadı/), 0);
  expect(deposits()).toEqual([]);
});

it("a yes with a key that opens another tab leaves nothing behind in this one", async () => {
  await ask();
  await confirm().click({ modifiers: ["Control"] });
  await expect.element(question()).not.toBeInTheDocument();
  await expectPath(/^\/lobby$/);
  goTo("/game/1/lantern-street");
  await expect.element(page.getByRole("button", { name: "PARA YATIR" })).toBeEnabled();
  expect(pressed()).toEqual([]);
  expect(deposits()).toEqual([]);
});

it("what the player agrees to is seen, also where own money is hidden", async () => {
  hideMoney(true);
  onTestFinished(() => hideMoney(false));
  await ask();
  await expect.element(question()).toMatchTextContent("₺500");
  await expect.element(question().getByRole("button", { name: "₺500 ile otur" })).toBeVisible();
});

it("money that the player moves meanwhile is another plan: nothing is added to it", async () => {
  const { promise, resolve } = Promise.withResolvers<{ at: number }>();
  onSocketRequest("game", "press", promise);
  await ask();
  await confirm().click();
  await expect.poll(pressed).toEqual(["bet-5"]);
  await page.getByRole("button", { name: "PARA YATIR" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox").fill("20");
  await sheet.getByRole("button", { name: /₺20/ }).last().click();
  await expect.poll(deposits).toEqual([2_000]);
  meters({ bet: 5, selects: { bet: "bet-5" }, credit: 0 });
  resolve({ at: Date.now() });
  await expectCount(page.getByText(/Para aktarılmadı/), 0);
  expect(deposits()).toEqual([2_000]);
});

it("the question goes when the machine is taken, and does not come back by itself", async () => {
  await ask();
  push("notifications", "machine", { id: 1, status: "playing" });
  await expect.element(question()).not.toBeInTheDocument();
  push("notifications", "machine", { id: 1, status: "available" });
  await expect.element(offer().first()).toBeVisible();
  await expectCount(question(), 0);
});

it("with less in the wallet it can't be confirmed, and the reason is said", async () => {
  onCall("balance", { balance: 40_000, checking: 0 });
  await ask();
  await expect.element(confirm()).toBeDisabled();
  await expect.element(question()).toMatchTextContent("Bakiyeniz yetersiz.");
});

it("with less left of the own limit, or above the house's highest amount, it can't be confirmed either", async () => {
  const used = {
    kind: "cashIn",
    period: "day",
    value: 60_000,
    used: 20_000,
    resetsAt: LAST.at,
    pending: null,
  } as const;
  onCall("protection", { ...PROTECTION, limits: [used] });
  await ask();
  await expect.element(confirm()).toBeDisabled();
  await expect.element(question()).toMatchTextContent("limitinizden kalanı aşıyor");
  onCall("protection", { ...PROTECTION, limits: [] });
  await ask({ settings: { maxAllIn: 40_000 } });
  await expect.element(confirm()).toBeDisabled();
  await expect.element(question()).toMatchTextContent("en çok ₺400 aktarılabilir");
});

describe("with a live picture", () => {
  /** The answer to the video's offer waits until the returned function is called. */
  function holdVideo(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const endVideo = startVideo(() => promise);
    onTestFinished(() => {
      resolve();
      endVideo();
    });
    return resolve;
  }

  it("nothing is pressed and moved before the picture is seen", async () => {
    const bringVideo = holdVideo();
    await ask({ settings: { webcam: true } });
    await confirm().click();
    await expect.poll(() => isConnected("game")).toBe(true);
    await expect.element(page.getByRole("button", { name: /^Oyna/ })).toMatchTextContent("Görüntü henüz yok");
    expect(pressed()).toEqual([]);
    bringVideo();
    await expect.poll(deposits).toEqual([50_000]);
    expect(pressed()).toEqual(["bet-5"]);
  });

  it("a picture that comes when the confirmation is too old moves nothing, and it is said", async () => {
    const bringVideo = holdVideo();
    await ask({ settings: { webcam: true } });
    await confirm().click();
    await expect.poll(() => isConnected("game")).toBe(true);
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 20_000);
    onTestFinished(() => void vi.restoreAllMocks());
    bringVideo();
    await said("Tamamlanamadı. Para aktarılmadı.");
    expect(pressed()).toEqual([]);
    expect(deposits()).toEqual([]);
  });

  it("what the player turns to while the bet is chosen ends it, and it is said", async () => {
    const { promise, resolve } = Promise.withResolvers<{ at: number }>();
    onSocketRequest("game", "press", promise);
    holdVideo()();
    await ask({ settings: { webcam: true } });
    await confirm().click();
    await expect.poll(pressed).toEqual(["bet-5"]);
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    meters({ bet: 5, selects: { bet: "bet-5" } });
    resolve({ at: Date.now() });
    await said("Tamamlanamadı. Para aktarılmadı.");
    expect(deposits()).toEqual([]);
  });
});
