/**
 * Every screen of a player in every state, language and scheme: axe finds nothing, and nothing stands next to the window.
 */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { setLanguage } from "../i18n/index.ts";
import { LANGUAGES, overflow, settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../testing/accessibility.ts";
import { NO_ENTRIES, PROTECTION } from "../testing/answers.ts";
import { one, screenIsThere } from "@reelcast/testing/find";
import { PHONE, openApp } from "../testing/openApp.ts";
import { HANG, onCall, refuse, requestsOf, setOnline } from "../testing/scriptedServer.ts";
import type { ScriptedCall } from "../testing/scriptedCalls.ts";

const SETTINGS = { languageSelect: true, support: { whatsapp: "+905551112233", telegram: "", chat: false } };
/** Nothing is waited for any more. */
const loaded = () => expect.poll(() => document.querySelector("main [aria-busy=true]")).toBeNull();
const listItems = () => page.getByRole("main").getByRole("listitem");

interface Screen {
  path: string;
  /** What the screen asks for. */
  calls: readonly ScriptedCall[];
  /** It has been drawn with its data. */
  filled: () => Promise<unknown>;
  /** Makes the screen have nothing to show. */
  empty?: () => void;
}
const SCREENS: Screen[] = [
  {
    path: "/lobby",
    calls: ["machines", "brands"],
    filled: () => expect.element(listItems().first()).toBeVisible(),
    empty: () => {
      onCall("machines", []);
      onCall("brands", []);
    },
  },
  {
    path: "/lobby/1/lodestar",
    calls: ["machines", "brands", "brandLobby", "jackpots"],
    filled: () => expect.element(page.getByRole("definition").first()).toBeVisible(),
    empty: () => onCall("brandLobby", []),
  },
  { path: "/profile", calls: ["profile"], filled: () => one("section#account dd") },
  {
    path: "/profile/limits",
    calls: ["protection"],
    filled: () => expect.element(page.getByRole("meter").first()).toBeVisible(),
    empty: () =>
      onCall("protection", { ...PROTECTION, limits: PROTECTION.limits.map((limit) => ({ ...limit, value: null })) }),
  },
  { path: "/rules", calls: [], filled: () => expect.element(page.getByRole("article")).toBeVisible() },
  {
    path: "/slot-sessions",
    calls: ["sessions", "summary"],
    filled: () => one("main canvas"),
    empty: () => {
      onCall("sessions", NO_ENTRIES);
      onCall("summary", { days: [] });
    },
  },
  {
    path: "/transactions",
    calls: ["transactions"],
    filled: () => one("main table tbody tr"),
    empty: () => onCall("transactions", NO_ENTRIES),
  },
];

describe.each(SCREENS)("$path", ({ path, calls, filled, empty }) => {
  it("has no accessibility violations with its data", async () => {
    await openApp(path, { settings: SETTINGS });
    await screenIsThere();
    await filled();
    await expectAccessible(path, path === "/lobby" ? undefined : "main");
    expect(page.getByRole("main").elements()).toHaveLength(1);
    await page.viewport(PHONE.width, PHONE.height);
    await settled();
    await expectAccessible(`${path} on a phone`, "main");
  });

  it("does not scroll sideways at twice the size", async () => {
    // A desktop of 1280 at 200 % has 640 CSS pixels; a phone of 390 has 195 at worst, 320 by WCAG 1.4.10.
    await openApp(path, { settings: SETTINGS, size: { width: 320, height: 640 } });
    await screenIsThere();
    if (path !== "/slot-sessions" && path !== "/transactions") await filled();
    for (const language of LANGUAGES) {
      await setLanguage(language);
      await settled();
      expect(overflow(), language).toBeLessThanOrEqual(0);
    }
  });

  if (calls.length === 0) return;

  it("has no accessibility violations while it loads", async () => {
    for (const call of calls) onCall(call, HANG);
    await openApp(path, { settings: SETTINGS });
    for (const call of calls.slice(0, 1)) await expect.poll(() => requestsOf(call).length).toBeGreaterThan(0);
    await screenIsThere();
    await expectAccessible(`${path}, loading`, "main");
  });

  it("has no accessibility violations where its data can't be had", async () => {
    for (const call of calls) onCall(call, refuse(ErrorCode.NotPermitted));
    await openApp(path, { settings: SETTINGS });
    await screenIsThere();
    await loaded();
    await expectAccessible(`${path}, refused`, "main");
  });

  it("has no accessibility violations without a network", async () => {
    await openApp(path, { settings: SETTINGS });
    await screenIsThere();
    await filled();
    setOnline(false);
    await expectAccessible(`${path}, offline`, "main");
  });

  if (!empty) return;
  it("has no accessibility violations with nothing to show", async () => {
    empty();
    await openApp(path, { settings: SETTINGS });
    await screenIsThere();
    await loaded();
    await expectAccessible(`${path}, empty`, "main");
  });
});

describe("a list that is open, and as a table", () => {
  const openChart = () => page.getByRole("heading", { name: "Günlere göre oyununuz" }).getByRole("button").click();
  it("/slot-sessions", async () => {
    await openApp("/slot-sessions", { size: PHONE });
    await openChart();
    await expect.poll(() => document.querySelectorAll("main canvas").length).toBe(2);
    await page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: "Lantern Street" })
      .getByRole("button", { expanded: false })
      .click();
    await expectAccessible("open session", "main");
  });
  it("/transactions", async () => {
    await openApp("/transactions", { size: PHONE });
    await openChart();
    await page.getByRole("button", { name: "Tablo olarak göster" }).click();
    await expect.element(listItems().first()).toBeVisible();
    await expectAccessible("transactions and the days as a table", "main");
  });
});

it("a list that can't be asked for offline says so, and comes by itself with the connection", async () => {
  await openApp("/transactions");
  const rows = () => document.querySelectorAll("main table tbody tr").length;
  await expect.poll(rows).toBe(3);
  setOnline(false);
  onCall("transactions", NO_ENTRIES);
  await page.getByLabelText("Tür").selectOptions("Makineden alma");
  await expect.element(page.getByText("Bağlantı gelince liste kendiliğinden yüklenir").first()).toBeVisible();
  expect(rows()).toBe(3);
  setOnline(true);
  await expect.element(page.getByRole("heading", { name: "Eşleşen kayıt yok" })).toBeVisible();
});
