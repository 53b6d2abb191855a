/** The template's pages for coming in, its profile, rules and searches: they look right, check, and say the truth. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open(
    { DEMO_REGISTRATION: "1" },
    { support: { whatsapp: "+90 555 000 00 00", telegram: "", chat: false } },
  );
});
test.afterAll(async () => {
  await house.close();
});

const FILLING = [
  "/pages/auth/login",
  "/pages/auth/login-2",
  "/pages/auth/login-3",
  "/pages/auth/register",
  "/pages/auth/register-2",
  "/pages/auth/register-3",
  "/pages/auth/forgot-password",
  "/pages/auth/forgot-password-2",
  "/pages/auth/reset-password",
  "/pages/auth/reset-password-2",
  "/pages/auth/lock",
  "/pages/auth/mail-confirm",
  "/pages/coming-soon",
  "/pages/errors/error-500",
  "/auth/guest-role-example",
];
const FRAMED = ["/pages/profile", "/pages/rules", "/pages/search/classic?q=a", "/pages/search/modern?q=a"];
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

/** The page at this address, its heading to be seen, nothing to scroll sideways, nothing that axe finds. */
async function expectSound(page: Page, path: string, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(house.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname, path).toBe(path.split("?")[0]);
  await expect(page.getByRole("main")).toHaveCount(1);
  await page.waitForTimeout(300);
  const aside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(aside, path).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}
async function speak(page: Page, language: string): Promise<string[]> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") messages.push(message.text());
  });
  return messages;
}
/** Logs in by the form of the page that is open, in any language. */
async function logIn(page: Page, player: string): Promise<void> {
  await page.locator("input[name=username]").fill(player);
  await page.locator("input[name=password]").fill(DEMO_PASSWORD);
  await page.locator("button[type=submit]").click();
  await expect(page).toHaveURL(/\/lobby/);
}

for (const [language, player] of [
  ["tr", "demo1"],
  ["en", "demo2"],
  ["ar", "demo3"],
] as const) {
  test(`every page is sound, wide and narrow, before and after the login (${language})`, async ({ page }) => {
    const messages = await speak(page, language);
    for (const [n, path] of FILLING.entries()) await expectSound(page, path, n % 2 === 0 ? WIDE : NARROW);
    await page.goto(`${house.url}/pages/auth/login-3`);
    await logIn(page, player);
    const after = [...FRAMED, "/pages/auth/login", "/pages/auth/lock"];
    for (const [n, path] of after.entries()) await expectSound(page, path, n % 2 === 0 ? NARROW : WIDE);
    expect(messages).toEqual([]);
  });
}

test("forms say at the fields what is wrong, lead to the first, and never pretend that a mail was sent", async ({
  page,
}) => {
  await speak(page, "en");
  const user = new PlayerPage(page);
  await user.open(house.url, "/pages/auth/forgot-password");
  const go = page.getByRole("button", { name: "Go on" });
  await expect(go).toBeDisabled();
  await page.getByLabel("E-mail").fill("ada@example");
  await go.click();
  await expect(page.getByText("Write a complete e-mail")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await go.click();
  await expect(page.getByRole("heading", { name: "Support gives you a new password" })).toBeFocused();
  await expect(page.getByText("nothing was sent to ada@example.com")).toBeVisible();
  await expect(page.getByRole("link", { name: /WhatsApp/ })).toBeVisible();

  await user.open(house.url, "/pages/auth/reset-password-2");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Password (again)").fill("shorter");
  await page.getByRole("button", { name: "Check the password" }).click();
  await expect(page.getByText("Min character length is 8")).toBeVisible();
  await expect(page.getByText("The two passwords differ")).toBeVisible();
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  const choose = async (typed: string) => {
    await password.fill(typed);
    await page.getByLabel("Password (again)").fill(typed);
    await page.getByRole("button", { name: "Check the password" }).click();
  };
  // Eight units of UTF-16, and four characters for the server.
  await choose("🎰".repeat(4));
  await expect(page.getByText("Min character length is 8")).toBeVisible();
  await choose("password1");
  await expect(page.getByText("This password is among the most used ones")).toBeVisible();
  await expect(password).toBeFocused();
  await choose("a long green sentence");
  await expect(page.getByRole("heading", { name: "This password would do, but was not changed" })).toBeFocused();
});

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${house.url}/pages/auth/register`);
  await page.getByLabel("Display name").fill("Ada L");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long green sentence");
  await page.getByLabel("Password (again)").fill("a long green sentence");
  const send = page.getByRole("button", { name: "Create the account" });
  await send.click();
  await expect(page.getByText("An account needs your agreement to the rules")).toBeVisible();
  await page.getByRole("checkbox").click();
}

test("where the house allows it a registration makes a player who can log in, and a taken e-mail is said at its field", async ({
  page,
}) => {
  await speak(page, "en");
  const send = page.getByRole("button", { name: "Create the account" });
  await register(page, "ada@example.com");
  // What is agreed to can be read without an account, and nothing that was typed is lost.
  const reader = page.getByRole("button", { name: "Read the rules" });
  await reader.click();
  const rules = page.getByRole("dialog", { name: "Rules" });
  await expect(rules.getByRole("region", { name: "Rules" })).toBeFocused();
  await expect(rules.getByRole("heading", { name: "Hand pay" })).toBeAttached();
  await page.waitForTimeout(300);
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(rules).toBeHidden();
  await expect(reader).toBeFocused();
  const name = page.getByLabel("Display name");
  await name.fill("\u202e\u202c");
  await send.click();
  await expect(page.getByText("Write a name that can be read")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("Ada L");
  await send.click();
  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeFocused();
  await register(page, "ada@example.com");
  await send.click();
  await expect(page.getByText("There is an account with this e-mail already")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.goto(`${house.url}/pages/auth/login-2`);
  await page.getByLabel("Username or e-mail").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long green sentence");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/lobby/);
});

test("role examples let in whom they say; the page of the lock opens by the PIN alone", async ({ page }) => {
  await speak(page, "en");
  const user = new PlayerPage(page);
  await user.open(house.url, "/auth/guest-role-example");
  await expect(page.getByRole("heading", { name: "Guests only" })).toBeVisible();
  await user.open(house.url, "/auth/admin-role-example");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await user.open(house.url, "/pages/coming-soon");
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/pages\/auth\/login$/);
  await user.login(house.url, "demo4");
  await user.open(house.url, "/pages/coming-soon");
  await page.getByRole("link", { name: "Back to the lobby" }).click();
  await expect(page).toHaveURL(/\/lobby/);
  for (const role of ["admin", "staff", "guest"]) {
    await user.open(house.url, `/auth/${role}-role-example`);
    await expect(page, role).toHaveURL(/\/lobby/);
  }
  await user.open(house.url, "/pages/auth/login");
  await expect(page.getByText("You are here as demo4")).toBeVisible();
  await user.open(house.url, "/pages/auth/lock");
  await page.getByLabel("PIN").fill("1234");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The PIN is wrong" })).toBeVisible();
  await page.getByLabel("PIN").fill("0000");
  await expect(page).toHaveURL(/\/lobby/);
});

test("the searches find a page, a rule and a machine, by keyboard too, and keep the query in the address", async ({
  page,
}) => {
  await speak(page, "en");
  const user = new PlayerPage(page);
  await user.login(house.url, "demo1");
  const machine = await page
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link")
    .first()
    .locator("span.truncate")
    .first()
    .innerText();
  await user.open(house.url, "/pages/search/classic");
  const field = page.getByRole("main").getByRole("searchbox");
  await expect(page.getByText("What are you looking for?")).toBeVisible();
  await field.fill("HÀND pay");
  await expect(page).toHaveURL(/\?q=/);
  const rule = page.getByRole("main").getByRole("link", { name: /^Hand pay/ });
  await expect(rule.locator("mark").first()).toHaveText("Hand");
  await field.press("ArrowDown");
  await expect(rule).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/rules#hand-pay/);
  await page.goBack();
  await expect(field).toHaveValue("HÀND pay");
  await field.fill("zzzz nothing");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();

  await page.goto(`${house.url}/pages/search/modern?q=${encodeURIComponent(machine)}`);
  await expect(page.getByRole("tab", { name: /^Machines/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel").getByRole("link").first()).toContainText(machine);
  await field.fill("transactions");
  await expect(page).toHaveURL(/q=transactions/);
  await page.getByRole("tab", { name: /^Pages/ }).click();
  await page
    .getByRole("tabpanel")
    .getByRole("link", { name: /^Transactions/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/transactions/);
});

test("all that a search has found can be reached, and what the rules' search opens can be closed", async ({ page }) => {
  await speak(page, "en");
  const user = new PlayerPage(page);
  await user.login(house.url, "demo2");
  for (const [path, list] of [
    ["classic", page.getByRole("main")],
    ["modern", page.getByRole("tabpanel", { name: /^Pages/ })],
  ] as const) {
    await user.open(house.url, `/pages/search/${path}?q=e`);
    if (path === "modern") await page.getByRole("tab", { name: /^Pages/ }).click();
    const count = list.getByText(/^\d+ results, \d+ shown$/);
    await expect(count).toBeVisible();
    const total = Number(/^\d+/.exec(await count.innerText())?.[0]);
    const results = list.locator("a[data-result]");
    const first = await results.count();
    expect(first, path).toBeLessThan(total);
    const more = list.getByRole("button", { name: "Load more" });
    await results.last().focus();
    await page.keyboard.press("ArrowDown");
    await expect(more).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => results.count()).toBeGreaterThan(first);
    while (await more.isVisible()) {
      await expect(more).toBeFocused();
      await more.click();
    }
    await expect(results).toHaveCount(total);
    await expect(count).toHaveText(`${total} results, ${total} shown`);
    await expect(count).toBeFocused();
  }

  await user.open(house.url, "/pages/rules");
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("hand pay");
  const chapter = page.getByRole("main").getByRole("button", { name: "Hand pay" });
  await expect(chapter).toHaveAttribute("aria-expanded", "true");
  await chapter.click();
  await expect(chapter).toHaveAttribute("aria-expanded", "false");
  await chapter.click();
  await expect(chapter).toHaveAttribute("aria-expanded", "true");
  await chapter.click();
  await field.fill("hand pa");
  await expect(chapter).toHaveAttribute("aria-expanded", "true");
});

test("a house that wants none of it makes no players, and has no such pages", async ({ page }) => {
  await speak(page, "en");
  const plain = await House.open({ DEMO_REGISTRATION: "0" });
  try {
    const answer = await fetch(`${plain.url}/api/auth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ displayName: "Ada", email: "ada@example.com", password: "a long green sentence" }),
    });
    expect(await answer.json()).toEqual({ created: false });
    await plain.configure({ templatePages: false });
    for (const path of ["/pages/auth/login-2", "/pages/coming-soon", "/auth/guest-role-example"]) {
      await page.goto(plain.url + path);
      await expect(page, path).toHaveURL(/\/pages\/errors\/error-404/);
    }
  } finally {
    await plain.close();
  }
});
