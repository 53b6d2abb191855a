/** The work queue with scripted answers: what waits, who takes it, and the decisions next to it. */
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME, meAs } from "../../testing/answers.ts";
import { openAt } from "../../testing/openConsole.ts";
import { RECORD } from "../../testing/player.ts";
import { APPROVAL, ID, REQUEST, TRANSFER, item } from "../../testing/records.ts";
import { HANG, onCall, requestsOf } from "../../testing/scriptedServer.ts";

const button = (name: string) => page.getByRole("button", { name });

beforeEach(() => {
  onCall("workQueue", { items: [item("transfer"), REQUEST], isTruncated: false });
  onCall("workPeople", { names: [ME.name, "Mehmet"] });
  onCall("transfer", TRANSFER);
  onCall("approval", APPROVAL);
  onCall("player", RECORD);
});

describe("the work queue", () => {
  it("says in words that a door is open", async () => {
    onCall("workQueue", { items: [item("tilt", { key: "tilt:3", amount: null, detail: "door" })], isTruncated: false });
    await openAt("/queue?item=tilt:3");
    await expect.element(page.getByText("Door open").first()).toBeVisible();
    expect(page.getByText("door", { exact: true }).elements()).toHaveLength(0);
  });

  it("is moved through by keys, and an item is taken by one", async () => {
    await openAt("/queue");
    await expect.element(page.getByRole("heading", { level: 1, name: "Work queue" })).toBeVisible();
    await userEvent.keyboard("j");
    await expect.element(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
    onCall("takeWork", { items: [], isTruncated: false });
    await userEvent.keyboard("t");
    await expect.poll(() => requestsOf("takeWork").length).toBe(1);
    expect(requestsOf("takeWork")[0]).toMatchObject({ body: { key: `transfer:${ID}`, seen: null } });
  });

  it("an item is taken by those who may do what it waits for, and a hand pay says how much it is", async () => {
    const taking = page.getByRole("button", { name: "Take", exact: true });
    const handPay = item("handPay", { key: "handPay:3@1", subject: "3", amount: 12_000_000, detail: null });
    const chat = item("chat", { key: "chat:7", subject: "7", machine: null, amount: null, detail: "Bonusum gelmedi" });
    onCall("workQueue", { items: [item("transfer"), handPay, chat], isTruncated: false });
    onCall("me", meAs("attendant"));
    await openAt(`/queue?item=transfer:${ID}`);
    await expect.element(page.getByText("Nobody has taken this.")).toBeVisible();
    expect(taking.elements()).toHaveLength(0);
    await userEvent.keyboard("t");
    await page.getByRole("button", { name: /₺120,000/ }).click();
    await expect.element(taking).toBeVisible();
    await button("Pay by hand").click();
    await expect.element(button("Pay ₺120,000")).toBeVisible();
    await expectAccessible("work queue, hand pay", "[role=alertdialog]");
    const requested = { request: 4, above: 1_000_000, already: 0, ofAll: false, minutes: 30 };
    onCall("payByHand", { waiting: false, paid: null, requested });
    await button("Pay ₺120,000").click();
    await expect.element(page.getByText(/above ₺10,000. Nothing has moved yet/)).toBeVisible();
    expect(requestsOf("takeWork")).toHaveLength(0);
    onCall("me", meAs("support"));
    await openAt("/queue?item=chat:7");
    await expect.element(taking).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open at the support desk" }))
      .toHaveAttribute("href", "/desk/7");
  });

  it.each([
    ["was paid", { waiting: false, paid: 12_000_000, requested: null }, "₺120,000 was paid."],
    [
      "waits for the machine",
      { waiting: true, paid: null, requested: null },
      "The machine does not answer now: it is done as soon as it does.",
    ],
  ])("a payment by hand says that it %s", async (_, answer, said) => {
    const handPay = item("handPay", { key: "handPay:3@1", subject: "3", amount: 12_000_000, detail: null });
    onCall("workQueue", { items: [handPay], isTruncated: false });
    onCall("payByHand", answer);
    await openAt("/queue?item=handPay:3@1");
    await button("Pay by hand").click();
    await button("Pay ₺120,000").click();
    await expect.element(page.getByRole("region", { name: "Notifications" }).getByText(said)).toBeVisible();
    await expectCount(page.getByRole("alertdialog"), 0);
    expect(requestsOf("payByHand")).toMatchObject([{ params: { id: "3" } }]);
  });

  it("a decision says what will happen, and is sent once", async () => {
    await openAt(`/queue?item=transfer:${ID}`);
    await page.getByText("It moved the money").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("its meters show it");
    await expect.element(page.getByText("₺50 stay in suspense until Copper Canyon is settled.")).toBeVisible();
    await expectAccessible("work queue, decision", "main");
    onCall("resolveTransfer", HANG);
    await button("Decide: ₺50 moved").dblClick();
    await expect.poll(() => requestsOf("resolveTransfer").length).toBe(1);
    expect(requestsOf("resolveTransfer")[0]).toMatchObject({
      body: { outcome: "done", moved: 5_000, why: "its meters show it" },
    });
  });

  it("a decision that pays more than the bound waits for a second person, and the evidence says so", async () => {
    await openAt(`/queue?item=transfer:${ID}`);
    await page.getByText("It moved nothing").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("the machine is empty");
    await expect.element(page.getByText("Above the house's bound a second person must approve first")).toBeVisible();
    const requested = { request: 4, above: 1_000, already: 0, ofAll: false, minutes: 30 };
    onCall("resolveTransfer", { state: "requested", ...requested });
    onCall("transfer", {
      ...TRANSFER,
      request: { id: 4, requestedBy: "Mehmet", expiresAt: "2099-01-01T00:00:00.000Z" },
    });
    await button("Decide").click();
    await expect.element(page.getByText(/above ₺10. Nothing has moved yet/)).toBeVisible();
    await button("Close").click();
    await expect.element(page.getByText("Mehmet has asked for a decision")).toBeVisible();
    await expect
      .element(page.getByRole("note").getByRole("link", { name: "Request 4" }))
      .toHaveAttribute("href", "/approvals/4");
    await expectAccessible("work queue, decision that waits", "main");
  });
});
