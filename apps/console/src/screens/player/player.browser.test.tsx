/** A player's page with scripted answers: limits, the log in words, and the chat for those who may read it. */
import { LOG_TYPES } from "@reelcast/contract";
import type { PlayerLimit } from "@reelcast/contract";
import type { DeskDialog, PlayerRecord } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { HANG, LOST, onCall, requestsOf } from "../../testing/scriptedServer.ts";
import { push } from "../../testing/scriptedSockets.ts";

const AT = "2026-11-22T10:00:00.000Z";
const LATER = "2026-11-23T10:00:00.000Z";
const button = (name: string) => page.getByRole("button", { name, exact: true });

const limit = (kind: PlayerLimit["kind"], rest: Partial<PlayerLimit> = {}): PlayerLimit => ({
  kind,
  period: "day",
  value: null,
  used: 0,
  resetsAt: LATER,
  pending: null,
  ...rest,
});
const RECORD: PlayerRecord = {
  id: 7,
  username: "anna",
  name: "Anna",
  lastname: "Bell",
  email: "anna@example.com",
  group: "player",
  createdAt: AT,
  lastLogin: null,
  bannedAt: null,
  bannedFor: null,
  logins: 0,
  balance: { free: 100_000, reserved: 0, atMachines: 0, inDoubt: 0 },
  age: { verifiedAt: null, verifiedBy: null, bornOn: null, isRequired: false },
  seat: null,
  protection: {
    realityCheckMinutes: null,
    limits: [
      limit("loss", { value: 50_000, used: 10_000, pending: { value: 80_000, from: LATER, until: LATER } }),
      limit("time", { value: 90 }),
    ],
    breakUntil: null,
    exclusionUntil: null,
  },
};
const DIALOG: DeskDialog = {
  player: { id: 7, username: "anna", name: "Anna Bell" },
  messages: [
    { id: 1, at: AT, text: "Bonusum gelmedi", byDesk: false, by: null, clientId: null },
    { id: 2, at: AT, text: "Hemen bakıyorum.", byDesk: true, by: "Mehmet", clientId: null },
  ],
  older: false,
  state: "open",
  assignedTo: "Mehmet",
  closed: null,
  readByPlayer: 0,
};

beforeEach(() => {
  onCall("player", RECORD);
  onCall("deskDialog", DIALOG);
  onCall("playerLog", { items: [], nextCursor: null });
});

describe("limits", () => {
  async function openForm() {
    await openAt("/players/7?tab=limits");
    await button("Set a limit").click();
  }
  const choose = (label: string, option: string) =>
    page.getByRole("dialog").getByRole("combobox", { name: label }).selectOptions(option);

  it("show what is used, and a looser one that waits for the player", async () => {
    await openAt("/players/7?tab=limits");
    await expect.element(page.getByText(/₺100 of ₺500/)).toBeVisible();
    await expect.element(page.getByText(/Asked for: ₺800\. The player can confirm it from/)).toBeVisible();
    await expectAccessible("player, limits", "main");
  });

  it("a tighter one is set after its effects and the reason were seen, and counts at once", async () => {
    await openForm();
    await choose("Limit", "Loss");
    await expect.element(page.getByText("In force now: ₺500")).toBeVisible();
    await page.getByRole("textbox", { name: "Amount" }).fill("200");
    await expectAccessible("player, limit", "[role=dialog]");
    await button("Continue").click();
    const question = page.getByRole("alertdialog");
    await expect.element(question.getByText("Loss · a day: ₺500 → ₺200")).toBeVisible();
    await expect.element(question.getByText("It is tighter: it counts at once.")).toBeVisible();
    await expect.element(question.getByText("The request that waits (₺800) is cancelled.")).toBeVisible();
    await expectAccessible("player, limit, question", "[role=alertdialog]");
    await question.getByRole("button", { name: "Set the limit" }).click();
    expect(requestsOf("limitPlayer"), "without a reason").toHaveLength(0);
    await question.getByRole("textbox", { name: "Reason" }).fill("asked for by phone");
    onCall("limitPlayer", { pending: null });
    await question.getByRole("button", { name: "Set the limit" }).click();
    await expect.element(page.getByText("anna: the limit counts from now on.")).toBeVisible();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    expect(requestsOf("limitPlayer").map(({ body }) => body)).toEqual([
      { kind: "loss", period: "day", value: 20_000, why: "asked for by phone" },
    ]);
  });

  it("a looser one and none wait for the player's confirmation", async () => {
    await openForm();
    await choose("Limit", "Time");
    await page.getByRole("textbox", { name: "Minutes" }).fill("120");
    await button("Continue").click();
    await expect.element(page.getByText(/It is looser: it counts once the player confirms it/)).toBeVisible();
    await button("Cancel").click();
    await choose("What to do", "Remove the limit");
    await button("Continue").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("asked for by phone");
    onCall("limitPlayer", { pending: { value: null, from: LATER } });
    await button("Remove the limit").click();
    await expect.element(page.getByText(/the player can confirm the new limit from/)).toBeVisible();
    expect(requestsOf("limitPlayer")[0]?.body).toMatchObject({ kind: "time", period: "day", value: null });
  });

  it("refuse what is no amount, no minutes or in force already", async () => {
    await openForm();
    await page.getByRole("textbox", { name: "Amount" }).fill("-5");
    await button("Continue").click();
    await expect.element(page.getByText("Type an amount.")).toBeVisible();
    await choose("Limit", "Time");
    await page.getByRole("textbox", { name: "Minutes" }).fill("99999");
    await button("Continue").click();
    await expect.element(page.getByText("Type a number of minutes from 1 to 44640.")).toBeVisible();
    await page.getByRole("textbox", { name: "Minutes" }).fill("90");
    await expect.element(page.getByText("This limit is in force already.")).toBeVisible();
    await expect.element(button("Continue")).toBeDisabled();
  });

  it("are not set by those who may not", async () => {
    onCall("me", meAs("support"));
    await openAt("/players/7?tab=limits");
    await expect.element(page.getByText(/₺100 of ₺500/)).toBeVisible();
    expect(button("Set a limit").elements()).toHaveLength(0);
  });
});

describe("the log", () => {
  it.each(["tr", "en", "ar"] as const)("has words for every type that the server writes, in %s", async (language) => {
    const items = [...LOG_TYPES, "NEW_TYPE"].map((type) => ({ id: type, at: AT, type, ip: null, detail: null }));
    onCall("playerLog", { items, nextCursor: null });
    await openAt("/players/7?tab=log", { language });
    await expect.element(page.getByText(/\(NEW_TYPE\)/)).toBeVisible();
    const titles = [...document.querySelectorAll("tbody th")].map((cell) => cell.textContent ?? "");
    expect(new Set(titles).size).toBe(LOG_TYPES.length + 1);
    expect(titles.filter((title) => /records\.|_/.test(title))).toEqual([expect.stringContaining("(NEW_TYPE)")]);
  });

  it("says which limit changed, and why somebody was kept out", async () => {
    const row = { at: AT, ip: null };
    onCall("playerLog", {
      items: [
        { ...row, id: "1", type: "LIMIT_CHANGED", detail: `loss/day 50000 → 80000 confirm ${LATER}` },
        { ...row, id: "2", type: "LIMIT_CHANGED", detail: "in another way" },
        { ...row, id: "3", type: "LOGIN_NOT_ALLOWED", detail: "banned" },
        { ...row, id: "4", type: "BREAK_TAKEN", detail: `7 days until ${LATER}` },
      ],
      nextCursor: null,
    });
    await openAt("/players/7?tab=log");
    await expect.element(page.getByText(/^Loss · a day: ₺500 → ₺800 \(can be confirmed from/)).toBeVisible();
    await expect.element(page.getByText("in another way")).toBeVisible();
    await expect.element(page.getByText("The account is banned")).toBeVisible();
    await expect.element(page.getByText(/^until /)).toBeVisible();
    await expectAccessible("player, log", "main");
  });
});

describe("the chat", () => {
  it("is read, with who has it and a link to the desk, and follows what is written", async () => {
    await openAt("/players/7?tab=chat");
    await expect.element(page.getByText("Bonusum gelmedi")).toBeVisible();
    await expect.element(page.getByText("Mehmet has it.")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open at the support desk" }))
      .toHaveAttribute("href", "/desk/7");
    await expectAccessible("player, chat", "main");
    const thanks = { id: 3, at: AT, text: "Teşekkürler", byDesk: false, by: null, clientId: null };
    onCall("deskDialog", { ...DIALOG, messages: [...DIALOG.messages, thanks] });
    push("console", "chat", { key: "chat 7", kind: "chat", playerId: 7 });
    await expect.element(page.getByText("Teşekkürler")).toBeVisible();
  });

  it.each(["cashier", "risk"] as const)("is not there for a %s, not by its address either", async (role) => {
    onCall("me", meAs(role));
    onCall("playerMoney", { items: [], nextCursor: null });
    onCall("playerSeries", { points: [] });
    await openAt("/players/7?tab=chat");
    await expect.element(page.getByText("No money has moved yet")).toBeVisible();
    expect(button("Chat").elements()).toHaveLength(0);
    expect(requestsOf("deskDialog")).toHaveLength(0);
  });

  it("says that nothing was written, that it loads, and that it could not be loaded", async () => {
    onCall("deskDialog", { ...DIALOG, messages: [], state: "none", assignedTo: null });
    await openAt("/players/7?tab=chat", { size: PHONE });
    await expect.element(page.getByText("Nothing has been written yet.")).toBeVisible();
    await expectAccessible("player, no chat, phone", "main");
    onCall("deskDialog", HANG);
    await openAt("/players/7?tab=chat");
    await expect.element(page.getByRole("status").filter({ hasText: "Loading" })).toBeInTheDocument();
    onCall("deskDialog", LOST);
    await openAt("/players/7?tab=chat");
    await expect.element(page.getByText("Could not be loaded")).toBeVisible();
  });
});
