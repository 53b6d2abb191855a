/** The reference of the design, the page layouts and the handbook: sound in three languages, wide and narrow, and by keyboard. */
import { ErrorCode } from "@reelcast/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { overflow, settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectCount, one, root, screenIsThere } from "@reelcast/testing/find";
import { DESKTOP, PHONE, goTo, openApp } from "../testing/openApp.ts";
import buttonExample from "./handbook/examples/Button.tsx?raw";
import { VARIANTS } from "./layouts/variants.ts";

const main = () => page.getByRole("main");
const english = { language: "en" } as const;
let copied = "";
function copyTo(outcome: "clipboard" | "refused"): void {
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
    if (outcome === "refused") return Promise.reject(new Error("refused"));
    copied = text;
    return Promise.resolve();
  });
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe("axe finds nothing, wide and narrow", () => {
  it.each(
    [
      "/ui/icons",
      "/ui/typography",
      "/ui/helper-classes",
      "/ui/page-layouts/carded/left-sidebar-tabbed",
      "/ui/page-layouts/simple/left-sidebar",
      "/ui/page-layouts/blank",
      "/documentation",
      "/documentation/components",
      "/documentation/settings",
    ].map((path, n) => [path, n] as const),
  )("%s", async (path, n) => {
    const [first, then] = n % 2 === 0 ? [DESKTOP, PHONE] : [PHONE, DESKTOP];
    await openApp(path, { size: first });
    await screenIsThere();
    expect(main().elements()).toHaveLength(1);
    await expectAccessible(path, "main");
    await page.viewport(then.width, then.height);
    await settled();
    expect(overflow(), path).toBeLessThanOrEqual(0);
  });

  it("/documentation/contract, what there is of one subject", async () => {
    await openApp("/documentation/contract");
    await screenIsThere();
    expect(overflow()).toBeLessThanOrEqual(0);
    await main().getByRole("searchbox").fill("pin");
    await expectAccessible("/documentation/contract", "main");
    await page.viewport(PHONE.width, PHONE.height);
    await settled();
    expect(overflow()).toBeLessThanOrEqual(0);
  });
});

describe("icons", () => {
  it("are found by their name, which a press copies; where copying is refused, the name is selected", async () => {
    copyTo("clipboard");
    await openApp("/ui/icons", english);
    const tiles = () => main().getByRole("listitem");
    await expect.element(tiles().nth(20)).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Search the icons" });
    await search.fill("OFF eye");
    await expectCount(tiles(), 1);
    await expect.element(page.getByText("1 icon", { exact: true })).toBeVisible();
    const eye = page.getByRole("button", { name: "EyeOffIcon", exact: true });
    const { width, height } = eye.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    (eye.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("EyeOffIcon has been copied.").first()).toBeVisible();
    expect(copied).toBe("EyeOffIcon");
    copyTo("refused");
    await eye.click();
    await expect.element(page.getByRole("alert").filter({ hasText: "The browser refused to copy." })).toBeVisible();
    expect(getSelection()?.toString()).toBe("EyeOffIcon");
    await search.fill("no such drawing");
    await expect.element(page.getByRole("heading", { name: "No such icon" })).toBeVisible();
  });
});

describe("the styles", () => {
  it("are what the browser made of them, in the scheme that is chosen", async () => {
    await openApp("/ui/helper-classes", english);
    const gold = main()
      .getByRole("listitem")
      .filter({ hasText: /^gold#/ });
    await expect.element(gold).toMatchTextContent("#f2c14e");
    await expect.element(gold).toMatchTextContent(/1[0-9]\.\d : 1 on the surface/);
    // Again and again: the app may set its own once more, with the player's settings.
    await expect
      .poll(() => {
        root().dataset["scheme"] = "light";
        return gold.element().textContent;
      })
      .toContain("#7a4d00");
    await expect.element(page.getByRole("heading", { name: "scroll-row" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "across:" })).toBeVisible();
    await openApp("/ui/helper-classes", { ...english, theme: { scheme: "light" } });
    await expect.element(gold).toMatchTextContent(/[67]\.\d : 1 on the surface/);
  });

  it("give texts their sizes, and figures one width where money stands", async () => {
    await openApp("/ui/typography", english);
    await expect
      .element(main().getByRole("listitem").filter({ hasText: "text-2xl" }))
      .toMatchTextContent("24px / 32px · 400");
    const widths = (name: string) => {
      const box = page.getByRole("heading", { name, exact: true }).element().closest("div");
      return [...(box?.querySelectorAll("[data-figures]") ?? [])].map((line) =>
        Math.round(line.getBoundingClientRect().width),
      );
    };
    expect(new Set(widths("Of equal width")).size).toBe(1);
    expect(new Set(widths("Of their own width")).size).toBeGreaterThan(1);
  });
});

describe("page layouts", () => {
  it("every one has an address and a title of its own", async () => {
    const layouts = [...VARIANTS.map(({ path }) => path), "/ui/page-layouts/blank"];
    expect(layouts).toHaveLength(27);
    await openApp("/ui/typography", english);
    await screenIsThere();
    const title = () => document.querySelector("h1")?.textContent ?? "";
    const titles = new Set([title()]);
    for (const path of layouts) {
      goTo(path);
      await expectCount(page.getByRole("tab"), path.endsWith("-tabbed") ? 3 : 0);
      await expect.poll(() => title() !== "" && !titles.has(title()), { message: path }).toBe(true);
      titles.add(title());
      expect(location.pathname).toBe(path);
      expect(overflow(), path).toBeLessThanOrEqual(0);
    }
    expect(titles.size).toBe(layouts.length + 1);
  });

  it("tabs go by arrow keys", async () => {
    await openApp("/ui/page-layouts/carded/left-sidebar-tabbed", english);
    const tab = (name: string) => page.getByRole("tab", { name });
    await screenIsThere();
    (tab("Playing").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(tab("Money")).toHaveFocus();
    await expect.element(tab("Money")).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("tabpanel", { name: "Money" })).toBeVisible();
    await userEvent.keyboard("{End}");
    await expect.element(tab("Safety")).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tabpanel", { name: "Playing" })).toBeVisible();
  });

  it("on a phone the sidebar is a sheet, which leads to a chapter", async () => {
    await openApp("/ui/page-layouts/simple/right-sidebar", { ...english, size: PHONE });
    const opener = page.getByRole("button", { name: "Chapters" });
    const sheet = page.getByRole("dialog", { name: "Chapters" });
    await opener.click();
    await expect.element(sheet).toBeVisible();
    await expectAccessible("sheet of the sidebar", "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await opener.click();
    const link = sheet.getByRole("link").last();
    await expect.element(link).toBeVisible();
    const chapter = link.element().textContent.trim();
    await link.click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole("heading", { level: 2, name: chapter })).toHaveFocus();
  });
});

describe("the handbook", () => {
  const search = () => page.getByRole("searchbox", { name: "Search this chapter" });
  it("has examples that work, and the code that draws them", async () => {
    copyTo("clipboard");
    await openApp("/documentation", english);
    await main().getByRole("link", { name: "Components" }).click();
    await expect.element(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
    const example = await one("#Button");
    await example.getByRole("button", { name: "Press me" }).click();
    await example.getByRole("button", { name: "Pressed once" }).click();
    await expect.element(example.getByRole("button", { name: "Pressed 2 times" })).toBeVisible();
    await expect
      .element(example.getByRole("definition").first())
      .toMatchTextContent('"main" | "plain" | "quiet" | "danger"');
    const code = example.getByRole("region", { name: "Code of the Button example" }).element();
    expect(code.querySelector("pre")?.textContent).toBe(buttonExample);
    await example.getByRole("button", { name: "Copy: Button" }).click();
    await expect.element(page.getByText("The code of Button has been copied.").first()).toBeVisible();
    expect(copied).toBe(buttonExample);
  });

  it("finds a part, and says where it finds none", async () => {
    await openApp("/documentation/components", english);
    await search().fill("DIALOG");
    await expect.element(page.getByRole("heading", { level: 2, name: "Dialog", exact: true })).toBeVisible();
    await expect.element(page.getByRole("heading", { level: 2, name: "Chip" })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Open the dialog" }).click();
    await expect.element(page.getByRole("dialog", { name: "Leave the game?" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await search().fill("nothing is called this");
    await expect.element(page.getByText("Nothing matches")).toBeVisible();
  });

  it("leads from a call to the words of an error that it may answer", async () => {
    await openApp("/documentation/contract", english);
    await search().fill("/player/pin");
    await expect
      .element(page.getByRole("heading", { level: 3, name: "POST /api/v1/player/pin", exact: true }))
      .toBeVisible();
    const call = await one("#call-pin");
    await expect.element(call).toMatchTextContent("minLength 4, maxLength 12");
    await page.getByRole("button", { name: "Clear the search" }).click();
    await (await one("#call-pin")).getByRole("link", { name: String(ErrorCode.WrongPin) }).click();
    await expect.element(await one(`#error-${ErrorCode.WrongPin} h3`)).toHaveFocus();
    await expect.element(await one(`#error-${ErrorCode.WrongPin}`)).toMatchTextContent("3 tries left");
  });

  it("says what this house goes by, next to the default", async () => {
    await openApp("/documentation/settings", { ...english, settings: { hotCoinSet: "low" } });
    await expect.element(await one("#hotCoinSet")).toMatchTextContent('"low"');
    await expect.element(await one("#hotCoinSet")).toMatchTextContent("differs from the default");
    await expect.element(await one("#siteId")).not.toMatchTextContent("differs from the default");
    const contents = page.getByRole("navigation", { name: "Contents of the handbook" });
    await contents.getByRole("link", { name: "dateFormat" }).click();
    await expect.element(await one("#dateFormat h2")).toHaveFocus();
  });
});
