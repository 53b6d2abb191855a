/** What opens over a screen or stands in its place: dialogs, sheets, menus, notes. */
import { PERMISSION } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Locator } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { BALANCE, LOGIN } from "../testing/answers.ts";
import { expectCount, expectPath, screenIsThere } from "@reelcast/testing/find";
import { PHONE, goTo, openApp } from "../testing/openApp.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, push, socketRequestsOf } from "../testing/scriptedSockets.ts";

const SETTINGS = {
  languageSelect: true,
  infoDialog: {
    title: { tr: "Hoş geldiniz", en: "Welcome", ar: "أهلًا بكم" },
    body: { tr: "İyi eğlenceler.", en: "Have fun.", ar: "وقتًا ممتعًا." },
  },
};
/** What the lobby, the profile and the lists of the history ask for when they are opened. */
const SCREENS_CALLS = [
  "brands",
  "brandLobby",
  "machines",
  "jackpots",
  "profile",
  "protection",
  "summary",
  "sessions",
  "transactions",
] as const;
const dialog = () => page.getByRole("dialog");
const banner = () => page.getByRole("banner");
/** Opens it, looks at it, and closes it with a key: the focus is where it was. */
async function expectSoundDialog(opener: Locator, where: string): Promise<void> {
  await opener.click();
  await expect.element(dialog()).toBeVisible();
  await expectAccessible(where, "[role=dialog]");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
}

it("drawer, promotions, information and languages have no accessibility violations, and give the focus back", async () => {
  // Where the promotions have no room of their own, one button opens them.
  await openApp("/rules", { settings: SETTINGS, size: { width: 1100, height: 800 } });
  await screenIsThere();
  await expectSoundDialog(banner().getByRole("button").first(), "drawer");
  await expectSoundDialog(banner().getByRole("button", { name: /^Promosyonlar/ }), "promotions");
  await expectSoundDialog(banner().getByRole("button", { name: "Bilgi", exact: true }), "information");
  await banner().getByRole("button", { name: "Dil: Türkçe" }).click();
  await expect.element(page.getByRole("menu")).toBeVisible();
  await expectAccessible("languages", "[role=menu]");
  await userEvent.keyboard("{Escape}");
});

it("the drawer says where from and when this player was here last, and which version this is", async () => {
  await openApp("/rules", { settings: { dateFormat: "YYYY-MM-DD HH:mm" } });
  await screenIsThere();
  await banner().getByRole("button").first().click();
  const box = dialog().getByRole("region", { name: "Son giriş" });
  const facts = () =>
    [...box.element().querySelectorAll("dl > div")].map((row) =>
      [row.querySelector("dt"), row.querySelector("dd")].map((part) => part?.textContent ?? ""),
    );
  const at = new Date(LOGIN.last_logon ?? "");
  const two = (number: number) => String(number).padStart(2, "0");
  const time = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
  await expect.element(box).toBeVisible();
  expect(facts().slice(0, 3)).toEqual([
    ["IP adresi", LOGIN.ip_address],
    ["Son giriş zamanı", time],
    ["Son giriş IP adresi", LOGIN.last_logon_ip],
  ]);
  // The app's own version, and what the login names.
  const [own = "", ...others] = facts().at(3)?.[1]?.split(" / ") ?? [];
  expect(own).toMatch(/^\d+\.\d+\.\d+$/);
  expect(others).toEqual([LOGIN.versions]);
});

it("the drawer leaves out what is not known of a first login", async () => {
  await openApp("/rules", { login: { ...LOGIN, last_logon: null, last_logon_ip: null } });
  await screenIsThere();
  await banner().getByRole("button").first().click();
  const box = dialog().getByRole("region", { name: "Son giriş" });
  await expect.element(box).toMatchTextContent(LOGIN.ip_address);
  await expectCount(box.getByRole("definition"), 2);
});

it("the balance is hidden and shown wherever it stands, and hidden it stays at the next visit", async () => {
  await openApp("/rules");
  await screenIsThere();
  await expect.element(banner()).toMatchTextContent("₺10.000,00");
  await banner().getByRole("button", { name: "Bakiyeyi gizle" }).click();
  const shown = banner().getByRole("button", { name: "Bakiyeyi göster" });
  await expect.element(shown).toHaveAttribute("aria-pressed", "true");
  await expect.element(banner()).not.toMatchTextContent("₺");
  await expectAccessible("hidden balance", "header");
  await banner().getByRole("button").first().click();
  await expect.element(dialog()).toMatchTextContent("Güncel bakiye");
  await expect.element(dialog()).not.toMatchTextContent("₺");
  await userEvent.keyboard("{Escape}");
  // A balance that is pushed meanwhile stays hidden, too.
  await expect.poll(() => isConnected("notifications")).toBe(true);
  push("notifications", "balance", { balance: BALANCE + 5 });
  await expect.element(banner()).not.toMatchTextContent("₺");

  const kept = localStorage.getItem("hide_balance") ?? "";
  await openApp("/rules", { stored: { hide_balance: kept } });
  await screenIsThere();
  await expect.element(banner()).not.toMatchTextContent("₺");
  await shown.click();
  await expect.element(banner()).toMatchTextContent("₺10.000,00");
  expect(localStorage.getItem("hide_balance")).toBe("false");
});

describe("in the place of a screen", () => {
  it("there is no such page", async () => {
    await openApp("/no/such/page");
    await screenIsThere();
    await expectPath(/error-404/);
    await expectAccessible("404");
  });

  it("a player without the permission to play reads that on every screen, and asks for nothing", async () => {
    await openApp("/lobby", { login: { ...LOGIN, Permissions: [{ PermissionId: PERMISSION.kick }] } });
    await screenIsThere();
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("Bu sayfayı açma yetkiniz yok");
    await expectAccessible("no permission");
    for (const path of ["/profile", "/slot-sessions", "/transactions", "/game/1/x", "/ui/icons"]) {
      goTo(path);
      await expectPath(new RegExp(`^${path}`));
      await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("Bu sayfayı açma yetkiniz yok");
    }
    expect(SCREENS_CALLS.filter((name) => requestsOf(name).length > 0)).toEqual([]);
    expect([...socketRequestsOf("game", "init"), ...socketRequestsOf("jackpots", "init")]).toEqual([]);
  });
});

it("the look of a guest is chosen in a sheet without accessibility violations in every scheme", async () => {
  await openApp("/login", { login: null });
  await page.getByRole("button", { name: "Görünüm" }).click();
  await expect.element(page.getByRole("dialog", { name: "Görünüm" })).toBeVisible();
  await expectAccessible("look of a guest", "[role=dialog]");
});

it("money that is being checked is said on every screen, in every layout", async () => {
  onCall("balance", { balance: BALANCE, checking: 50_000 });
  for (const layout of ["layout1", "layout2", "layout3"] as const) {
    await openApp("/rules", {
      theme: { layout },
      settings: { support: { whatsapp: "+905551234567", telegram: "", chat: false } },
    });
    await expect.element(page.getByRole("status").filter({ hasText: "₺500 kontrol ediliyor." })).toBeVisible();
    await expectAccessible(`checking, ${layout}`, "[role=status]");
    await page.viewport(PHONE.width, PHONE.height);
    await expectAccessible(`checking, ${layout}, phone`, "[role=status]");
  }
});
