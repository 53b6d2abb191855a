/** The look of the app as its player has set it. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectNoViolations, settled } from "@reelcast/testing/accessibility";
import { expectCount, root, screenIsThere } from "@reelcast/testing/find";
import { openApp } from "../../testing/openApp.ts";
import { LOST, onCall, requestsOf } from "../../testing/scriptedServer.ts";
import { setLanguage } from "../../i18n/index.ts";

const toolOf = (name: string) => page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name });
const panel = () => page.getByRole("dialog", { name: "Görünüm" });
const radio = (name: string) => panel().getByRole("radio", { name, exact: true });
const background = () => getComputedStyle(root()).backgroundColor;
async function openPanel(): Promise<void> {
  await screenIsThere();
  await toolOf("Görünüm ayarları").click();
  await expect.element(panel()).toBeVisible();
}
/** Where the parts of the page's frame are. */
const frame = () =>
  [...document.querySelectorAll("header, nav[aria-label], main, footer")].map((part) => {
    const { x, width, height } = part.getBoundingClientRect();
    return [part.localName, x, width, part.localName === "main" ? 0 : height].map(String).join(" ");
  });

it("shows at once what is chosen, saves it a moment later, and finds it again on the next visit", async () => {
  document.head.insertAdjacentHTML("beforeend", '<meta name="theme-color" content="#120b16">');
  await openApp("/lobby");
  const dark = background();
  await openPanel();
  await radio("Gündüz").click();
  await expect.element(root()).toHaveAttribute("data-scheme", "light");
  await expect.poll(background).not.toBe(dark);
  await expect.poll(() => document.querySelector("meta[name=theme-color]")?.getAttribute("content")).toBe("#f8f4fa");
  await radio("Yan menü").click();
  await radio("Sağ").click();
  await radio("Sağdan sola").click();
  await expect.element(root()).toHaveAttribute("dir", "rtl");
  (panel().getByRole("slider", { name: "Yazı boyutu" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.poll(() => getComputedStyle(root()).fontSize).toBe("22px");
  await expect.poll(() => requestsOf("savePlayerSettings").length).toBeGreaterThan(0);
  const chosen = { scheme: "light", layout: "layout1", navbarPosition: "right", direction: "rtl", textSize: 22 };
  const saved = () =>
    Object.assign({}, ...requestsOf("savePlayerSettings").map(({ body }) => (body as { theme: object }).theme));
  await expect.poll(saved).toMatchObject(chosen);

  // Another browser has stored nothing: the theme comes from the server.
  await openApp("/lobby");
  await expect.element(root()).toHaveAttribute("data-scheme", "light");
  await expect.element(root()).toHaveAttribute("dir", "rtl");
  await openPanel();
  await expect.element(radio("Yan menü")).toBeChecked();
  // Another layout has options of its own: the place of the menu is as it was at first.
  await radio("Salon").click();
  await radio("Yan menü").click();
  await expect.element(radio("Sol")).toBeChecked();
  await panel().getByRole("button", { name: "Varsayılana dön" }).click();
  await expect.element(root()).toHaveAttribute("data-scheme", "dark");
  await expect.poll(() => getComputedStyle(root()).fontSize).toBe("16px");
});

describe("every switch that a layout offers changes something in it", () => {
  it.each([
    ["Yan menü", 4],
    ["Üst menü", 3],
    ["Salon", 0],
  ] as const)("%s", async (layout, switches) => {
    await openApp("/lobby");
    await openPanel();
    await radio(layout).click();
    await expectCount(panel().getByRole("checkbox"), switches);
    for (const box of panel().getByRole("checkbox").all()) {
      await expect.poll(() => document.querySelector("nav[aria-label='Ana menü']")).not.toBeNull();
      await settled();
      const before = frame();
      await box.click();
      await expect.poll(frame).not.toEqual(before);
      await box.click();
      await expect.poll(frame).toEqual(before);
    }
  });
});

it("leaves a way out where the bar on top is hidden", async () => {
  await openApp("/lobby", { theme: { layout: "layout2", toolbarHidden: true } });
  await screenIsThere();
  await page.getByRole("banner").getByRole("button", { name: "Menüyü aç" }).click();
  await expect.element(page.getByRole("dialog").getByRole("button", { name: "Çıkış yap" })).toBeVisible();
});

it("takes a guest's look over into the account of a player who has none, as a whole", async () => {
  const stored = { theme: JSON.stringify({ scheme: "ocean", layout: "layout2" }) };
  await openApp("/lobby", { stored });
  await expect.element(root()).toHaveAttribute("data-scheme", "ocean");
  await openPanel();
  await radio("Yakut").click();
  await expect.poll(() => requestsOf("savePlayerSettings").length).toBe(1);
  // The first change that the server receives has all of this player's look.
  expect(requestsOf("savePlayerSettings")[0]?.body).toMatchObject({ theme: { scheme: "ruby", layout: "layout2" } });
  await expect.poll(() => document.querySelector("[data-layout]")?.getAttribute("data-layout")).toBe("layout2");
});

it("keeps the look of a guest and that of a player apart in one browser", async () => {
  const stored = { theme: JSON.stringify({ scheme: "ocean" }), theme1: JSON.stringify({ scheme: "ruby" }) };
  await openApp("/login", { login: null, stored });
  await expect.element(root()).toHaveAttribute("data-scheme", "ocean");
  onCall("playerSettings", LOST);
  await openApp("/rules", { stored });
  await expect.element(root()).toHaveAttribute("data-scheme", "ruby");
});

it("follows another tab of the same browser", async () => {
  await openApp("/lobby");
  await screenIsThere();
  localStorage.setItem("theme1", JSON.stringify({ scheme: "emerald" }));
  globalThis.dispatchEvent(new StorageEvent("storage", { key: "theme1" }));
  await expect.element(root()).toHaveAttribute("data-scheme", "emerald");
});

it("says what can't be saved, and shows again what the server has", async () => {
  onCall("savePlayerSettings", LOST);
  await openApp("/lobby");
  await openPanel();
  await radio("Yakut").click();
  await expect.element(root()).toHaveAttribute("data-scheme", "ruby");
  await expect.element(page.getByText("Görünüm ayarınız kaydedilemedi.").first()).toBeVisible();
  await expect.element(root()).toHaveAttribute("data-scheme", "dark");
});

it("axe finds nothing on the lobby and the panel in any scheme", async () => {
  await openApp("/lobby");
  await openPanel();
  for (const [n, scheme] of (["dark", "light", "contrast", "emerald", "ocean", "ruby"] as const).entries()) {
    await setLanguage("tr");
    panel().element().querySelector<HTMLInputElement>(`input[value=${scheme}]`)?.click();
    await expect.element(root()).toHaveAttribute("data-scheme", scheme);
    await setLanguage((["tr", "en", "ar"] as const)[n % 3] ?? "tr");
    await expectNoViolations(`panel, ${scheme}`);
  }
  await setLanguage("tr");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  for (const scheme of ["dark", "light", "contrast", "emerald", "ocean", "ruby"]) {
    root().dataset["scheme"] = scheme;
    await expectNoViolations(`lobby, ${scheme}`);
  }
});
