/** Playing: notices from the server, settings of the house, transfers in doubt, and the end of a session. */
import { CLOSE, ErrorCode, InfoCode } from "@reelcast/contract";
import type { EndReason } from "@reelcast/contract";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { STORAGE } from "../api/index.ts";
import { prefer, preferences } from "../shell/preferences.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { PROTECTION, TOKEN, gameState } from "../testing/answers.ts";
import { expectCount, expectPath } from "@reelcast/testing/find";
import { PHONE, keptHere, openApp } from "../testing/openApp.ts";
import { onCall, refuse, setOnline } from "../testing/scriptedServer.ts";
import {
  UNANSWERED,
  closeSockets,
  isConnected,
  onSocketRequest,
  socketRequestsOf,
} from "../testing/scriptedSockets.ts";
import { GAME, info, main, meters, openGame, said, sitDown, turnReels } from "./testing/play.ts";

const toastOf = (text: string | RegExp) => page.getByRole("dialog").filter({ hasText: text });
/** The house says why, and closes. */
async function closeSession(
  reason: EndReason,
  code: string | number = InfoCode.SessionClosing,
  params = {},
): Promise<void> {
  info("CLOSE_SESSION", code, { reason, ...params });
  await said("Oturumunuz kapatılıyor");
  closeSockets("game", 1000);
}

beforeEach(turnReels);

it("volume, mute and click sound are kept in the browser", async () => {
  await sitDown();
  const before = preferences();
  onTestFinished(() => prefer(before));
  const options = page.getByRole("dialog", { name: "Ayarlar" });
  const open = () => page.getByRole("button", { name: "Ayarlar" }).click();
  await open();
  await options.getByRole("slider", { name: "Ses" }).fill("40");
  await options.getByRole("switch", { name: "Tuş sesi" }).click();
  await options.getByRole("button", { name: "Sesi kapat" }).click();
  expect(keptHere()).toMatchObject({ volume: "0.4", muted: "true", click_sound: String(!before.clickSound) });
  await sitDown({ stored: keptHere() });
  await open();
  await expect.element(options.getByRole("switch", { name: "Tuş sesi" })).toBeChecked();
  await options.getByRole("button", { name: "Sesi aç" }).click();
  await expect.element(options.getByRole("slider", { name: "Ses" })).toHaveValue("40");
});

it("the options are one list of rows that are as wide as each other, whatever they do", async () => {
  await sitDown({ size: PHONE });
  await page.getByRole("button", { name: "Ayarlar" }).click();
  const options = page.getByRole("dialog", { name: "Ayarlar" });
  const list = options.getByRole("list");
  await expectCount(list, 1);
  await expectCount(options.getByRole("navigation"), 0);
  // All but the volume, which is a slider and a button.
  const parts = [...list.element().querySelectorAll<HTMLElement>("button:not([aria-pressed]), a")];
  expect(parts.length).toBeGreaterThan(8);
  for (const part of parts) {
    expect(part.parentElement?.tagName, part.textContent).toBe("LI");
    expect(part.offsetHeight, part.textContent).toBeGreaterThanOrEqual(44);
  }
  expect(new Set(parts.map(({ offsetWidth }) => offsetWidth)).size).toBe(1);
  expect(new Set(parts.map((part) => part.querySelector("svg")?.getBoundingClientRect().x)).size).toBe(1);
  for (const name of ["Tuş sesi", "Yardım", "Bağlantı", "Limitlerim", "Kurallar"])
    await expect.element(list.getByText(name, { exact: true })).toBeInTheDocument();
});

it("the reality check says time and net result, waits for an answer, and does not come again after a reload", async () => {
  onSocketRequest("game", "init", () => ({
    ...gameState({ meters: { phase: "idle", net: -500 } }),
    session: { ...gameState().session, startedAt: new Date(Date.now() - 31 * 60_000).toISOString() },
    limits: { ...gameState().limits, realityCheckMinutes: 30 },
  }));
  await openGame();
  const check = page.getByRole("alertdialog", { name: "Kısa bir mola zamanı" });
  await expect.element(check).toMatchTextContent(/31:\d\d/);
  await expect.element(check).toMatchTextContent(/₺5,00/);
  // The key that plays answers nothing here, nor does Escape.
  await expect.element(check).toHaveFocus();
  await userEvent.keyboard(" {Escape}");
  await check.getByRole("button", { name: "Oyuna devam et" }).click();
  await expect.element(check).not.toBeInTheDocument();
  await sitDown({ stored: keptHere() });
  // The clock of the game is drawn: it has been looked at.
  await expect.element(page.getByText(/31:\d\d/).first()).toBeVisible();
  await expect.element(check).not.toBeInTheDocument();
});

it("a result that the server does not send is no result of nothing", async () => {
  onSocketRequest("game", "init", () => {
    const { net, ...others } = gameState().meters;
    expect(net).toBeDefined();
    return { ...gameState(), meters: others };
  });
  await sitDown();
  await expect.element(page.getByText("Bu oturum").first()).toBeInTheDocument();
  expect(document.querySelector("main dl")?.textContent).toMatch(/–$/);
});

it("a jackpot is celebrated over the picture and in a toast, once", async () => {
  await sitDown();
  info("JACKPOT", ErrorCode.Success, { amount: 1_234_500, name: "Mega" });
  const words = "Mega jackpotunu kazandınız: ₺12.345";
  await expect.element(page.getByRole("alert").filter({ hasText: words })).toBeInTheDocument();
  await expectCount(toastOf(words), 1);
  const close = page.getByRole("button", { name: "Kutlamayı kapat" });
  await close.click();
  await expect.element(close).not.toBeInTheDocument();
});

describe("the server ends the session", () => {
  it("of a player who was asked away: the credit is taken along, and the lobby says so", async () => {
    await sitDown();
    onSocketRequest("game", "leave", { amount: 25_000 });
    const before = socketRequestsOf("game", "leave").length;
    info("QUIT_REQUEST", ErrorCode.RemovedFromMachine);
    await expectPath(/^\/lobby/);
    await said("Oyundan çıkarıldınız");
    expect(socketRequestsOf("game", "leave")).toHaveLength(before + 1);
  });

  it("of money that is checked: in words that are no fault", async () => {
    await sitDown();
    await closeSession("checking", ErrorCode.AmountUnderReview, { amount: 50_000 });
    await expectPath(/^\/lobby/);
    await said(/₺500 kontrol ediliyor\. Paranız güvende/);
    // Nothing is asked back from a machine whose credit is in doubt.
    expect(socketRequestsOf("game", "cashout")).toEqual([]);
  });

  it.each<[EndReason, RegExp]>([
    ["deposit", /Süresi içinde para aktarılmadığı için/],
    ["idle", /Uzun süre oynamadığınız için/],
    ["outOfOrder", /Makine arızalandığı için/],
  ])("by its rules (%s), and says which", async (reason, words) => {
    onSocketRequest("game", "cashout", { amount: 25_000, credit: 0, balance: 1_025_000 });
    await sitDown();
    await closeSession(reason);
    // What is left on the machine is asked back.
    expect(socketRequestsOf("game", "cashout")).toHaveLength(1);
    await expectPath(/^\/lobby/);
    await said(words);
  });
});

it("a countdown is one toast, spoken at ten and five alone; a press ends the one of the idle, and none ends that of the deposit", async () => {
  onSocketRequest("game", "init", () => gameState({ meters: { credit: 0 } }));
  await sitDown();
  // What assistive technology announces: text that comes up anew within a live region.
  const announced: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      const live = place?.closest("[aria-live], [role=alert]");
      if (!live || live.getAttribute("aria-live") === "off") continue;
      for (const node of target instanceof Text ? [target] : addedNodes) {
        const quiet = node instanceof Element && node.getAttribute("aria-live") === "off";
        if (!quiet && /saniye/.test(node.textContent ?? "")) announced.push(node.textContent ?? "");
      }
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const warning = (seconds: number, code: InfoCode = InfoCode.DepositCountdown) =>
    info("SESSION_CLOSE_WARNING", code, { count: seconds });
  for (let seconds = 12; seconds > 3; seconds -= 1) {
    warning(seconds);
    await expectCount(toastOf(`Para yatırmak için ${seconds} saniye kaldı`), 1);
    expect(toastOf(/saniye kaldı/).elements()).toHaveLength(1);
  }
  expect([...new Set(announced)]).toEqual(
    [12, 10, 5].map((seconds) => `Para yatırmak için ${seconds} saniye kaldı. Yoksa yeriniz bırakılır.`),
  );
  observer.disconnect();
  await userEvent.keyboard("1");
  expect(toastOf(/saniye kaldı/).elements()).toHaveLength(1);
  meters({ credit: 5_000 });
  await expectCount(toastOf(/saniye kaldı/), 0);

  warning(9, InfoCode.IdleCountdown);
  await expectCount(toastOf("Devam etmek için 9 saniye kaldı"), 1);
  await main().click();
  await expectCount(toastOf(/saniye kaldı/), 0);
});

it("the idle warning says what happens at its end, and its button asks the house for more time", async () => {
  await sitDown();
  info("SESSION_CLOSE_WARNING", InfoCode.IdleCountdown, { count: 9 });
  await said("Yoksa yeriniz bırakılır, krediniz bakiyenize döner.");
  await page.getByRole("button", { name: "Devam et" }).click();
  expect(socketRequestsOf("game", "stay")).toHaveLength(1);
  expect(socketRequestsOf("game", "press")).toEqual([]);
  info("SESSION_CLOSE_CANCELLED", InfoCode.IdleCountdown);
  await expectCount(toastOf(/saniye kaldı/), 0);
});

it("an open deposit sheet asks for more time while it is used, and has the countdown inside", async () => {
  onSocketRequest("game", "init", () => gameState({ meters: { credit: 0 } }));
  await sitDown();
  await userEvent.keyboard("d");
  const sheet = page.getByRole("dialog");
  await expect.poll(() => socketRequestsOf("game", "stay").length).toBe(1);
  // Nobody does anything: no more time is asked for.
  info("SESSION_CLOSE_WARNING", InfoCode.DepositCountdown, { count: 8 });
  await expect.element(sheet.getByRole("timer")).toMatchTextContent("Para yatırmak için 8 saniye kaldı");
  await expect.element(sheet.getByRole("timer")).toMatchTextContent("Yoksa yeriniz bırakılır.");
  // The sheet alone, no toast.
  await expectCount(toastOf(/saniye kaldı/), 1);
  await expectAccessible("deposit countdown", "[role=dialog]");
  expect(socketRequestsOf("game", "stay")).toHaveLength(1);
  // pause: the app asks once in two seconds
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await sheet.getByRole("textbox").fill("5");
  await expect.poll(() => socketRequestsOf("game", "stay").length).toBe(2);
  info("SESSION_CLOSE_CANCELLED", InfoCode.DepositCountdown);
  await expect.element(sheet.getByRole("timer")).not.toBeInTheDocument();
});

it("an outage that outlasts the seat: the lobby says what was paid, and a deposit that was cut off is not made later", async () => {
  onSocketRequest("game", "cashin", UNANSWERED);
  await sitDown();
  await userEvent.keyboard("d");
  await page.getByRole("dialog").getByRole("textbox").fill("77");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => socketRequestsOf("game", "cashin").length).toBe(1);
  setOnline(false);
  closeSockets("game");
  await said("Bağlantınız Koptu");
  onSocketRequest(
    "game",
    "init",
    refuse(ErrorCode.SessionTerminated, { reason: "held", amount: 10_000, deposited: 0 }),
  );
  setOnline(true);
  await expectPath(/^\/lobby/);
  await said(/Bağlantınız uzun süre geri gelmediği için/);
  await said(/makinesindeki ₺100 bakiyenize aktarıldı\./);
  await said(/₺77 makineye aktarılmadı/);
  const [deposit] = socketRequestsOf("game", "cashin") as { transferId: string }[];
  expect(socketRequestsOf("game", "cashin")).toHaveLength(1);
  // The way back names the session and the deposit, so that the house can say what became of both.
  expect(socketRequestsOf("game", "init").at(-1)).toMatchObject({
    sessionId: "session-1",
    transferId: deposit?.transferId,
  });
});

it("who has an open session elsewhere reads why not here, and is led back there", async () => {
  onSocketRequest(
    "game",
    "init",
    refuse(ErrorCode.SessionElsewhere, { id: 3, name: "Orchard Gold", machine_status: "waiting" }),
  );
  await openApp(GAME);
  await expectPath(/^\/lobby/);
  await said("Bu makineye oturamadınız");
  const offer = page.getByRole("dialog").filter({ hasText: "Orchard Gold sizi bekliyor" });
  await expect.element(offer.getByRole("button", { name: "Devam et" })).toBeVisible();
  await expect.element(offer.getByRole("button", { name: "Paramı çek" })).toBeVisible();
});

it("a new password in another tab ends the token, not the game: it goes on with the fresh one", async () => {
  await sitDown();
  const fresh = TOKEN.replace(/x$/, "fresh");
  localStorage.setItem(STORAGE.token, fresh);
  globalThis.dispatchEvent(new StorageEvent("storage", { key: STORAGE.token, newValue: fresh }));
  closeSockets("notifications", CLOSE.tokenInvalid);
  closeSockets("game", CLOSE.tokenInvalid);
  await expect.poll(() => isConnected("game")).toBe(false);
  await expect.poll(() => isConnected("game")).toBe(true);
  expect(socketRequestsOf("game", "init").at(-1)).toMatchObject({ token: fresh, sessionId: "session-1" });
  await expect.element(main()).toBeEnabled();
  await expectPath(new RegExp(`^${GAME}$`));
});

it("a press that the server is not ready for is reported without alarm, and the next one plays", async () => {
  await sitDown();
  onSocketRequest("game", "press", refuse(ErrorCode.ServiceUnavailable));
  await main().click();
  await expectCount(toastOf("Salonla bağlantı yeniden kuruluyor. Paranız güvende"), 1);
  onSocketRequest("game", "press", { at: 1 });
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press").length).toBe(2);
});

it("the house's settings decide on coins, the most at once, the way to pay in, and whether there is a picture", async () => {
  onSocketRequest("game", "init", () => ({
    ...gameState({ meters: { credit: 0 } }),
    limits: { ...gameState().limits, maxAllIn: 70_000 },
  }));
  onSocketRequest("game", "cashin", ({ amount, transferId }) => ({ transferId, credit: amount, balance: 930_000 }));
  await sitDown({
    settings: { hotCoinSet: "low", externalDeposit: { enabled: true, url: "https://pay.example.org/in" } },
  });
  await said(/Bu salonda görüntü kapalı/);
  expect(document.querySelector("video")).toBeNull();

  await page.getByRole("button", { name: /PARA YATIR/ }).click();
  const sheet = page.getByRole("dialog", { name: "Makineye para aktar" });
  const chips = sheet.getByRole("group").getByRole("button");
  await expect.element(chips.first()).toBeVisible();
  // The balance is 10,000: it is the cap that is below the coins of 1,000 and 5,000. 100 bets are a coin.
  expect(chips.elements().map(({ textContent }) => textContent.trim())).toEqual([
    "20 oyunluk ₺20",
    "50 oyunluk ₺50",
    "Tümü ₺700",
    "₺100",
    "₺500",
    "₺1.000",
    "₺5.000",
  ]);
  for (const name of ["₺1.000", "₺5.000"]) {
    const coin = sheet.getByRole("button", { name, exact: true });
    await expect.element(coin).toBeDisabled();
    await expect.element(coin).toHaveAccessibleDescription("Bir seferde en çok ₺700 aktarılabilir.");
  }
  await expect.element(sheet.getByRole("button", { name: "₺500", exact: true })).toBeEnabled();
  const outside = sheet.getByRole("link", { name: /Bakiyeye para yatır/ });
  await expect.element(outside).toHaveAttribute("href", "https://pay.example.org/in");
  // A new tab that learns nothing of this one.
  await expect.element(outside).toHaveAttribute("target", "_blank");
  await expect.element(outside).toHaveAttribute("rel", "noopener noreferrer");

  await sheet.getByRole("button", { name: "Tümü ₺700" }).click();
  await expect.element(sheet.getByRole("button", { name: "Aktar ₺700" })).toBeEnabled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 70_000 }]);
});

it("the player's own limit decides what the deposit offers, and a reached one says so", async () => {
  let used = 149_000;
  onCall("protection", () => ({
    ...PROTECTION,
    limits: PROTECTION.limits.map((limit) => ({ ...limit, used: limit.kind === "cashIn" ? used : 0 })),
  }));
  await sitDown();
  const sheet = page.getByRole("dialog", { name: "Makineye para aktar" });
  const chips = sheet.getByRole("group").getByRole("button");
  await userEvent.keyboard("d");
  await expect.element(chips.first()).toHaveTextContent("Tümü ₺10");
  await expect.element(chips.last()).toBeDisabled();
  await expect.element(chips.last()).toHaveAccessibleDescription(/yatırma limitinizden kalanı aşıyor/);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  used = 150_000;
  await userEvent.keyboard("d");
  await expect.element(sheet.getByText(/Para yatırma limitinize ulaştınız/)).toBeVisible();
  expect(chips.elements().filter((chip) => !(chip as HTMLButtonElement).disabled)).toEqual([]);
});

it("the deposit is the main action while there is nothing else to do, and play is it with credit", async () => {
  onSocketRequest("game", "init", () => gameState({ meters: { credit: 0, controls: { play: false } } }));
  await sitDown();
  const deposit = page.getByRole("button", { name: /PARA YATIR/ });
  await expect.element(deposit).toHaveAttribute("data-main");
  await expect.element(main()).not.toHaveAttribute("data-main");
  meters({ credit: 10_000, controls: { play: true } });
  await expect.element(main()).toHaveAttribute("data-main");
  await expect.element(deposit).not.toHaveAttribute("data-main");
});
