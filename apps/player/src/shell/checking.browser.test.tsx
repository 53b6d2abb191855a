/** Money that is being checked: shown on every page until it is over, and room for it in every layout. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { setLanguage } from "../i18n/index.ts";
import { LANGUAGES, overflow, settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectPath } from "@reelcast/testing/find";
import { goTo, openApp } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, push } from "../testing/scriptedSockets.ts";

const BALANCE = 950_000;
const CHECKING = 50_000;
const SETTINGS = { support: { whatsapp: "+905551234567", telegram: "", chat: false } };
const note = (words: string) => page.getByRole("status").filter({ hasText: words });
const TURKISH = "₺500 kontrol ediliyor.";
const NOTES = { tr: TURKISH, en: "₺500 is being checked.", ar: "يجري التحقق من" };
const SIZES = [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const;

it("is announced by a push, shown on every page and at the next visit, and its end is announced", async () => {
  /** What the house says when it is asked, and by itself. */
  const say = (checking: number) => {
    onCall("balance", { balance: BALANCE, checking });
    push("notifications", "checking", { checking });
  };
  onCall("balance", { balance: BALANCE, checking: 0 });
  await openApp("/lobby", { settings: SETTINGS });
  await expect.element(page.getByRole("banner").getByText("₺9.500,00")).toBeVisible();
  await expect.element(note("kontrol ediliyor")).not.toBeInTheDocument();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  say(CHECKING);
  await expect.element(note(TURKISH)).toMatchTextContent("Paranız güvende");
  await expect.element(note(TURKISH)).toMatchTextContent("başka bir makinede oynayabilirsiniz");
  await expect.element(note(TURKISH).getByRole("button", { name: "Destek" })).toBeVisible();
  await openApp("/lobby", { settings: { ...SETTINGS, webcam: false } });
  await expect.element(note(TURKISH)).toBeVisible();
  for (const path of ["/profile", "/rules", "/slot-sessions", "/transactions", "/game/1/x", "/lobby"]) {
    goTo(path);
    await expectPath(new RegExp(`^${path}`));
    await expect.element(note(TURKISH)).toBeVisible();
  }
  await expect.poll(() => isConnected("notifications")).toBe(true);
  say(20_000);
  await expect.element(note("₺200 kontrol ediliyor.")).toBeVisible();
  say(0);
  await expect.element(page.getByText("Kontrol bitti. Bakiyeniz: ₺9.500.").first()).toBeVisible();
  await expect.element(note("kontrol ediliyor")).not.toBeInTheDocument();
});

it("a balance that is pushed while it is being read is not undone by the answer", async () => {
  let waiting: ((balance: number) => void)[] = [];
  onCall("balance", async () => {
    const balance = await new Promise<number>((resolve) => waiting.push(resolve));
    return { balance, checking: 0 };
  });
  /** What the house answers to what the app has asked. */
  async function answer(balance: number): Promise<void> {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const resolve of waiting) resolve(balance);
    waiting = [];
  }
  const shown = (text: string) => expect.element(page.getByRole("banner").getByText(text)).toBeVisible();
  await openApp("/lobby", { settings: SETTINGS });
  await expect.poll(() => isConnected("notifications")).toBe(true);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  const lost = waiting.splice(0);
  push("notifications", "balance", { balance: 300_000 });
  // The first request may never be answered: that is not awaited.
  await answer(300_000);
  await shown("₺3.000,00");
  for (const resolve of lost) resolve(200_000);
  await shown("₺3.000,00");
  // After an interruption it is read again, and a push comes before the answer.
  closeSockets("notifications");
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  const [late] = waiting.splice(0);
  push("notifications", "balance", { balance: 500_000 });
  await shown("₺5.000,00");
  late?.(300_000);
  await answer(500_000);
  await shown("₺5.000,00");
});

/** In every size and language the note is there, and nothing is wider than the window. */
async function expectFits(where: string): Promise<void> {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const [width, height] of SIZES) {
      await page.viewport(width, height);
      await settled();
      await expect.element(note(NOTES[language])).toBeVisible();
      await expect.poll(overflow, { message: `${where}, ${language}, ${width}` }).toBeLessThanOrEqual(0);
    }
  }
  await setLanguage("tr");
}

it.each(["layout1", "layout2", "layout3"] as const)("has room in %s, in every size and language", async (layout) => {
  onCall("balance", { balance: BALANCE, checking: CHECKING });
  await openApp("/lobby", { theme: { layout }, settings: SETTINGS });
  await expect.poll(() => document.querySelector("[data-layout]")?.getAttribute("data-layout")).toBe(layout);
  await expect.element(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expectFits(layout);
});

it("has room in the game, in every size and language, where axe finds nothing", async () => {
  onCall("balance", { balance: BALANCE, checking: CHECKING });
  await openApp("/game/1/x", { settings: { ...SETTINGS, webcam: false } });
  await expect.element(page.getByRole("button", { name: /^Oyna/ })).toBeVisible();
  await expectFits("game");
  await expectAccessible("checking, game");
});

it("is said in the game as the machine's connection says it, until that says that it is over", async () => {
  onCall("balance", { balance: BALANCE, checking: 0 });
  await openApp("/game/1/x", { settings: { ...SETTINGS, webcam: false } });
  await expect.poll(() => isConnected("game")).toBe(true);
  push("game", "meters", { seq: 2, suspense: CHECKING });
  await expect.element(note(TURKISH)).toBeVisible();
  push("game", "meters", { seq: 3, suspense: 0 });
  await expect.element(note(TURKISH)).not.toBeInTheDocument();
});
