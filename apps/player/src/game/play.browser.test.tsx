/** Playing: autoplay, notices from the server, settings of the house, transfers in doubt, and the end of a session. */
import { CLOSE, ErrorCode, PLAY_PROFILES, SOCKET } from "@reelcast/contract";
import type { EndReason, GameInitAnswer } from "@reelcast/contract";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { STORAGE } from "../api/index.ts";
import { prefer, preferences } from "../shell/preferences.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { PROTECTION, TOKEN, gameState } from "../testing/answers.ts";
import { expectCount, expectPath } from "../testing/find.ts";
import { PHONE, keptHere, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { onCall, refuse, setOnline } from "../testing/scriptedServer.ts";
import {
  UNANSWERED,
  closeSockets,
  isConnected,
  onSocketRequest,
  push,
  socketRequestsOf,
} from "../testing/scriptedSockets.ts";

const GAME = "/game/1/lantern-street";
const main = () => page.getByRole("button", { name: /^(Oyna|Durdur|Kazancı al)/ }).first();
const autoplay = () => page.getByRole("button", { name: "Otomatik oyun" });
const remaining = () => Number(document.querySelector("[data-remaining]")?.getAttribute("data-remaining"));
const autoplaySheet = () => page.getByRole("dialog", { name: "Otomatik oyun" });
const bet = () => page.getByRole("group", { name: "Bahis" }).getByRole("button").nth(0);
const toastOf = (text: string | RegExp) => page.getByRole("dialog").filter({ hasText: text });
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();

let seq = 1;
function meters(change: Partial<ReturnType<typeof gameState>["meters"]>): void {
  seq += 1;
  push("game", "meters", { seq, ...change });
}
/** With a button that takes a win. */
function withTakeWin() {
  const { machine, ...rest } = gameState();
  const take = {
    id: "win",
    name: "Win",
    Order: 4,
    controls: [{ id: "take", label: "TAKE", kind: "takeWin" as const, lit: false }],
  };
  return { ...rest, machine: { ...machine, bands: [...machine.bands, take] } };
}
const info = (action: string, code: string | number, params = {}) =>
  push("game", "info", { action, code, params, message: "" });
/** The house says why, and closes. */
async function closeSession(reason: EndReason, code: string | number = "CODE_18801", params = {}): Promise<void> {
  info("CLOSE_SESSION", code, { reason, ...params });
  await said("Oturumunuz kapatılıyor");
  closeSockets("game", 1000);
}

/** Without a picture, which nothing here is about. Something may stand over the game at once. */
async function openGame(visit: Visit = {}): Promise<void> {
  await openApp(GAME, { ...visit, settings: { webcam: false, ...visit.settings } });
  await expect.poll(() => isConnected("game")).toBe(true);
}
async function sitDown(visit: Visit = {}): Promise<void> {
  await openGame(visit);
  await expect.element(main()).toBeVisible();
}
beforeEach(() => {
  seq = 1;
  // The reels turn until the test stops them.
  onSocketRequest("game", "press", ({ control }) => {
    if (control === "play") meters({ phase: "spinning" });
    return { at: Date.now() };
  });
});

describe("autoplay", () => {
  it("starts with a number of games and a loss limit that the player has chosen; its count runs down on the button", async () => {
    await sitDown({ size: PHONE });
    await autoplay().click();
    const start = (count: number) => autoplaySheet().getByRole("button", { name: `${count} oyunu başlat` });
    await expect.element(start(10)).toBeDisabled();
    await expectAccessible("autoplay", "[role=dialog]");
    await autoplaySheet().getByRole("button", { name: "50", exact: true }).click();
    const limit = autoplaySheet().getByRole("textbox", { name: "Kayıp sınırı" });
    await limit.fill("0,99");
    await expect.element(limit).toHaveAccessibleDescription(/En az bir bahis tutarı yazın: ₺1/);
    await expect.element(start(50)).toBeDisabled();
    await limit.fill("75");
    await autoplaySheet()
      .getByRole("textbox", { name: /^Tek kazanç/ })
      .fill("20");
    await start(50).click();
    await expect.poll(() => socketRequestsOf("game", "autoplay")).toEqual([{ games: 50, lossLimit: 7_500 }]);
    await expect.poll(() => socketRequestsOf("game", "press")).toMatchObject([{ control: "play", auto: true }]);
    await expect.poll(remaining).toBe(49);
    // The server's count is the one that is shown.
    push("game", "autoplay", { remaining: 41 });
    await expect.poll(remaining).toBe(41);
    meters({ phase: "idle", win: 2_001 });
    await said("Otomatik oyun durdu: kazancınız belirlediğiniz tutarı aştı!");
    expect(socketRequestsOf("game", "autoplay").at(-1)).toEqual({});
    // Nothing is chosen for the next one.
    await autoplay().click();
    await expect.element(start(10)).toBeDisabled();
  });

  it("ends when the server ends it", async () => {
    await sitDown();
    await switchOn();
    push("game", "autoplay", { remaining: 9, ended: "lossLimit" });
    await expectStopped("sıradaki oyun kayıp sınırınızı aşabilirdi");
  });

  async function switchOn(): Promise<void> {
    meters({ phase: "idle" });
    await expect.element(autoplay()).toBeEnabled();
    await autoplay().click();
    await autoplaySheet().getByRole("button", { name: "₺25", exact: true }).click();
    await autoplaySheet().getByRole("button", { name: "10 oyunu başlat" }).click();
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "true");
    await expect.poll(remaining).toBe(9);
  }
  async function expectStopped(why: string): Promise<void> {
    await said(`Otomatik oyun durdu: ${why}`);
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "false");
  }

  it("presses again after each game, waits for a win to be taken, and stops at another press, a transfer and a limit", async () => {
    onSocketRequest("game", "init", withTakeWin);
    await sitDown();
    await switchOn();
    meters({ phase: "idle" });
    await expect.poll(remaining).toBe(8);
    // A win waits: the player takes it, and autoplay goes on.
    meters({ phase: "winToTake", win: 500, controls: { take: true } });
    await page
      .getByRole("button", { name: /^Kazancı al/ })
      .first()
      .click();
    meters({ phase: "idle", win: 0, controls: { take: false } });
    await expect.poll(remaining).toBe(7);
    await main().click();
    await expectStopped("başka bir düğmeye bastınız");

    await switchOn();
    meters({ phase: "idle" });
    onSocketRequest("game", "cashout", UNANSWERED);
    onSocketRequest("game", "cashin", UNANSWERED);
    await userEvent.keyboard("w");
    await expectStopped("para aktarılıyor");

    await sitDown();
    await switchOn();
    info("LIMIT_REACHED", ErrorCode.LossLimitReached, { until: "2030-01-01T00:00:00.000Z" });
    await said("Limitinize ulaştınız");
    await expectStopped("bir limitinize ulaştınız");
  });

  it("stops when the credit no longer reaches for the bet, and with the player who leaves", async () => {
    await sitDown();
    await switchOn();
    meters({ phase: "idle", credit: 50, controls: { play: false } });
    await expectStopped("kredi bu bahse yetmiyor");

    await sitDown();
    await switchOn();
    await page.getByRole("button", { name: "Çıkış", exact: true }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "Otomatik oyun", includeHidden: true }))
      .toHaveAttribute("aria-pressed", "false");
  });

  it("stops with a lost connection; the deck keeps its lamps and takes no press until the server is back", async () => {
    await sitDown();
    await switchOn();
    setOnline(false);
    closeSockets("game");
    await said("Bağlantınız Koptu");
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "false");
    await expect.element(autoplay()).toBeDisabled();
    await expect.element(bet()).toHaveAttribute("aria-disabled", "true");
    setOnline(true);
    await expect.element(bet()).not.toHaveAttribute("aria-disabled");
    await expect.element(page.getByText("Bağlantınız Koptu")).not.toBeInTheDocument();
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "false");
  });

  it("ends when the connection falls silent without a close: the screen says so, locks, and then shows the server's state", async () => {
    await sitDown();
    await switchOn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    push("game", "heartbeat", {});
    await expect.poll(() => socketRequestsOf("game", "heartbeat").length).toBe(1);
    onSocketRequest("game", "init", () => gameState({ meters: { seq: 50, credit: 12_300 } }));
    await vi.advanceTimersByTimeAsync(SOCKET.silentAfterMs);
    await said("Bağlantınız Koptu");
    await expect.element(page.getByRole("button", { name: "Bağlantı: zayıf" })).toBeVisible();
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "false");
    await expect.element(autoplay()).toBeDisabled();
    await expect.element(main()).toBeDisabled();
    await expect.element(bet()).toHaveAttribute("aria-disabled", "true");
    await vi.advanceTimersByTimeAsync(SOCKET.reconnect.maxMs);
    await expect.element(main()).toBeEnabled();
    await expect.element(page.getByText("Bağlantınız Koptu")).not.toBeInTheDocument();
    await expect.element(page.getByRole("status", { name: "Kredi" })).toMatchTextContent(/123,00/);
    await expect.element(autoplay()).toHaveAttribute("aria-pressed", "false");
  });
});

describe("rules of play", () => {
  const rules = (playRules: GameInitAnswer["playRules"]) =>
    onSocketRequest("game", "init", () => ({ ...gameState(), playRules }));

  it("of Great Britain: no autoplay, no stop, and the next game not before its time", async () => {
    rules(PLAY_PROFILES.ukgc);
    await sitDown();
    await expect.element(autoplay()).not.toBeInTheDocument();
    await userEvent.keyboard("l");
    expect(page.getByRole("dialog").elements()).toEqual([]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await main().click();
    await expect.element(main()).toBeDisabled();
    await expect.element(page.getByRole("button", { name: /^Durdur/ })).not.toBeInTheDocument();
    meters({ phase: "idle" });
    await expect.element(bet()).not.toHaveAttribute("aria-disabled");
    await vi.advanceTimersByTimeAsync(2_400);
    await expect.element(main()).toBeDisabled();
    await vi.advanceTimersByTimeAsync(100);
    await expect.element(main()).toBeEnabled();
    await main().click();
    await expect.poll(() => socketRequestsOf("game", "press")).toHaveLength(2);
  });

  it("of Great Britain: time and result of the session can't be hidden; elsewhere they can", async () => {
    const before = preferences();
    onTestFinished(() => prefer(before));
    const time = () => page.getByText(/^0?0:0\d/).first();
    const result = () => page.getByText("-₺5,00").or(page.getByText("₺-5,00")).first();
    const choice = () => page.getByRole("switch", { name: "Oturum süresi ve sonucu" });
    await sitDown();
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await choice().click();
    await userEvent.keyboard("{Escape}");
    await expect.element(time()).not.toBeInTheDocument();
    await expect.element(result()).not.toBeInTheDocument();
    rules(PLAY_PROFILES.ukgc);
    await sitDown({ stored: keptHere() });
    await expect.element(time()).toBeVisible();
    await expect.element(result()).toBeVisible();
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await expect.element(page.getByRole("switch", { name: "Tuş sesi" })).toBeVisible();
    expect(choice().elements()).toEqual([]);
  });

  it("a key that is held down on Play presses once", async () => {
    await sitDown();
    (main().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter>5/}");
    await expect.poll(() => socketRequestsOf("game", "press").length).toBe(1);
    meters({ phase: "idle" });
    await expect.element(main()).toBeEnabled();
    expect(socketRequestsOf("game", "press")).toHaveLength(1);
  });

  it("that a server names in part leave the others as they are", async () => {
    rules({ autoplay: false });
    await sitDown();
    await expect.element(autoplay()).not.toBeInTheDocument();
    await main().click();
    await expect.element(page.getByRole("button", { name: /^Durdur/ })).toBeEnabled();
  });
});

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
  const warning = (seconds: number, code = "CODE_18800") => info("SESSION_CLOSE_WARNING", code, { count: seconds });
  for (let seconds = 12; seconds > 3; seconds -= 1) {
    warning(seconds);
    await expectCount(toastOf(`Para yatırmak için ${seconds} saniye kaldı`), 1);
    expect(toastOf(/saniye kaldı/).elements()).toHaveLength(1);
  }
  expect([...new Set(announced)]).toEqual([12, 10, 5].map((seconds) => `Para yatırmak için ${seconds} saniye kaldı`));
  observer.disconnect();
  await userEvent.keyboard("1");
  expect(toastOf(/saniye kaldı/).elements()).toHaveLength(1);
  meters({ credit: 5_000 });
  await expectCount(toastOf(/saniye kaldı/), 0);

  warning(9, "CODE_18802");
  await expectCount(toastOf("Devam etmek için 9 saniye kaldı"), 1);
  await main().click();
  await expectCount(toastOf(/saniye kaldı/), 0);
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
  await said("₺100 bakiyenize aktarıldı.");
  await said(/₺77 makineye aktarılmadı/);
  const [deposit] = socketRequestsOf("game", "cashin") as { transferId: string }[];
  expect(socketRequestsOf("game", "cashin")).toHaveLength(1);
  // The way back names the session and the deposit, so that the house can say what became of both.
  expect(socketRequestsOf("game", "init").at(-1)).toMatchObject({
    sessionId: "session-1",
    transferId: deposit?.transferId,
  });
});

it("who has an open session elsewhere is told why not here, and led back there", async () => {
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

it("a press that the server is not ready for is reported calmly, and the next one plays", async () => {
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
  // The balance is 10,000: it is the cap that leaves out the coins of 1,000 and 5,000. 100 bets are a coin.
  expect(chips.elements().map(({ textContent }) => textContent.trim())).toEqual([
    "20 oyunluk ₺20",
    "50 oyunluk ₺50",
    "Tümü ₺700",
    "₺100",
    "₺500",
  ]);
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
    limits: PROTECTION.limits.map((limit) => ({ ...limit, used: limit.kind === "deposit" ? used : 0 })),
  }));
  await sitDown();
  const sheet = page.getByRole("dialog", { name: "Makineye para aktar" });
  const chips = sheet.getByRole("group").getByRole("button");
  await userEvent.keyboard("d");
  await expect.element(chips).toHaveTextContent("Tümü ₺10");
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  used = 150_000;
  await userEvent.keyboard("d");
  await expect.element(sheet.getByText(/Para yatırma limitinize ulaştınız/)).toBeVisible();
  await expectCount(chips, 0);
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
