/** The template's pages: sound in three languages, forms that say what is wrong at the field, searches that find. */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Locator } from "vitest/browser";
import { overflow, settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../testing/accessibility.ts";
import { PASSWORD } from "../testing/answers.ts";
import { expectCount, expectPath, screenIsThere } from "@reelcast/testing/find";
import { DESKTOP, PHONE, goTo, openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";

const SUPPORT = { support: { whatsapp: "+90 555 000 00 00", telegram: "", chat: false } };
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
const FRAMED = [
  "/pages/profile",
  "/pages/rules",
  "/pages/search/classic?q=a",
  "/pages/search/modern?q=a",
  "/pages/auth/login",
  "/pages/auth/lock",
];
const heading = (name: string) => page.getByRole("heading", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const main = () => page.getByRole("main");

describe("every page has no accessibility violations, wide and narrow", () => {
  const expectSound = async (path: string, n: number) => {
    const [size, other] = n % 2 === 0 ? [DESKTOP, PHONE] : [PHONE, DESKTOP];
    await page.viewport(other.width, other.height);
    await settled();
    expect(overflow(), path).toBeLessThanOrEqual(0);
    await page.viewport(size.width, size.height);
    expect(location.pathname).toBe(path.split("?")[0]);
    expect(main().elements()).toHaveLength(1);
    await expectAccessible(path, "main");
  };
  it.each(FILLING.map((path, n) => [path, n] as const))("%s for a guest", async (path, n) => {
    await openApp(path, { login: null, settings: SUPPORT });
    await screenIsThere();
    await expectSound(path, n);
  });
  it.each(FRAMED.map((path, n) => [path, n] as const))("%s for a player", async (path, n) => {
    await openApp(path, { settings: SUPPORT });
    await screenIsThere();
    await expectSound(path, n);
  });
});

const english = { login: null, language: "en", settings: SUPPORT } as const;

describe("forms say at the fields what is wrong, lead to the first, and never pretend that a mail was sent", () => {
  it("a forgotten password", async () => {
    await openApp("/pages/auth/forgot-password", english);
    await expect.element(button("Go on")).toBeDisabled();
    await field("E-mail").fill("ada@example");
    await button("Go on").click();
    await expect.element(page.getByText("Write a complete e-mail")).toBeVisible();
    await expect.element(field("E-mail")).toHaveFocus();
    await field("E-mail").fill("ada@example.com");
    await button("Go on").click();
    await expect.element(heading("Support gives you a new password")).toHaveFocus();
    await expect.element(page.getByText("nothing was sent to ada@example.com")).toBeVisible();
    await expect.element(page.getByRole("link", { name: /WhatsApp/ })).toBeVisible();
  });

  it("a new password", async () => {
    await openApp("/pages/auth/reset-password-2", english);
    const choose = async (typed: string, again = typed) => {
      await field("Password").fill(typed);
      await field("Password (again)").fill(again);
      await button("Check the password").click();
    };
    await field("E-mail").fill("ada@example.com");
    await choose("short", "shorter");
    await expect.element(page.getByText("Min character length is 8")).toBeVisible();
    await expect.element(page.getByText("The two passwords differ")).toBeVisible();
    await expect.element(field("Password")).toHaveFocus();
    // Eight units of UTF-16, and four characters for the server.
    await choose("🎰".repeat(4));
    await expect.element(page.getByText("Min character length is 8")).toBeVisible();
    expect(requestsOf("checkPassword")).toEqual([]);
    onCall("checkPassword", refuse(ErrorCode.PasswordTooCommon));
    await choose("password1");
    await expect.element(page.getByText("This password is among the most used ones")).toBeVisible();
    await expect.element(field("Password")).toHaveFocus();
    onCall("checkPassword", undefined);
    await choose("a long green sentence");
    await expect.element(heading("This password would do, but was not changed")).toHaveFocus();
  });

  it("a registration", async () => {
    await openApp("/pages/auth/register", english);
    const send = button("Create the account");
    await field("Display name").fill("Ada L");
    await field("E-mail").fill("ada@example.com");
    await field("Password").fill("a long green sentence");
    await field("Password (again)").fill("a long green sentence");
    await send.click();
    await expect.element(page.getByText("An account needs your agreement to the rules")).toBeVisible();
    await page.getByRole("checkbox").click();
    // What is agreed to can be read without an account, and nothing that was typed is lost.
    const reader = button("Read the rules");
    await reader.click();
    const rules = page.getByRole("dialog", { name: "Rules" });
    await expect.element(rules.getByRole("region", { name: "Rules" })).toHaveFocus();
    await expect.element(rules.getByRole("heading", { name: "Hand pay" })).toBeInTheDocument();
    await expectAccessible("rules of a registration", "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(rules).not.toBeInTheDocument();
    await expect.element(reader).toHaveFocus();
    const name = field("Display name");
    await name.fill("\u202e\u202c");
    onCall("register", refuse(ErrorCode.InvalidRequest, { field: "displayName" }));
    await send.click();
    await expect.element(page.getByText("Write a name that can be read")).toBeVisible();
    await expect.element(name).toHaveFocus();
    await name.fill("Ada L");
    onCall("register", refuse(ErrorCode.Conflict));
    await send.click();
    await expect.element(page.getByText("There is an account with this e-mail already")).toBeVisible();
    await expect.element(field("E-mail")).toHaveFocus();
    onCall("register", { created: true, username: "ada" });
    await field("E-mail").fill("grace@example.com");
    await send.click();
    await expect.element(heading("Your account is ready")).toHaveFocus();
    expect(requestsOf("register").at(-1)?.body).toEqual({
      displayName: "Ada L",
      email: "grace@example.com",
      password: "a long green sentence",
    });
  });
});

it("the other logins log in", async () => {
  for (const path of ["/pages/auth/login-2", "/pages/auth/login-3"]) {
    await openApp(path, english);
    await page.getByLabelText("Username or e-mail").fill("demo1");
    await field("Password").fill(PASSWORD);
    await button("Log in").click();
    await expectPath(/^\/lobby/);
  }
});

describe("guards let in whom they say", () => {
  it("a guest", async () => {
    await openApp("/auth/guest-role-example", english);
    await expect.element(heading("Guests only")).toBeVisible();
    goTo("/auth/admin-role-example");
    await expectPath(/\/login\?redirect=/);
    goTo("/pages/coming-soon");
    await page.getByRole("link", { name: "Log in" }).click();
    await expectPath(/\/pages\/auth\/login$/);
  });
  it("a player", async () => {
    await openApp("/pages/coming-soon", { language: "en" });
    await page.getByRole("link", { name: "Back to the lobby" }).click();
    await expectPath(/\/lobby/);
    for (const role of ["admin", "staff", "guest"]) {
      goTo(`/auth/${role}-role-example`);
      await expectPath(/\/lobby/);
    }
    goTo("/pages/auth/login");
    await expect.element(page.getByText("You are here as demo1")).toBeVisible();
  });
  it("nobody to a page that there is not; a guest reads so without a login", async () => {
    await openApp("/pages/coming-soon", english);
    for (const path of ["/ui/nonsense", "/documentation/nonsense", "/pages/search/nonsense"]) {
      goTo(path);
      await expectPath(/\/pages\/errors\/error-404/);
    }
    goTo("/ui/icons");
    await expectPath(/\/login\?redirect=/);
  });
  it.each([
    ["a guest", { login: null }],
    ["a player", {}],
  ])("%s to none, where the house has no template pages", async (_, visit) => {
    await openApp("/pages/errors/error-404", { ...visit, settings: { templatePages: false } });
    for (const path of ["/ui/icons", "/documentation", "/pages/profile", "/pages/auth/login-2", "/pages/coming-soon"]) {
      goTo(path);
      await expectPath(/\/pages\/errors\/error-404/);
      goTo("/rules");
      await expectPath(/rules/);
    }
  });
});

describe("searches", () => {
  const search = () => main().getByRole("searchbox");
  it("find a page, a rule and a machine, by keyboard too, and keep the query in the address", async () => {
    await openApp("/pages/search/classic", { language: "en" });
    await expect.element(page.getByText("What are you looking for?")).toBeVisible();
    await search().fill("HÀND pay");
    await expectPath(/\?q=/);
    const rule = main().getByRole("link", { name: /^Hand pay/ });
    await expect.poll(() => rule.element().querySelector("mark")?.textContent).toBe("Hand");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(rule).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectPath(/\/rules#hand-pay/);
    history.back();
    await expect.element(search()).toHaveValue("HÀND pay");
    await search().fill("zzzz nothing");
    await expect.element(heading("No results")).toBeVisible();
    goTo("/pages/search/modern?q=Lantern%20Street");
    await expect.element(page.getByRole("tab", { name: /^Machines/ })).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("tabpanel").getByRole("link").first()).toMatchTextContent("Lantern Street");
    await search().fill("transactions");
    await expectPath(/q=transactions/);
    await page.getByRole("tab", { name: /^Pages/ }).click();
    await page
      .getByRole("tabpanel")
      .getByRole("link", { name: /^Transactions/ })
      .first()
      .click();
    await expectPath(/\/transactions/);
  });

  it.each<[string, () => Locator]>([
    ["classic", main],
    ["modern", () => page.getByRole("tabpanel", { name: /^Pages/ })],
  ])("all that %s has found can be reached", async (path, list) => {
    await openApp(`/pages/search/${path}?q=e`, { language: "en" });
    if (path === "modern") await page.getByRole("tab", { name: /^Pages/ }).click();
    const count = () => list().getByText(/^\d+ results, \d+ shown$/);
    await expect.element(count()).toBeVisible();
    const results = () => [...list().element().querySelectorAll<HTMLElement>("a[data-result]")];
    const first = results().length;
    const more = () => list().getByRole("button", { name: "Load more" });
    // Machines and rules are found a moment later, and drawn anew.
    await expect
      .poll(async () => {
        results().at(-1)?.focus();
        await userEvent.keyboard("{ArrowDown}");
        return document.activeElement?.textContent;
      })
      .toBe("Load more");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => results().length).toBeGreaterThan(first);
    while (more().elements().length > 0) {
      await expect.element(more()).toHaveFocus();
      const before = results().length;
      await more().click();
      await expect.poll(() => results().length).toBeGreaterThan(before);
    }
    const total = results().length;
    expect(total).toBeGreaterThan(first);
    await expect.element(count()).toMatchTextContent(`${total} results, ${total} shown`);
    await expect.element(count()).toHaveFocus();
  });

  it("what the rules' search opens can be closed", async () => {
    await openApp("/pages/rules", { language: "en" });
    await search().fill("hand pay");
    const chapter = main().getByRole("button", { name: "Hand pay" });
    await expect.element(chapter).toHaveAttribute("aria-expanded", "true");
    await chapter.click();
    await expect.element(chapter).toHaveAttribute("aria-expanded", "false");
    await chapter.click();
    await expect.element(chapter).toHaveAttribute("aria-expanded", "true");
    await chapter.click();
    await search().fill("hand pa");
    await expect.element(chapter).toHaveAttribute("aria-expanded", "true");
    await expectCount(main(), 1);
  });
});
