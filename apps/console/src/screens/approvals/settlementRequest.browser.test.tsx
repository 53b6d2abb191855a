/** A request for a settlement, as its second person sees it. */
import { describe, expect, it, beforeEach } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { openAt } from "../../testing/openConsole.ts";
import { RECORD } from "../../testing/player.ts";
import { onCall } from "../../testing/scriptedServer.ts";

const REQUEST = {
  id: 4,
  act: "machine.settle",
  target: "machine 3",
  player: { id: 7, name: "anna" },
  machine: { id: 3, name: "Copper Canyon" },
  amount: 40_000,
  why: "counted",
  requestedBy: "Mehmet",
  requestedFrom: "staff 2 from 127.0.0.1",
  requestedAt: "2026-11-22T10:00:00.000Z",
  expiresAt: "2099-01-01T00:00:00.000Z",
  state: "waiting" as const,
  decidedBy: null,
  decidedAt: null,
  params: {},
  acts: [],
};
const button = (name: string) => page.getByRole("button", { name });
beforeEach(() => onCall("player", RECORD));

describe("a request for a second person", () => {
  it("for a settlement says why it needs one whatever the amount, and whom it pays", async () => {
    const params = { machineId: 3, playerId: 7, pay: 40_000, amount: 40_000, due: 0, because: "nobodys" };
    const about = { amount: 40_000, params };
    onCall("approval", { ...REQUEST, ...about });
    await openAt("/approvals/4");
    await expect
      .element(page.getByText("It is nobody's money, to a player whom the first person has chosen"))
      .toBeVisible();
    await button("Approve ₺400").click();
    await expect.element(page.getByText("₺400 go to anna at once.")).toBeVisible();
    await expectAccessible("approval of nobody's money", "[role=alertdialog]");
  });
  it("for a settlement that keeps what is due says what stays with the house", async () => {
    const params = { machineId: 3, pay: 0, amount: 0, due: 15_000, counted: 15_000 };
    const about = { player: null, amount: 15_000, params };
    onCall("approval", { ...REQUEST, ...about });
    await openAt("/approvals/4");
    await expect.element(page.getByText("Stays with the house")).toBeVisible();
    await button("Approve ₺0").click();
    await expect.element(page.getByText("Nobody is paid.")).toBeVisible();
    await expect.element(page.getByText("₺150 stay with the house.")).toBeVisible();
    await expectAccessible("approval of money that is kept", "[role=alertdialog]");
  });
});
