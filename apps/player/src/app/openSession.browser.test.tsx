/** One truth about the player's money: the account, and the seat that is still theirs, on every page. */
import { ErrorCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { STORAGE } from "../api/index.ts";
import { LOGIN } from "../testing/answers.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectPath, screenIsThere } from "@reelcast/testing/find";
import { goTo, keptHere, openApp, reloadApp } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";

const SEAT: OpenSession = {
  status: "show",
  id: 2,
  name: "Golden Harbour",
  machine_status: "playing",
  session: "session-2",
  credit: 200_000,
  phase: "idle",
};
const NARROW = { width: 320, height: 640 };
const ENDED = {
  status: "ended",
  id: 2,
  name: SEAT.name,
  session: "session-2",
  reason: "held",
  amount: 200_000,
} as const;
const dialog = () => page.getByRole("dialog");
const bar = () => page.getByRole("region", { name: "Yeriniz:" });
const banner = () => page.getByRole("banner");

async function open(path: string, size?: { width: number; height: number }): Promise<void> {
  await openApp(path, size && { size });
  await screenIsThere();
  await expect.poll(() => isConnected("notifications")).toBe(true);
}
async function putOff(): Promise<void> {
  await dialog().getByRole("button", { name: "Şimdi değil" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
}
async function openWithSeat(path: string, size?: { width: number; height: number }): Promise<void> {
  await open(path, size);
  push("notifications", "session", SEAT);
  await putOff();
}

it.each([undefined, NARROW])("the seat stays the player's own after the question was put off", async (size) => {
  await openWithSeat("/lobby", size);
  const card = page.getByRole("main").getByRole("link", { name: /Golden Harbour Lodestar/ });
  await expect.element(card).toMatchTextContent("Yeriniz · ₺2.000");
  await expect.element(card).toMatchTextContent("Devam et");
  await expect.element(banner()).toMatchTextContent("₺10.000,00");
  await expect.element(banner()).toMatchTextContent("+ ₺2.000 Golden Harbour makinesinde");
  await expectAccessible("own seat", "main");
  // The lists are read again every ten seconds, and the card stays a link.
  push("notifications", "machine", { id: 2, status: "waiting" });
  await card.click();
  await expectPath(/^\/game\/2\//);
  await expect.element(bar()).not.toBeInTheDocument();
});

describe("a bar leads back", () => {
  it("from every page, and the drawer and the profile count the seat", async () => {
    await openWithSeat("/rules");
    for (const path of ["/profile", "/slot-sessions", "/transactions", "/lobby", "/no-such-page"]) {
      goTo(path);
      await expect.element(bar()).toMatchTextContent("Golden Harbour₺2.000,00Devam et");
    }
    goTo("/profile");
    await expect.element(page.getByRole("main")).toMatchTextContent("+ ₺2.000 Golden Harbour makinesinde");
    await banner().getByRole("button").first().click();
    await expect.element(dialog()).toMatchTextContent("+ ₺2.000 Golden Harbour makinesinde");
    await expectAccessible("drawer with a seat", "[role=dialog]");
  });

  it("follows the credit without a question, and says that it is being paid", async () => {
    await open("/rules");
    push("notifications", "session", { ...SEAT, status: "changed", credit: 150_000 });
    await expect.element(bar()).toMatchTextContent("₺1.500,00");
    await expect.element(dialog()).not.toBeInTheDocument();
    push("notifications", "session", { ...SEAT, status: "changed", machine_status: "cashout" });
    await expect.element(bar()).toMatchTextContent("Krediniz bakiyenize aktarılıyor:");
    expect(bar().getByRole("link").elements()).toEqual([]);
    await expectAccessible("paying bar", "[data-seat-bar]");
  });

  it("is there with a server that says nothing but the machine", async () => {
    await open("/rules");
    const { status, id, name, machine_status } = SEAT;
    push("notifications", "session", { status, id, name, machine_status });
    await putOff();
    await expect.element(bar()).toMatchTextContent("Golden HarbourDevam et");
    // After a reconnection it pushes the session again, and the player is not asked again.
    closeSockets("notifications");
    await expect.poll(() => socketRequestsOf("notifications", "init").length).toBe(2);
    push("notifications", "session", { status, id, name, machine_status });
    await expect.element(bar()).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    push("notifications", "machine", { id: 2, status: "available" });
    await expect.element(bar()).not.toBeInTheDocument();
  });
});

describe("the end of the session", () => {
  it("in the dialog gives its place to what the next end says", async () => {
    onCall("cancel", { amount: 12_300, balance: 1_012_300 });
    await open("/rules");
    push("notifications", "session", SEAT);
    await dialog().getByRole("button", { name: "Paramı çek" }).click();
    await expect.element(page.getByText("₺123 bakiyenize aktarıldı.").first()).toBeVisible();
    push("notifications", "session", { ...SEAT, session: "session-3", status: "changed" });
    push("notifications", "session", { ...ENDED, session: "session-3" });
    await expect.element(page.getByText(/₺2\.000 bakiyenize aktarıldı\./).first()).toBeVisible();
    await expect.poll(() => page.getByText("₺123 bakiyenize aktarıldı.").elements()).toEqual([]);
  });

  it("after the grace time says what was paid and where", async () => {
    await openWithSeat("/rules");
    push("notifications", "machine", { id: 2, status: "available" });
    push("notifications", "balance", { balance: 1_200_000 });
    push("notifications", "session", ENDED);
    await expect
      .element(page.getByText("Golden Harbour makinesindeki ₺2.000 bakiyenize aktarıldı.").first())
      .toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(banner()).toMatchTextContent("₺12.000,00");
    await expect.element(banner()).not.toMatchTextContent("Golden Harbour");
  });

  it("stays on a card until its player dismisses it: over a reload, in the lobby, and never another player's", async () => {
    await openWithSeat("/rules");
    push("notifications", "session", { ...ENDED, reason: "idle" });
    const card = page.getByRole("list", { name: "Oturumunuz bitti" }).getByRole("listitem");
    await expect.element(card).toMatchTextContent("Golden Harbour makinesindeki ₺2.000 bakiyenize aktarıldı.");
    await expect.element(card).toMatchTextContent("Bir süre basmamıştınız.");
    await expectAccessible("paid at the end");
    await reloadApp("/lobby");
    await screenIsThere();
    await expect.element(card).toBeVisible();
    const stored = keptHere();
    await openApp("/lobby", { stored, login: { ...LOGIN, user: { ...LOGIN.user, id: 4_711 } } });
    await screenIsThere();
    expect(card.elements()).toEqual([]);
    await openApp("/lobby", { stored });
    await card.getByRole("button", { name: "Tamam" }).click();
    await expect.element(card).not.toBeInTheDocument();
    await reloadApp("/lobby");
    await screenIsThere();
    expect(card.elements()).toEqual([]);
  });

  it.each([
    ["checking", 200_000, /₺2\.000 kontrol ediliyor\. Paranız güvende/],
    ["deposit", 0, /^Golden Harbour makinesindeki yeriniz boşaltıldı\.$/],
  ])("for the reason %s", async (reason, amount, text) => {
    await openWithSeat("/rules");
    push("notifications", "session", { ...ENDED, reason, amount });
    await expect.element(page.getByText(text).first()).toBeVisible();
  });

  it("is no news for a player who left without any money in the machine", async () => {
    await openWithSeat("/rules");
    push("notifications", "session", { ...ENDED, reason: "leave" });
    const paid = page.getByText(/₺2\.000 bakiyenize aktarıldı/).first();
    await expect.element(paid).toBeVisible();
    // All that a toast needs is loaded now: one for this end would take the place of the other at once.
    push("notifications", "session", { ...SEAT, session: "session-3", status: "changed" });
    await expect.element(bar()).toBeVisible();
    push("notifications", "session", { ...ENDED, session: "session-3", reason: "leave", amount: 0 });
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(paid).toBeVisible();
    expect(page.getByText(/yeriniz boşaltıldı/).elements()).toEqual([]);
  });

  it("is no news for a session that is not known here", async () => {
    await openWithSeat("/rules");
    push("notifications", "session", { ...ENDED, session: "session-1" });
    push("notifications", "session", { ...SEAT, status: "changed", credit: 1_000 });
    await expect.element(bar()).toMatchTextContent("₺10,00");
    expect(page.getByText("Oturumunuz bitti").elements()).toEqual([]);
  });

  it("while the server was away is asked for after the reconnection", async () => {
    await openWithSeat("/rules");
    onSocketRequest("notifications", "init", ({ session }) => {
      expect(session).toBe("session-2");
      return { session: null, ended: ENDED };
    });
    closeSockets("notifications", 1012);
    await expect
      .element(page.getByText("Golden Harbour makinesindeki ₺2.000 bakiyenize aktarıldı.").first())
      .toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it("and a seat that outlived the server stays, without a new question", async () => {
    await openWithSeat("/rules");
    onSocketRequest("notifications", "init", { session: { ...SEAT, credit: 190_000 } });
    closeSockets("notifications", 1012);
    await expect.element(bar()).toMatchTextContent("₺1.900,00");
    push("notifications", "session", { ...SEAT, credit: 190_000 });
    await expect.element(bar()).toMatchTextContent("₺1.900,00");
    expect(dialog().elements()).toEqual([]);
  });
});

it("a reload asks again", async () => {
  await openWithSeat("/rules");
  await reloadApp();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  push("notifications", "session", SEAT);
  await expect.element(dialog()).toMatchTextContent("Golden Harbour sizi bekliyor");
});

it("the wallet toggle hides the balance in the game as well", async () => {
  await open("/lobby");
  await banner().getByRole("button", { name: "Bakiyeyi gizle" }).click();
  onCall("balance", { balance: 777_700, checking: 0 });
  goTo("/game/1/lantern-street");
  await expect.element(page.getByRole("button", { name: "Oyna", exact: true })).toBeEnabled();
  const hidden = () => expect(document.body.textContent).not.toMatch(/10\.000,00|7\.777,00/);
  hidden();
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await expect.element(dialog()).toBeVisible();
  hidden();
});

it("the wallet toggle hides the player's money in questions, toasts, on buttons and under review too", async () => {
  const NUMBER = /1\.900|777|300,00/;
  const hidden = () => {
    const named = [...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
    expect(document.body.textContent + named.join(" ")).not.toMatch(NUMBER);
  };
  const said = (words: RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
  await openApp("/rules", { settings: { webcam: false } });
  await screenIsThere();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  await banner().getByRole("button", { name: "Bakiyeyi gizle" }).click();
  push("notifications", "checking", { checking: 77_700 });
  await said(/^•+ kontrol ediliyor/);
  hidden();
  push("notifications", "session", { ...SEAT, credit: 190_000 });
  await putOff();
  push("notifications", "session", { ...ENDED, amount: 190_000 });
  await said(/Golden Harbour makinesindeki •+ bakiyenize aktarıldı/);
  hidden();

  onSocketRequest("game", "cashout", () => ({ amount: 190_000, credit: 0, balance: 190_000 }));
  goTo("/game/1/lantern-street");
  const withdraw = page.getByRole("button", { name: "PARA ÇEK", exact: true });
  await expect.element(withdraw).toBeEnabled();
  await said(/^•+ kontrol ediliyor/);
  await withdraw.click();
  await said(/^•+ bakiyenize aktarıldı/);
  await page.getByRole("button", { name: "Çıkış", exact: true }).click();
  await said(/•+ kredi bakiyenize aktarılır/);
  await page.getByRole("button", { name: "Oyunda kal" }).click();
  push("game", "info", {
    action: "CLOSE_SESSION",
    code: ErrorCode.AmountUnderReview,
    params: { reason: "checking", amount: 77_700 },
    message: "",
  });
  await expectPath(/^\/lobby$/);
  await said(/^•+ kontrol ediliyor\. Paranız güvende; bu sırada/);
  hidden();
});

it("the wallet toggle of another window is followed", async () => {
  await open("/rules");
  await expect.element(banner()).toMatchTextContent("₺10.000,00");
  localStorage.setItem(STORAGE.hideBalance, "true");
  globalThis.dispatchEvent(new StorageEvent("storage", { key: STORAGE.hideBalance }));
  await expect.element(banner()).not.toMatchTextContent("₺10.000,00");
});
