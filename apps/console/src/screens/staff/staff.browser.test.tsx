/** The staff screen: who there is, a new member, and acts that first say what will happen. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { expectCount } from "@reelcast/testing/find";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME, STAFF, meAs } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { LOST, onCall, refuse, requestsOf, restoreCall } from "../../testing/scriptedServer.ts";
import { isConnected, push } from "../../testing/scriptedSockets.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("the list", () => {
  it("is found by name and by role", async () => {
    await openAt("/staff");
    const search = page.getByRole("searchbox", { name: "Find by name or role" });
    await search.fill("cash");
    await expectCount(page.getByRole("row"), 2);
    await search.fill("zzz");
    await expect.element(page.getByText("Nobody found")).toBeVisible();
    await expectAccessible("staff, nobody found");
  });
  it("is read again when a push says that something changed", async () => {
    await openAt("/staff");
    await expect.poll(() => isConnected("console")).toBe(true);
    await expect.element(button("Mehmet")).toBeVisible();
    onCall("staff", STAFF.slice(0, 1));
    push("console", "staff", { key: "member 2" });
    await expectCount(button("Mehmet"), 0);
  });
  it("is not for other roles", async () => {
    onCall("me", meAs("attendant"));
    await openAt("/staff");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
    await expectAccessible("staff, not permitted");
    expect(requestsOf("staff")).toEqual([]);
  });
  it("needs the second factor, and says so", async () => {
    onCall("me", { ...ME, permissions: [], secondFactor: { ...ME.secondFactor, active: false } });
    await openAt("/staff");
    await expect.element(page.getByText("This needs a second factor")).toBeVisible();
    await expectAccessible("staff, without second factor");
  });
});

it("a new member gets a link, which is shown once", async () => {
  await openAt("/staff");
  await button("Add a member").click();
  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByLabelText("Name", { exact: true });
  await name.fill("Yasemin");
  await button("Add and show the link").click();
  await expect.element(dialog.getByText("Choose at least one role")).toBeVisible();
  await expectAccessible("add, without a role", "[role=alertdialog]");
  await dialog.getByRole("checkbox", { name: "Cashier" }).click();
  onCall("addStaff", refuse(ConsoleErrorCode.StaffNameTaken));
  await button("Add and show the link").click();
  await expect.element(name).toHaveAccessibleDescription(/Choose another/);
  restoreCall("addStaff");
  await name.fill("Yasemin K");
  await button("Add and show the link").click();
  await expect.element(page.getByRole("heading", { name: "Link for Yasemin K" })).toBeVisible();
  await expect.element(page.getByText(`${location.origin}/link#link.abc`)).toBeVisible();
  await expectAccessible("the link", "[role=alertdialog]");
  expect(requestsOf("addStaff").at(-1)?.body).toEqual({ name: "Yasemin K", roles: ["cashier"] });
});

it("an act says what will happen, asks why, and shows a refusal", async () => {
  await openAt("/staff");
  await button("Mehmet").click();
  await expect.element(page.getByRole("dialog", { name: "Mehmet" })).toBeVisible();
  await expectAccessible("member", "[role=dialog]");
  await button("Disable").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText("2 open sessions end at once.")).toBeVisible();
  await expectAccessible("disable", "[role=alertdialog]");
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(question.getByText("Fill this in")).toBeVisible();
  expect(requestsOf("disableStaff")).toEqual([]);
  onCall("disableStaff", LOST);
  await question.getByLabelText("Reason").fill("has left");
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(question.getByText(/may have arrived/)).toBeVisible();
  onCall("disableStaff", refuse(ConsoleErrorCode.LastManager));
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(question.getByText(/last active manager/)).toBeVisible();
  restoreCall("disableStaff");
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(requestsOf("disableStaff").at(-1)).toMatchObject({ params: { id: "2" }, body: { why: "has left" } });
});

it("roles are changed from those that are shown; what somebody else has changed meanwhile is shown first", async () => {
  await openAt("/staff");
  await expect.poll(() => isConnected("console")).toBe(true);
  await button("Mehmet").click();
  const sheet = page.getByRole("dialog", { name: "Mehmet" });
  await sheet.getByRole("checkbox", { name: "Support" }).click();
  await sheet.getByRole("button", { name: "Change the roles" }).click();
  const question = page.getByRole("alertdialog");
  const seen = STAFF.find(({ name }) => name === "Mehmet")?.roles ?? [];
  onCall("changeRoles", refuse(ErrorCode.Conflict));
  onCall(
    "staff",
    STAFF.map((one) => (one.name === "Mehmet" ? { ...one, roles: ["viewer"] } : one)),
  );
  await question.getByLabelText("Reason").fill("moves");
  await question.getByRole("button", { name: "Change the roles" }).click();
  await expect.element(question.getByText(/conflicts with the present state/)).toBeVisible();
  expect(requestsOf("changeRoles").at(-1)?.body).toEqual({ roles: [...seen, "support"], seen, why: "moves" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(sheet.getByRole("checkbox", { name: "Viewer" })).toBeChecked();
  await expect.element(sheet.getByRole("checkbox", { name: "Support" })).not.toBeChecked();
});
