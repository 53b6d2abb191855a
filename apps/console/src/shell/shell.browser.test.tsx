/** The frame: navigation by keys and by the palette, the connection, language, roles, signing out. */
import { ErrorCode } from "@reelcast/contract";
import { expectPath } from "@reelcast/testing/find";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { meAs } from "../testing/answers.ts";
import { PHONE, openAt } from "../testing/openConsole.ts";
import { HANG, onCall, refuse, requestsOf, restoreCall, setOnline } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, socketRequestsOf } from "../testing/scriptedSockets.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

describe("the keyboard", () => {
  it("opens screens, the list of shortcuts, and the palette", async () => {
    await openAt("/account");
    await expect.element(heading("My account and security")).toBeVisible();
    await userEvent.keyboard("gs");
    await expectPath("/staff");
    await expect.element(heading("Staff")).toBeVisible();
    await userEvent.keyboard("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect.element(list.getByText("Add a member")).toBeVisible();
    await expectAccessible("shortcuts", "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(page.getByRole("combobox", { name: "Search or go to a screen" })).toHaveFocus();
    await expectAccessible("palette", "[role=dialog]");
    await userEvent.keyboard("account{Enter}");
    await expectPath("/account");
  });
  it("does nothing by single keys once they are off", async () => {
    await openAt("/staff");
    await expect.element(heading("Staff")).toBeVisible();
    await userEvent.keyboard("?");
    await page.getByRole("switch", { name: "Shortcuts by single keys" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await userEvent.keyboard("n?");
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(page.getByRole("combobox", { name: "Search or go to a screen" })).toBeVisible();
  });
});

it("the loss of the connection is said until it is back, and everything is read again", async () => {
  await openAt("/staff");
  await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  const before = requestsOf("staff").length;
  setOnline(false);
  closeSockets("console");
  await expect.element(page.getByText(/This device has no network/)).toBeVisible();
  await expectAccessible("offline");
  setOnline(true);
  await expect.poll(() => isConnected("console")).toBe(true);
  await expect.element(page.getByText(/This device has no network/)).not.toBeInTheDocument();
  await expect.poll(() => requestsOf("staff").length).toBeGreaterThan(before);
});

it("shows only what the roles permit", async () => {
  onCall("me", meAs());
  await openAt("/");
  await expectPath("/account");
  await expect.element(heading("My account and security")).toBeVisible();
  expect(page.getByRole("link", { name: "Staff" }).elements()).toEqual([]);
});

it("on a phone has its bar below, and the rest behind the menu", async () => {
  await openAt("/staff", { size: PHONE });
  await button("Menu").click();
  await expect.element(page.getByRole("dialog", { name: "Ayşe" })).toBeVisible();
  await expectAccessible("menu of a phone", "[role=dialog]");
  await page.getByRole("dialog").getByLabelText("Language").selectOptions("ar");
  await expect.poll(() => document.documentElement.dir).toBe("rtl");
});

it("signs out and forgets", async () => {
  await openAt("/staff");
  await button(/Account:/).click();
  await button("Sign out").click();
  await expectPath(/^\/sign-in/);
  expect(sessionStorage.getItem("console.token")).toBeNull();
  expect(requestsOf("signOut")).toHaveLength(1);
});

it("an address that there is not says so in the frame, from which the person goes on", async () => {
  await openAt("/nowhere/at-all");
  await expect.element(heading("There is no such screen")).toBeVisible();
  await expectAccessible("not found");
  await expect.poll(() => document.title).toContain("There is no such screen");
  await page.getByRole("navigation").getByRole("link", { name: "Staff" }).click();
  await expect.element(heading("Staff")).toBeVisible();
});

it("an address that there is not asks those who are not signed in to sign in first", async () => {
  onCall("me", refuse(ErrorCode.TokenInvalid));
  await openAt("/nowhere");
  await expectPath(/^\/sign-in/);
  restoreCall("me");
});

it("a screen that is opened while the connection begins is followed once it has, and read again", async () => {
  let begin = () => {};
  const held = new Promise<{ topics: [] }>((resolve) => (begin = () => resolve({ topics: [] })));
  onSocketRequest("console", "init", () => held);
  await openAt("/account");
  await expect.element(heading("My account and security")).toBeVisible();
  await expect.poll(() => socketRequestsOf("console", "init").length).toBe(1);
  // Its answer is of before the connection began.
  onCall("staff", HANG);
  await userEvent.keyboard("gs");
  await expect.element(heading("Staff")).toBeVisible();
  await expect.poll(() => requestsOf("staff").length).toBeGreaterThan(0);
  restoreCall("staff");
  const before = requestsOf("staff").length;
  begin();
  await expect
    .poll(() => socketRequestsOf("console", "follow").at(-1))
    .toMatchObject({ topics: expect.arrayContaining(["staff"]) });
  await expect.poll(() => requestsOf("staff").length).toBeGreaterThan(before);
});
