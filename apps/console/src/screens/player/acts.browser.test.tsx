/** Acts on a player with scripted answers: payments, the age, and what staff have written and done. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { RECORD, SERIES } from "../../testing/player.ts";
import { AT, pageOf } from "../../testing/records.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";

const button = (name: string) => page.getByRole("button", { name });

beforeEach(() => {
  onCall("player", RECORD);
  onCall("playerMoney", pageOf());
  onCall("playerSeries", SERIES);
});

describe("a player", () => {
  it("has no acts that a role may not do", async () => {
    onCall("me", meAs("support"));
    await openAt("/players/7");
    await expect.element(page.getByText("₺1,000.00").first()).toBeVisible();
    expect(button("Pay in").elements()).toHaveLength(0);
  });
  it("is paid with one key, however often the form is sent, and the request is shown above the bound", async () => {
    await openAt("/players/7");
    await button("Pay in").click();
    await page.getByRole("textbox", { name: "Amount" }).fill("200,000");
    await page.getByRole("textbox", { name: "Reason" }).fill("won it");
    await expect.element(page.getByText("The free balance goes from ₺1,000 to ₺201,000.")).toBeVisible();
    await expectAccessible("player, payment", "[role=alertdialog]");
    onCall("creditPlayer", refuse(ErrorCode.ServiceUnavailable));
    await button("Pay ₺200,000").click();
    await expect.poll(() => requestsOf("creditPlayer").length).toBe(1);
    onCall("creditPlayer", { state: "requested", request: 4, above: 1_000_000, already: 0, ofAll: false, minutes: 30 });
    await button("Pay ₺200,000").click();
    await expect.element(page.getByText("Waits for a second person")).toBeVisible();
    const [first, second] = requestsOf("creditPlayer").map(({ body }) => body as { key: string });
    expect(second?.key).toBe(first?.key);
  });
});

it("older notes are read on request, and acts of staff", async () => {
  const note = (id: number) => ({ id, by: "Mehmet", at: AT, text: `note ${id}` });
  onCall("playerNotes", ({ query }) => ({
    items: "before" in query ? [note(1)] : Array.from({ length: 50 }, (_, n) => note(60 - n)),
  }));
  await openAt("/players/7?tab=notes");
  await expect.element(page.getByText("note 60")).toBeInTheDocument();
  await button("Older entries").click();
  await expect.element(page.getByText("note 1", { exact: true })).toBeInTheDocument();
  expect(requestsOf("playerNotes").at(-1)?.query).toEqual({ before: "11" });
  await expect.element(button("Older entries")).not.toBeInTheDocument();
  const act = {
    at: AT,
    by: "Ayşe",
    via: "console",
    from: null,
    target: "player 7",
    before: null,
    after: null,
    why: null,
  };
  onCall("playerActs", ({ query }) =>
    "before" in query
      ? { items: [{ ...act, seq: 1, act: "player.unban" }], nextBefore: null }
      : { items: [{ ...act, seq: 9, act: "player.ban" }], nextBefore: 9 },
  );
  await openAt("/players/7?tab=acts");
  await expect.element(page.getByText("Banned", { exact: true })).toBeVisible();
  await button("Older entries").click();
  await expect.element(page.getByText("Ban lifted")).toBeVisible();
});

describe("a player's age", () => {
  it("is verified with a date of birth, which is repeated as it was understood", async () => {
    await openAt("/players/7");
    await expect.element(page.getByText("can’t sit down at a machine until it is")).toBeVisible();
    const acts = page.getByRole("combobox", { name: "More" });
    expect(acts.getByRole("option", { name: "Take the verification of the age back" }).elements()).toHaveLength(0);
    await acts.selectOptions("Verify the age");
    const born = page.getByRole("textbox", { name: "Date of birth" });
    await born.fill("31/02/1990");
    await page.getByRole("textbox", { name: "Reason" }).fill("identity card");
    await button("Verify the age").click();
    await expect.element(page.getByText("This is no date of birth.")).toBeVisible();
    expect(requestsOf("verifyPlayerAge")).toHaveLength(0);
    await born.fill("31/01/1990");
    await expect.element(page.getByText("31 January 1990").or(page.getByText("January 31, 1990"))).toBeVisible();
    await expectAccessible("player, age", "[role=alertdialog]");
    onCall("verifyPlayerAge", refuse(ConsoleErrorCode.TooYoung, { years: 18 }));
    await button("Verify the age").click();
    await expect.element(page.getByText("younger than 18")).toBeVisible();
    onCall("verifyPlayerAge", undefined);
    await button("Verify the age").click();
    await expect.element(page.getByText("anna: Verify the age – done.")).toBeVisible();
    expect(requestsOf("verifyPlayerAge").at(-1)?.body).toEqual({ bornOn: "1990-01-31", why: "identity card" });
  });
  it("is shown with who has verified it, and is taken back", async () => {
    onCall("player", {
      ...RECORD,
      age: { verifiedAt: AT, verifiedBy: "Mehmet", bornOn: "1990-01-31", isRequired: true },
    });
    await openAt("/players/7");
    await expect.element(page.getByText("31/01/1990")).toBeVisible();
    await expect.element(page.getByText("· Mehmet")).toBeVisible();
    await page.getByRole("combobox", { name: "More" }).selectOptions("Take the verification of the age back");
    await expect.element(page.getByText("goes on, but no more money can be brought")).toBeVisible();
    await page.getByRole("textbox", { name: "Reason" }).fill("a forged card");
    onCall("unverifyPlayerAge", undefined);
    await button("Take the verification of the age back").click();
    await expect.poll(() => requestsOf("unverifyPlayerAge").length).toBe(1);
  });
});
