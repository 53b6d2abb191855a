/** The three layouts and the navigation in them: what folds, flies out, slides in and opens by itself. */
import type { PlayerTheme } from "@reelcast/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setLanguage } from "../../i18n/index.ts";
import { LANGUAGES, overflow, settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../../testing/accessibility.ts";
import { expectCount, expectPath, one, screenIsThere } from "@reelcast/testing/find";
import { DESKTOP, PHONE, openApp } from "../../testing/openApp.ts";
import type { Visit } from "../../testing/openApp.ts";
import { HOVER_MS } from "./useFlyOuts.ts";

const SETTINGS = { support: { whatsapp: "+905551112233", telegram: "", chat: false }, languageSelect: true };
const menu = () => page.getByRole("navigation", { name: "Ana menü" });
const box = (element: Element) => element.getBoundingClientRect();
const main = () => page.getByRole("main").element();
async function enter(theme: PlayerTheme, path = "/rules", visit: Visit = {}): Promise<void> {
  await openApp(path, { theme, settings: SETTINGS, ...visit });
  await screenIsThere();
  await settled();
}

describe("layout 1", () => {
  const width = () => box(menu().element()).width;

  it("folds to its icons, unfolds under the pointer and for the keyboard, and stays folded", async () => {
    await enter({ layout: "layout1" });
    await expect.poll(width).toBe(184);
    expect(box(menu().element()).x).toBe(0);
    await expect
      .element(menu().getByRole("link", { name: "Kurallar", exact: true }))
      .toHaveAttribute("aria-current", "page");
    await menu().getByRole("button", { name: "Menüyü daralt" }).click();
    await userEvent.hover(page.getByRole("heading", { level: 1 }));
    await expect.poll(width).toBe(64);
    await expect.poll(() => box(main()).x).toBeLessThan(184);
    // Over the page and not next to it: what one reads does not move.
    const before = box(main()).x;
    await userEvent.hover(menu().getByRole("link", { name: "Lobi", exact: true }));
    await expect.poll(width).toBe(184);
    expect(box(main()).x).toBe(before);
    await userEvent.hover(page.getByRole("heading", { level: 1 }));
    await expect.poll(width).toBe(64);
    // The keyboard unfolds it, too.
    (menu().getByRole("link", { name: "Lobi", exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Tab}");
    await expect.poll(width).toBe(184);
    // It stays folded on the next visit.
    const kept = JSON.parse(localStorage.getItem("theme1") ?? "{}") as PlayerTheme;
    expect(kept.navbarFolded).toBe(true);
    await enter(kept);
    await expect.poll(width).toBe(64);
  });

  it("stands at either side, and opens the group of the present page and no other", async () => {
    await enter({ layout: "layout1", navbarPosition: "right" }, "/documentation/contract");
    await expect.poll(() => box(menu().element()).x).toBe(DESKTOP.width - 184);
    const documentation = menu().getByRole("button", { name: /^Belgeler/ });
    await expect.element(documentation).toHaveAttribute("aria-expanded", "true");
    const contract = menu().getByRole("link", { name: "Sözleşme" });
    await expect.element(contract).toHaveAttribute("aria-current", "page");
    await expect.element(menu().getByRole("link", { name: "Genel bakış" })).not.toHaveAttribute("aria-current", "page");
    await expect
      .element(menu().getByRole("button", { name: /^Hesap sayfaları/ }))
      .toHaveAttribute("aria-expanded", "false");
    const indent = (name: string) => {
      const parent = menu().getByText(name, { exact: true }).element().parentElement;
      return parent && getComputedStyle(parent).paddingLeft;
    };
    await menu().getByRole("button", { name: "Sayfa düzenleri" }).click();
    await menu().getByRole("button", { name: "Yalın" }).click();
    await expect.element(menu().getByText("Sol sütun", { exact: true })).toBeVisible();
    expect([indent("Lobi"), indent("Sözleşme"), indent("Sol sütun")]).toEqual(["24px", "56px", "72px"]);
    await documentation.click();
    await expect.element(contract).not.toBeInTheDocument();
    // The role examples are led to, whom they let in or not: their guard is what they show.
    await expectCount(menu().getByRole("button", { name: /^Rol örnekleri/ }), 1);
    const outside = menu().getByRole("link", { name: /^Erişilebilirlik kalıpları/ });
    await expect.element(outside).toHaveAttribute("target", "_blank");
    await expect.element(outside).toHaveAttribute("rel", expect.stringMatching(/noopener/));
    // The logo leads to the lobby and leaves no step behind.
    const steps = history.length;
    await menu()
      .getByRole("link", { name: /^Reelcast/ })
      .click();
    await expectPath(/\/lobby$/);
    expect(history.length).toBe(steps);
  });
});

describe("on a phone", () => {
  it.each(["layout1", "layout2", "layout3"] as const)(
    "the menu of %s slides in, and goes when a place is chosen",
    async (layout) => {
      await enter({ layout }, "/rules", { size: PHONE });
      const logo = page.getByRole("banner").element().querySelector("img") as Element;
      expect(getComputedStyle(logo).width).toBe("48px");
      // As at 200 % on a phone.
      await page.viewport(195, 422);
      await settled();
      expect(overflow(), layout).toBeLessThanOrEqual(0);
      await page.viewport(PHONE.width, PHONE.height);
      await settled();
      expect(overflow(), layout).toBeLessThanOrEqual(0);
      await page.getByRole("button", { name: "Menüyü aç" }).click();
      const drawer = page.getByRole("dialog", { name: "Ada Lovelace" });
      await expect.element(drawer).toBeVisible();
      if (layout !== "layout3") await expect.poll(() => box(drawer.element()).width).toBe(280);
      await drawer.getByRole("link", { name: "İşlemler" }).click();
      await expectPath(/\/transactions/);
      await expect.element(drawer).not.toBeInTheDocument();
      if (layout !== "layout3") return;
      // The casino's layout has no foot: its drawer has the handbook's button.
      await page.getByRole("button", { name: "Menüyü aç" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Belgeler" }).click();
      await expectPath(/\/documentation$/);
    },
  );
});

it("layout 3 has its entries in one row, and none on a phone that is held across", async () => {
  await enter({ layout: "layout3" });
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const width of [768, 900, 1023, 1024, 1280]) {
      await page.viewport(width, 800);
      await settled();
      const entries = document.querySelector("header nav") ?? document.body;
      expect.soft(box(entries).height, `${language} ${width}`).toBeLessThan(60);
      expect.soft(overflow(), `${language} ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await setLanguage("tr");
  await page.viewport(844, 390);
  await expect.element(menu()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect.element(page.getByRole("dialog").getByRole("link", { name: "Lobi", exact: true })).toBeVisible();
});

describe("layout 2", () => {
  const pages = () => menu().getByRole("button", { name: "Sayfalar" });
  const surface = () => menu().getByRole("button", { name: "Arayüz" });

  it("flies out for a pointer that stays, and not for one that passes", async () => {
    await enter({ layout: "layout2" });
    await expect.element(surface()).toBeVisible();
    await expect.element(page.getByRole("contentinfo").getByRole("link", { name: "Kurallar" })).toBeVisible();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const passing = { bubbles: true, pointerType: "mouse", relatedTarget: document.body };
    surface().element().dispatchEvent(new PointerEvent("pointerover", passing));
    surface().element().dispatchEvent(new PointerEvent("pointerout", passing));
    await vi.advanceTimersByTimeAsync(2 * HOVER_MS);
    await expect.element(surface()).toHaveAttribute("aria-expanded", "false");
    vi.useRealTimers();
    await userEvent.hover(surface());
    await expect.element(surface()).toHaveAttribute("aria-expanded", "true");
    await userEvent.hover(page.getByRole("contentinfo"));
    await expect.element(surface()).toHaveAttribute("aria-expanded", "false");
  });

  it("is gone through by keys: along the row, down into the lists, and back out", async () => {
    await enter({ layout: "layout2" });
    const key = (name: string) => userEvent.keyboard(`{${name}}`);
    (menu().getByRole("link", { name: "İşlemler" }).element() as HTMLElement).focus();
    await key("ArrowRight");
    await expect.element(pages()).toHaveFocus();
    await key("ArrowRight");
    await key("ArrowDown");
    const layouts = menu().getByRole("button", { name: "Sayfa düzenleri" });
    await expect.element(layouts).toHaveFocus();
    await key("ArrowRight");
    await key("ArrowDown");
    const simple = menu().getByRole("button", { name: /^Yalın/ });
    await expect.element(simple).toHaveFocus();
    await key("ArrowRight");
    await key("End");
    const last = menu().getByRole("link", { name: "Sağ sütun 3, sekmeli" });
    await expect.element(last).toHaveFocus();
    await expect.element(last).toBeInViewport();
    await key("Escape");
    await expect.element(simple).toHaveFocus();
    await key("ArrowLeft");
    await expect.element(layouts).toHaveFocus();
    await key("Escape");
    await expect.element(surface()).toHaveFocus();
    await expect.element(surface()).toHaveAttribute("aria-expanded", "false");
    await key("Enter");
    await key("Tab");
    await expect.element(layouts).toHaveFocus();
    await menu().getByRole("link", { name: "Simgeler" }).click();
    await expectPath(/\/ui\/icons$/);
    await expect.element(surface()).toHaveAttribute("aria-expanded", "false");
  });
});

/** Words of the menu that go on in the next line, though they are short enough for one. */
const brokenWords = () =>
  [...document.querySelectorAll("nav[data-folded] li span:not(.sr-only)")].flatMap(({ firstChild: text }) =>
    [...(text?.textContent ?? "").matchAll(/(?<!\S)\S{1,9}(?!\S)/gu)].flatMap(({ 0: word, index }) => {
      if (!text) return [];
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    }),
  );

describe("axe finds nothing on the layouts and their open menus", () => {
  const click = async (selector: string) => (await one(selector)).click();
  it.each([
    [{ layout: "layout1", textSize: 22 }, 1280],
    [{ layout: "layout1", navbarFolded: true, navbarPosition: "right", toolbarHidden: true }, 1280],
    [{ layout: "layout1", navbarPosition: "right" }, 390],
    [{ layout: "layout2" }, 1280],
    [{ layout: "layout3" }, 390],
  ] as const)("%o at %i", async (theme, width) => {
    await enter(theme, "/rules", { size: { width, height: 844 } });
    await expect.element(await one("[data-layout]")).toHaveAttribute("data-layout", theme.layout);
    if (width === 390) await click("header button");
    else if (theme.layout === "layout2") {
      await click("header nav ul li:nth-of-type(n) > button");
      await click("header nav ul ul button");
    } else await click("nav ul button");
    await expectAccessible(JSON.stringify(theme));
    if ("textSize" in theme) expect(brokenWords()).toEqual([]);
  });
});

describe("a house without a bar on top", () => {
  const plain = { settings: { ...SETTINGS, templatePages: false, headerBar: false } };
  it.each(["layout2", "layout3"] as const)(
    "keeps what stands there in the drawer of %s, on a wide screen, too",
    async (layout) => {
      await enter({ layout }, "/rules", plain);
      await expect.element(await one("[data-layout]")).toHaveAttribute("data-layout", layout);
      await page.getByRole("button", { name: "Menüyü aç" }).click();
      const drawer = page.getByRole("dialog");
      await expect.element(drawer.getByText("Güncel bakiye")).toBeVisible();
      // Of the menu the player's own pages are left, with limits and support.
      await expectCount(drawer.getByRole("navigation", { name: "Ana menü" }).getByRole("listitem"), 7);
      await expectCount(drawer.getByRole("link", { name: "Belgeler" }), 0);
      await expect.element(drawer.getByRole("button", { name: "Çıkış yap" })).toBeVisible();
    },
  );
});

it("the drawer begins with the navigation and ends with what is read seldom", async () => {
  await openApp("/rules", { settings: { templateMenu: false }, size: PHONE });
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  const drawer = page.getByRole("dialog", { name: "Ada Lovelace" });
  await expect.element(drawer.getByRole("button", { name: "Görünüm ayarları" })).toBeVisible();
  const inOrder = [
    drawer.getByRole("link", { name: "Lobi", exact: true }),
    drawer.getByRole("link", { name: "Limitlerim" }),
    drawer.getByText("Güncel bakiye"),
    drawer.getByRole("button", { name: "Çıkış yap" }),
    drawer.getByRole("region", { name: "Son giriş" }),
    drawer.getByText(/^Sürüm/),
  ].map((part) => part.element());
  const tops = inOrder.map((part) => part.getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(tops[0]).toBeLessThan(120);
  // By keys and for screen readers, too: the entries come right after the button that closes the drawer.
  const entries = drawer.element().querySelectorAll("a, button");
  expect([...entries][1]).toBe(inOrder[0]);
});

it("the template's pages are in the menu only if the house wants them there; their addresses work in any case", async () => {
  await openApp("/pages/coming-soon", { settings: { templateMenu: false } });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectPath(/^\/pages\/coming-soon$/);
  await openApp("/rules", { settings: { templateMenu: false }, size: PHONE });
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  const menu = page.getByRole("dialog");
  await expectCount(menu.getByRole("navigation", { name: "Ana menü" }).getByRole("listitem"), 7);
  await expectCount(menu.getByRole("link", { name: "Belgeler" }), 0);
  // The template's own pages have the way to its handbook, whatever the house has in its menu.
  await openApp("/ui/icons", { settings: { templateMenu: false }, size: PHONE });
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect.element(menu.getByRole("link", { name: "Belgeler" })).toBeVisible();
});

it("a phone has the bar's entries in its drawer alone; a wider window gets them, and the key of the search works in both", async () => {
  await enter({ layout: "layout3" }, "/rules", { size: PHONE });
  const entries = () => document.querySelectorAll("header nav a").length;
  expect(entries()).toBe(0);
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("combobox", { name: "Menüde ara" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expectCount(page.getByRole("dialog"), 0);
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(entries).toBeGreaterThan(3);
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("combobox", { name: "Menüde ara" })).toHaveFocus();
});

it("the game has no frame", async () => {
  await enter({ layout: "layout1" }, "/lobby");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Lantern Street/ })
    .last()
    .click();
  await expectPath(/\/game\//);
  await expect.element(page.getByLabelText("Canlı görüntü")).toBeInTheDocument();
  expect(document.querySelectorAll("[data-layout], #content")).toHaveLength(0);
});
