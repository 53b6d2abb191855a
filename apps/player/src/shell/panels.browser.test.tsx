/** The panels at the side: chat, quick panel, search in the menu, shortcuts. Sound in every state, and moved by keys. */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectCount, expectPath, screenIsThere } from "@reelcast/testing/find";
import { LOGIN } from "../testing/answers.ts";
import { PHONE, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { HANG, onCall, refuse, requestsOf, setOnline } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, push } from "../testing/scriptedSockets.ts";

const dialog = () => page.getByRole("dialog");
const toolOf = (name: string) => page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name });
async function open(tool: "chat" | "quick", visit: Visit = {}): Promise<void> {
  await openApp("/rules", visit);
  await screenIsThere();
  // On a phone the tools stand in the drawer.
  if (visit.size) await page.getByRole("banner").getByRole("button").first().click();
  await expect
    .poll(() =>
      [...document.querySelectorAll<HTMLElement>(`[data-panel=${tool}]`)].some((button) => button.checkVisibility()),
    )
    .toBe(true);
  const button = [...document.querySelectorAll(`[data-panel=${tool}]`)].find((one) => one.checkVisibility()) as Element;
  await page.elementLocator(button).click();
}

describe("the chat", () => {
  const contacts = () => dialog().getByRole("navigation").getByRole("listitem").getByRole("button");

  it.each([{}, { size: PHONE }])(
    "has no accessibility violations, with its contacts and with a conversation (%o)",
    async (visit) => {
      onCall("chatContacts", [
        { id: "support", name: "Destek masası", avatar: null, status: "online", unread: 1 },
        { id: "2", name: "Grace", username: "demo2", avatar: null, status: "away", unread: 0 },
      ]);
      await open("chat", visit);
      await expect.element(contacts().first()).toBeVisible();
      await expectAccessible("contacts", "[role=dialog]");
      await contacts().first().click();
      await expect.element(page.getByRole("log").getByRole("listitem").first()).toBeVisible();
      await expectAccessible("conversation", "[role=dialog]");
    },
  );

  it("has no accessibility violations while it loads, where it can't be had, and without a network", async () => {
    onCall("chatContacts", HANG);
    await open("chat");
    await expect.element(dialog()).toBeVisible();
    await expectAccessible("contacts, loading", "[role=dialog]");
    onCall("chatContacts", refuse(ErrorCode.NotPermitted));
    await open("chat");
    await expect.element(dialog().getByRole("alert")).toBeVisible();
    await expectAccessible("contacts, refused", "[role=dialog]");
    onCall("chatContacts", []);
    await open("chat");
    await expect.element(dialog()).toBeVisible();
    setOnline(false);
    await expectAccessible("contacts, offline", "[role=dialog]");
  });
});

describe("the quick panel", () => {
  it("has no accessibility violations with the operator's notices, with nothing, while it loads and where it can't be had", async () => {
    await open("quick");
    await expect.element(dialog().getByText("Turnuva akşamı")).toBeVisible();
    await expect.element(dialog().getByRole("switch").first()).toBeVisible();
    await expectAccessible("quick panel", "[role=dialog]");
    onCall("quickPanel", { events: [], notes: [] });
    await open("quick");
    await expectAccessible("quick panel, empty", "[role=dialog]");
    onCall("quickPanel", HANG);
    await open("quick", { size: PHONE });
    await expect.element(dialog().last()).toBeVisible();
    await expectAccessible("quick panel, loading", "[role=dialog]");
    onCall("quickPanel", refuse(ErrorCode.NotPermitted));
    await open("quick");
    await expect.element(dialog().getByRole("alert")).toBeVisible();
    await expectAccessible("quick panel, refused", "[role=dialog]");
  });
});

describe("a press outside", () => {
  it.each(["chat", "quick"] as const)("closes the %s panel, and does nothing else", async (tool) => {
    await openApp("/lobby");
    const card = page.getByRole("link", { name: /Lantern Street/ }).first();
    await expect.element(card).toBeVisible();
    await toolOf(tool === "chat" ? "Sohbet" : "Hızlı panel").click();
    await expect.element(dialog()).toBeVisible();
    await card.click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectPath(/^\/lobby$/);
    // The second one is for the page again.
    await card.click();
    await expectPath(/^\/game\/1/);
  });
});

describe("the search in the menu", () => {
  const field = () => page.getByRole("combobox", { name: "Menüde ara" });

  it("finds pages by typing alone, however they are written", async () => {
    await openApp("/lobby");
    await expect.element(toolOf("Menüde ara")).toBeVisible();
    await userEvent.keyboard("/");
    await expect.element(field()).toHaveFocus();
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
    await field().fill("qqq");
    await expect.element(dialog()).toMatchTextContent("Sonuç yok..");
    await expectAccessible("search, nothing found", "[role=dialog]");
    await field().fill("  ISLEM ");
    await expect.element(page.getByRole("option").first()).toMatchTextContent("İşlemler");
    // What opens for administrators alone is an example of just that.
    await field().fill("yonetici");
    await expectCount(page.getByRole("option"), 1);
    await field().fill("sa");
    await expectCount(page.getByRole("option"), 10);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{End}");
    await expect.element(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
    await expectAccessible("search", "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(field()).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}k{/Control}");
    await field().fill("profil");
    await userEvent.keyboard("{Enter}");
    await expectPath(/^\/profile$/);
    await userEvent.keyboard("{Control>}k{/Control}");
    await field().fill("limit");
    await expect.element(page.getByRole("option").first()).toMatchTextContent("Limitlerim");
    await userEvent.keyboard("{Enter}");
    await expectPath(/^\/profile\/limits$/);
  });
});

describe("shortcuts", () => {
  it("are pinned, kept at the server, and stand in the bar on the next visit", async () => {
    await openApp("/lobby", { size: { width: 1440, height: 900 } });
    await toolOf("Kısayollar").click();
    await expect.element(dialog()).toMatchTextContent("Henüz kısayolunuz yok");
    await expectAccessible("shortcuts, none", "[role=dialog]");
    const panel = page.getByRole("dialog", { name: "Kısayollar" });
    await panel.getByRole("searchbox").fill("KURALLAR");
    await panel.getByRole("button", { name: /^Kurallar: kısayollara ekle/ }).click();
    await expect.element(panel.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ })).toBeVisible();
    await expect.poll(() => requestsOf("savePlayerSettings").length).toBe(1);
    await expectAccessible("shortcuts", "[role=dialog]");

    // On the next visit it stands in the bar.
    await openApp("/lobby", { size: { width: 1440, height: 900 } });
    await page.getByRole("group", { name: "Araçlar" }).getByRole("link", { name: "Kurallar" }).click();
    await expectPath(/^\/rules$/);
  });

  it("stay as they were saved where an older answer comes late", async () => {
    // Another player: changes of one are kept over a visit, with its query cache.
    const login = { ...LOGIN, user: { ...LOGIN.user, id: 2 } };
    await openApp("/lobby", { size: { width: 1440, height: 900 }, login });
    await toolOf("Kısayollar").click();
    const panel = page.getByRole("dialog", { name: "Kısayollar" });
    await panel.getByRole("searchbox").fill("KURALLAR");
    const saved = Promise.withResolvers<void>();
    let kept: string[] = [];
    onCall("savePlayerSettings", async ({ body }) => {
      await saved.promise;
      kept = (body as { shortcuts: string[] }).shortcuts;
      return { theme: {}, shortcuts: kept, favourites: [] };
    });
    await panel.getByRole("button", { name: /^Kurallar: kısayollara ekle/ }).click();
    await expect.element(panel.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ })).toBeVisible();
    const late = Promise.withResolvers<void>();
    onCall("playerSettings", async () => {
      // As they are when they are asked for.
      const shortcuts = kept;
      await late.promise;
      return { theme: {}, shortcuts, favourites: [] };
    });
    await expect.poll(() => isConnected("notifications")).toBe(true);
    const asked = requestsOf("playerSettings").length;
    // After an interruption all is read again.
    closeSockets("notifications");
    await expect.poll(() => requestsOf("playerSettings").length).toBeGreaterThan(asked);
    saved.resolve();
    await expect.poll(() => isConnected("notifications")).toBe(true);
    late.resolve();
    // A push during a read has it read again: the server says the same.
    onCall("balance", { balance: 700, checking: 0 });
    push("notifications", "balance", { balance: 700 });
    await expect.poll(() => document.body.textContent).toContain("₺7,00");
    await expect.element(panel.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ })).toBeVisible();
  });
});
