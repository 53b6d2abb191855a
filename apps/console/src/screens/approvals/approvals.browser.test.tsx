/** Requests for a second person with scripted answers: what they would do, and who may approve them. */
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { RECORD } from "../../testing/player.ts";
import { APPROVAL, ID, MACHINE, TRANSFER } from "../../testing/records.ts";
import { onCall } from "../../testing/scriptedServer.ts";

const button = (name: string) => page.getByRole("button", { name });

beforeEach(() => {
  onCall("transfer", TRANSFER);
  onCall("approval", APPROVAL);
  onCall("player", RECORD);
});

describe("a request for a second person", () => {
  it("shows what its payee has and would have, and is approved after a question", async () => {
    await openAt("/approvals/4");
    await expect.element(page.getByText("₺201,000.00")).toBeVisible();
    await button("Approve ₺200,000").click();
    await expect.element(page.getByText("₺200,000 go to anna at once.")).toBeVisible();
    await expectAccessible("approval, question", "[role=alertdialog]");
  });
  it("for a decision about a transfer shows what was decided, whom it pays and the evidence again", async () => {
    const params = { transferId: ID, outcome: "failed", moved: 0, playerId: 7, machineId: 3 };
    const about = { act: "transfer.resolve", target: `transfer ${ID}`, machine: MACHINE, amount: 5_000, params };
    onCall("approval", { ...APPROVAL, ...about });
    await openAt("/approvals/4");
    await expect.element(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
    await expect.element(page.getByText("It moved nothing")).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Meters" })).toBeInTheDocument();
    await button("Approve ₺50").click();
    await expect.element(page.getByText("₺50 go to anna at once.")).toBeVisible();
    await expectAccessible("approval of a decision", "[role=alertdialog]");
  });
  it("is not approved by the person who made it", async () => {
    onCall("approval", { ...APPROVAL, requestedBy: ME.name });
    await openAt("/approvals/4");
    await expect.element(page.getByText("somebody else must approve it")).toBeVisible();
    expect(button("Approve").elements()).toHaveLength(0);
  });
});
