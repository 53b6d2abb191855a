/** Autoplay, and the rules of play that a house may have to show. */
import { ErrorCode, PLAY_PROFILES, SOCKET } from "@reelcast/contract";
import type { GameInitAnswer } from "@reelcast/contract";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, preferences } from "../shell/preferences.ts";
import { expectCount } from "@reelcast/testing/find";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { PHONE, keptHere } from "../testing/openApp.ts";
import { setOnline } from "../testing/scriptedServer.ts";
import { UNANSWERED, closeSockets, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { bet, info, main, meters, said, sitDown, turnReels } from "./testing/play.ts";

const autoplay = () => page.getByRole("button", { name: "Otomatik oyun" });
const remaining = () => Number(document.querySelector("[data-remaining]")?.getAttribute("data-remaining"));
const autoplaySheet = () => page.getByRole("dialog", { name: "Otomatik oyun" });
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
beforeEach(turnReels);

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

  it("asks about free spins unless the machine's game has none; a server that does not say so is asked about", async () => {
    const choice = () => autoplaySheet().getByRole("switch", { name: /bedava/i });
    for (const [hasFreeSpins, asks] of [
      [undefined, 1],
      [true, 1],
      [false, 0],
    ] as const) {
      const { machine, ...rest } = gameState();
      onSocketRequest("game", "init", {
        ...rest,
        machine: { ...machine, ...(hasFreeSpins !== undefined && { hasFreeSpins }) },
      });
      await sitDown();
      await autoplay().click();
      await expect.element(autoplaySheet().getByRole("button", { name: "10 oyunu başlat" })).toBeVisible();
      expect(choice().elements(), String(hasFreeSpins)).toHaveLength(asks);
    }
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
    // A second press before the answer could only be refused.
    onSocketRequest("game", "press", UNANSWERED);
    await main().click();
    await expect.poll(() => socketRequestsOf("game", "press")).toHaveLength(2);
    await expect.element(main()).toBeDisabled();
  });

  it("of Great Britain: time and result of the session can't be hidden; elsewhere they can", async () => {
    const before = preferences();
    onTestFinished(() => prefer(before));
    // The time of day stands before it, and has the same form.
    const times = () => page.getByRole("definition").filter({ hasText: /^\d+:\d\d$/ });
    const result = () => page.getByText("-₺5,00").or(page.getByText("₺-5,00")).first();
    const choice = () => page.getByRole("switch", { name: "Oturum süresi ve sonucu" });
    await sitDown();
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await choice().click();
    await userEvent.keyboard("{Escape}");
    await expectCount(times(), 1);
    await expect.element(result()).not.toBeInTheDocument();
    rules(PLAY_PROFILES.ukgc);
    await sitDown({ stored: keptHere() });
    await expectCount(times(), 2);
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

  it("that the operator changes while a player is seated hold at once", async () => {
    await sitDown();
    await expect.element(autoplay()).toBeVisible();
    push("game", "playRules", { ...PLAY_PROFILES.ukgc });
    await expect.element(autoplay()).not.toBeInTheDocument();
    await main().click();
    await expect.element(page.getByRole("button", { name: /^Durdur/ })).not.toBeInTheDocument();
    push("game", "playRules", {});
    await expect.element(autoplay()).toBeVisible();
  });
});
