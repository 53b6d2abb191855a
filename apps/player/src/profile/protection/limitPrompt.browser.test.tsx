/** The question about a limit of money: only where the house and the server ask it, with both answers, in every language. */
import { ErrorCode } from "@reelcast/contract";
import type { Protection } from "@reelcast/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { screenIsThere } from "@reelcast/testing/find";
import { expectAccessible } from "../../testing/accessibility.ts";
import { PROTECTION } from "../../testing/answers.ts";
import { PHONE, openApp } from "../../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";

const DUE: Protection = { ...PROTECTION, limitPrompt: true };
const question = page.getByRole("alertdialog", { name: "Oynamadan önce bir limit koymak ister misiniz?" });
const button = (name: string) => question.getByRole("button", { name, exact: true });
const amount = question.getByRole("textbox");
const ASKED = { settings: { limitPrompt: true } };

beforeEach(() => {
  onCall("protection", DUE);
  onCall("setLimit", PROTECTION);
  onCall("declineLimitPrompt", PROTECTION);
});

describe("it is not shown", () => {
  it("in a house whose rules do not ask it, which is not even asked", async () => {
    await openApp("/rules");
    await screenIsThere();
    await expect.element(question).not.toBeInTheDocument();
    expect(requestsOf("protection")).toEqual([]);
  });
  it("where the server says that it is not due", async () => {
    onCall("protection", PROTECTION);
    await openApp("/rules", ASKED);
    await expect.poll(() => requestsOf("protection").length).toBeGreaterThan(0);
    await expect.element(question).not.toBeInTheDocument();
  });
});

it.each([
  ["a desktop", {}],
  ["a phone", { size: PHONE }],
])("has no accessibility violation on %s, and no way around", async (_, size) => {
  await openApp("/rules", { ...ASKED, ...size });
  await expect.element(question).toBeVisible();
  await expectAccessible("limit prompt", "[role=alertdialog]");
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toBeVisible();
});

it("sets the limit that is typed, and says that it counts", async () => {
  await openApp("/rules", ASKED);
  await button("Bu limiti koy").click();
  await expect.element(amount).toHaveAccessibleDescription(/Sıfırdan büyük/);
  expect(requestsOf("setLimit")).toEqual([]);
  await question.getByRole("combobox", { name: "Limit türü" }).selectOptions("Kayıp limiti");
  await question.getByRole("combobox", { name: "Süre" }).selectOptions("Haftalık");
  await amount.fill("250,50");
  await button("Bu limiti koy").click();
  await expect.element(question).not.toBeInTheDocument();
  expect(requestsOf("setLimit").at(-1)?.body).toEqual({ kind: "loss", period: "week", value: 25_050 });
  await expect.element(page.getByText("Limitiniz kaydedildi", { exact: false }).first()).toBeVisible();
});

it("stays until the server has taken the answer that no limit is wanted", async () => {
  onCall("declineLimitPrompt", refuse(ErrorCode.InternalError));
  await openApp("/rules", ASKED);
  await button("Limitsiz oyna").click();
  await expect.element(question.getByRole("alert")).not.toBeEmptyDOMElement();
  await expect.element(question).toBeVisible();
  onCall("declineLimitPrompt", PROTECTION);
  await button("Limitsiz oyna").click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText(/Limit konmadı/).first()).toBeVisible();
});
