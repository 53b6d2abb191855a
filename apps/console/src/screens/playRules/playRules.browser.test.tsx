/** The rules of play: every state, a change with its preview and reason, what a profile refuses, somebody else's change, and the way back. */
import { PLAY_PROFILES, playRulesOf } from "@reelcast/contract";
import type { PlayRulesSetting } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { UKGC, stateOf, versionOf } from "../../testing/playRules.ts";
import { onCall, refuse, requestsOf, restoreCall } from "../../testing/scriptedServer.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const review = button("Review the change");
const question = page.getByRole("alertdialog");
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const select = (name: string) => page.getByRole("combobox", { name, exact: true });

beforeEach(() => {
  onCall("playRules", stateOf(7, UKGC));
  onCall("playRulesHistory", {
    versions: [versionOf(7, UKGC, "as the licence says"), versionOf(4, "mga", null)],
  });
  onCall("previewPlayRules", ({ body }) => ({
    rules: playRulesOf((body as { setting: PlayRulesSetting }).setting),
  }));
  onCall("changePlayRules", { version: 8, rules: PLAY_PROFILES.ukgc });
});

describe("the screen", () => {
  it("is not for other roles", async () => {
    onCall("me", meAs("risk"));
    await openAt("/play-rules");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
    expect(requestsOf("playRules")).toEqual([]);
    restoreCall("me");
  });
});

it("a change is shown before and after, and needs a reason", async () => {
  await openAt("/play-rules");
  await expect.element(review).toBeDisabled();
  await field("Highest bet").fill("2");
  await review.click();
  await expect.element(question.getByText("Highest bet: before ₺1.00, then ₺2.00")).toBeVisible();
  await expectAccessible("rules of play, question", "[role=alertdialog]");
  await question.getByRole("button", { name: "Change the rules" }).click();
  await expect.element(question.getByText("Fill this in")).toBeVisible();
  expect(requestsOf("changePlayRules")).toEqual([]);
  await question.getByLabelText("Reason").fill("the licence changed");
  onCall("playRules", stateOf(8, { profile: "ukgc", maxStake: 200 }, "Ayşe"));
  await question.getByRole("button", { name: "Change the rules" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(requestsOf("changePlayRules").at(-1)?.body).toEqual({
    seen: 7,
    setting: { profile: "ukgc", maxStake: 200 },
    why: "the licence changed",
  });
  await expect.element(review).toBeDisabled();
  await expect.element(page.getByText("chosen by Ayşe")).toBeVisible();
});

it("what is weaker than the profile is not sent, and a rule goes back to the profile", async () => {
  await openAt("/play-rules");
  await field("Highest bet").fill("9");
  await review.click();
  await expect.element(field("Highest bet")).toHaveAccessibleDescription(/The profile asks for more: ₺5.00/);
  await expectAccessible("rules of play, weaker");
  await field("Highest bet").fill("x");
  await review.click();
  await expect.element(field("Highest bet")).toHaveAccessibleDescription(/An amount up to/);
  expect(requestsOf("previewPlayRules")).toEqual([]);
  // Autoplay is no choice in this profile.
  await expect.element(select("Autoplay")).not.toBeInTheDocument();
  await button("Highest bet: as in the profile").click();
  await expect.element(field("Highest bet")).toHaveValue("5.00");
});

it("another profile keeps the own rules that it permits, and names the others", async () => {
  onCall("playRules", stateOf(7, { profile: "none", maxStake: 900, recallGames: 20 }));
  await openAt("/play-rules");
  await select("Profile of the house").selectOptions("UK Gambling Commission");
  await expect.element(page.getByText("Not kept, because this profile asks for more: Highest bet")).toBeVisible();
  await review.click();
  await expect.element(question.getByText("Autoplay: before On, then Off")).toBeVisible();
  expect(requestsOf("previewPlayRules").at(-1)?.body).toEqual({ setting: { profile: "ukgc", recallGames: 20 } });
});

it("somebody else's change meanwhile is said, and the choice is kept until one is chosen", async () => {
  await openAt("/play-rules");
  await field("Highest bet").fill("2");
  await review.click();
  await question.getByLabelText("Reason").fill("the licence changed");
  onCall("changePlayRules", refuse(ConsoleErrorCode.RulesChanged, { person: "Nil" }));
  onCall("playRules", stateOf(8, "ukgc", "Nil"));
  await question.getByRole("button", { name: "Change the rules" }).click();
  await expect.element(question.getByText(/Nil has changed the rules of play meanwhile/)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("heading", { name: "Nil has changed the rules meanwhile" })).toBeVisible();
  await expect.element(field("Highest bet")).toHaveValue("2");
  await expect.element(review).toBeDisabled();
  await expectAccessible("rules of play, changed by somebody else");
  await button("Go on with my choice").click();
  await review.click();
  await expect.element(question.getByText("Highest bet: before ₺5.00, then ₺2.00")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await button("Discard my choice").click();
  await expect.element(field("Highest bet")).toHaveValue("5.00");
});

it("an earlier version is shown as a change before it is chosen again", async () => {
  await openAt("/play-rules");
  await page.getByRole("button", { name: /Back to this version/ }).click();
  await expect.element(question.getByText("From now on: Malta Gaming Authority")).toBeVisible();
  await expect.element(question.getByText("Autoplay: before Off, then On")).toBeVisible();
  await expect.element(question.getByText("Highest bet under 25: before ₺2.00, then as for all")).toBeVisible();
  expect(requestsOf("previewPlayRules").at(-1)?.body).toEqual({ setting: "mga" });
});

it("an earlier version takes the place of an unsaved choice only when that is said", async () => {
  await openAt("/play-rules");
  await field("Highest bet").fill("2");
  const back = page.getByRole("button", { name: /Back to this version/ });
  await back.click();
  await expect.element(question.getByText("What you have chosen here and not saved is lost.")).toBeVisible();
  await expectAccessible("rules of play, a choice would be lost", "[role=alertdialog]");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field("Highest bet")).toHaveValue("2");
  expect(requestsOf("previewPlayRules")).toEqual([]);
  await back.click();
  await question.getByRole("button", { name: "Show that version" }).click();
  await expect.element(question.getByText("From now on: Malta Gaming Authority")).toBeVisible();
});

it("clauses whose own words were not read are marked, and no others", async () => {
  await openAt("/play-rules");
  const clausesOf = (rule: string) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: rule, exact: true }) })
      .getByRole("list", { name: "Clauses" });
  await expect.element(clausesOf("Shortest game")).toMatchTextContent(/RTS 14D.*was not read: check it/);
  await expect.element(clausesOf("Net result")).toMatchTextContent(/RTS 2E.*Only the regulator’s own summary/);
  await expect.element(clausesOf("Autoplay")).toHaveTextContent("Clause RTS 8A");
  await expect.element(clausesOf("Question about a limit")).toHaveTextContent("Clause RTS 12A");
});

it("how long records are kept is said, with the least of the profile, and that games are kept for good", async () => {
  await openAt("/play-rules");
  const valueOf = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent;
  await expect.element(page.getByText("Messages of players", { exact: true })).toBeVisible();
  expect(valueOf("Logins, refusals and limits of players")).toBe("For good");
  // Three are set, and the profile asks for twelve.
  expect(valueOf("Messages of players")).toBe("12 months and the present one");
  expect(valueOf("Significant events")).toBe("84 months and the present one");
  await expect.element(page.getByRole("heading", { name: "Games and money: for good" })).toBeVisible();
});
