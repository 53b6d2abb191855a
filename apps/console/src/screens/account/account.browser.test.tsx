/** The own account: second factor, recovery codes, passkeys, sessions, password. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { session } from "../../session/store.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME, PASSWORD } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { onCall, refuse, requestsOf, restoreCall } from "../../testing/scriptedServer.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("sets up an authenticator app, and shows the recovery codes once", async () => {
  const none = { active: false, needed: true, totp: false, passkeys: 0, recoveryCodes: 0 };
  onCall("me", { ...ME, secondFactor: none });
  await openAt("/account");
  await expect.element(page.getByText(/count only with a second factor/)).toBeVisible();
  await button("Set up an authenticator").click();
  onCall("beginTotp", refuse(ErrorCode.WrongOldPassword));
  await field("Your password").fill("wrong");
  await button("Continue").click();
  await expect.element(field("Your password")).toHaveAccessibleDescription(/wrong/);
  restoreCall("beginTotp");
  await field("Your password").fill(PASSWORD);
  await button("Continue").click();
  await expect.element(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect.element(page.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
  await expectAccessible("QR code", "[role=alertdialog]");
  onCall("confirmTotp", refuse(ConsoleErrorCode.CodeNotAccepted));
  await field("The six digits of the app").fill("123456");
  await button("Confirm").click();
  await expect.element(field("The six digits of the app")).toHaveAccessibleDescription(/not accepted/);
  restoreCall("confirmTotp");
  restoreCall("me");
  await field("The six digits of the app").fill("654321");
  await button("Confirm").click();
  await expect.element(page.getByText("AAAA-BBBB")).toBeVisible();
  await expectAccessible("recovery codes", "[role=alertdialog]");
  // A page without TLS has no clipboard, and with it the browser may refuse.
  const copy = page.getByRole("button", { name: "Copy" });
  const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("x", "NotAllowedError"));
  await copy.click();
  await expect.element(page.getByRole("button", { name: "Not copied: select the text" })).toBeVisible();
  write.mockResolvedValue();
  await page.getByRole("button", { name: "Not copied: select the text" }).click();
  await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(session.token()).toBe("another-token");
  await button("I have stored them").click();
  await expect.element(page.getByText("8 recovery codes left")).toBeVisible();
});

it("a new password ends other sessions, and this one goes on", async () => {
  await openAt("/account");
  const change = async (fresh: string) => {
    await field("Present password").fill(PASSWORD);
    await field("New password").fill(fresh);
    await field("New password (again)").fill(fresh);
    await button("Change the password").click();
  };
  await change("lamps");
  await expect.element(field("New password")).toHaveAccessibleDescription(/at least 8/);
  expect(requestsOf("changePassword")).toEqual([]);
  onCall("changePassword", refuse(ErrorCode.PasswordTooShort, { minimum: 12 }));
  await change("lamps on");
  await expect.element(field("New password")).toHaveAccessibleDescription(/12/);
  restoreCall("changePassword");
  await change("lamps that are out");
  await expect.element(page.getByText(/Your password was changed/).first()).toBeVisible();
  await expect.element(field("Present password")).toHaveValue("");
  expect(session.token()).toBe("another-token");
});

it("ends other sessions after saying what that does", async () => {
  await openAt("/account");
  await button("End all others").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/locked out at once/)).toBeVisible();
  await expectAccessible("end others", "[role=alertdialog]");
  await question.getByRole("button", { name: "End", exact: true }).click();
  await expect.element(page.getByText("1 session was ended.").first()).toBeVisible();
  expect(requestsOf("endOtherSessions")).toHaveLength(1);
});

it("removes a passkey with the password", async () => {
  await openAt("/account");
  await button("Remove: Ofis").click();
  await field("Your password").fill(PASSWORD);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(requestsOf("removePasskey").at(-1)).toMatchObject({ params: { id: "1" }, body: { password: PASSWORD } });
});
