/** Acts and readings that overtake each other: without a network, behind slow answers, before the connection is there. */
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { STAFF } from "../testing/answers.ts";
import { openAt } from "../testing/openConsole.ts";
import { RECORD, SERIES } from "../testing/player.ts";
import { APPROVAL, REQUEST, pageOf } from "../testing/records.ts";
import { HANG, onCall, requestsOf, setOnline } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";

const button = (name: string) => page.getByRole("button", { name });
const counts = (approval: number) => push("console", "queue", { key: "queue", counts: { approval } });

beforeEach(() => {
  onCall("player", RECORD);
  onCall("playerMoney", pageOf());
  onCall("playerSeries", SERIES);
});

async function fillPayment(): Promise<void> {
  await openAt("/players/7");
  await expect.element(page.getByText("₺1,000.00").first()).toBeVisible();
  await button("Pay in").click();
  await page.getByRole("textbox", { name: "Amount" }).fill("200");
  await page.getByRole("textbox", { name: "Reason" }).fill("won it");
}

it("a payment that is sent without a network is not made later", async () => {
  onCall("creditPlayer", { state: "done", balance: 120_000, repeated: false });
  await fillPayment();
  setOnline(false);
  await button("Pay ₺200").click();
  await expect.element(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
  await button("Cancel").click();
  setOnline(true);
  await expect.poll(() => isConnected("console")).toBe(true);
  await expectCount(page.getByRole("alertdialog"), 0);
  expect(requestsOf("creditPlayer")).toEqual([]);
});

it("a payment is said to be made although nothing can be read again", async () => {
  onCall("creditPlayer", { state: "done", balance: 120_000, repeated: false });
  await fillPayment();
  onCall("player", HANG);
  onCall("playerMoney", HANG);
  await button("Pay ₺200").click();
  await expect.element(page.getByRole("region", { name: "Notifications" }).getByText(/₺1,200/)).toBeVisible();
  await expectCount(page.getByRole("alertdialog"), 0);
});

it("what changed before the first connection was there is read again", async () => {
  let begin = () => {};
  const held = new Promise<{ topics: [] }>((resolve) => (begin = () => resolve({ topics: [] })));
  onSocketRequest("console", "init", () => held);
  await openAt("/staff");
  await expect.element(page.getByRole("row", { name: /Mehmet/ })).toBeVisible();
  await expect.poll(() => socketRequestsOf("console", "init").length).toBe(1);
  onCall(
    "staff",
    STAFF.map((member) => (member.id === 2 ? { ...member, name: "Mehmet Ali" } : member)),
  );
  begin();
  await expect.element(page.getByRole("row", { name: /Mehmet Ali/ })).toBeVisible();
});

it("the evidence that is open in the queue follows what others do", async () => {
  onCall("workQueue", { items: [REQUEST], isTruncated: false });
  onCall("workPeople", { names: [] });
  onCall("approval", APPROVAL);
  await openAt("/queue?item=approval:4");
  await expect.poll(() => isConnected("console")).toBe(true);
  await expect.poll(() => requestsOf("approval").length).toBeGreaterThan(0);
  await expect.poll(() => requestsOf("player").length).toBeGreaterThan(0);
  const before = [requestsOf("approval").length, requestsOf("player").length] as const;
  counts(1);
  await expect.poll(() => requestsOf("approval").length).toBeGreaterThan(before[0]);
  await expect.poll(() => requestsOf("player").length).toBeGreaterThan(before[1]);
});

it("a number of waiting items that is pushed while they are read is not undone by the answer", async () => {
  const queueOf = (count: number) => ({
    items: Array.from({ length: count }, (_, n) => ({ ...REQUEST, key: `approval:${n + 1}`, subject: String(n + 1) })),
    isTruncated: false,
  });
  const link = (count: number) => page.getByRole("link", { name: `Work queue, ${count} waiting` });
  onCall("workQueue", queueOf(1));
  await openAt("/account");
  await expect.poll(() => isConnected("console")).toBe(true);
  await expect.element(link(1)).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof queueOf>>();
  const before = requestsOf("workQueue").length;
  onCall("workQueue", () => promise);
  // After an interruption all is read again.
  closeSockets("console");
  await expect.poll(() => requestsOf("workQueue").length).toBeGreaterThan(before);
  counts(3);
  await expect.element(link(3)).toBeVisible();
  onCall("workQueue", queueOf(3));
  resolve(queueOf(2));
  await expect.poll(() => requestsOf("workQueue").length).toBeGreaterThan(before + 1);
  await expect.element(link(3)).toBeVisible();
});
