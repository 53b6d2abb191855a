/** The work queue, players, games, transfers and approvals with scripted answers. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { GameEvidence, TransferEvidence, WorkItem } from "@reelcast/contract/console";
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { ME, meAs } from "../testing/answers.ts";
import { PHONE, openAt } from "../testing/openConsole.ts";
import { RECORD } from "../testing/player.ts";
import { HANG, onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";

const AT = "2026-11-22T10:00:00.000Z";
const ID = "0b0e4a4e-5b3c-4c3b-9a44-1f0f4c5f2a11";
const HASH = "ab".repeat(32);
const PLAYER = { id: 7, name: "anna" };
const MACHINE = { id: 3, name: "Copper Canyon" };
const button = (name: string) => page.getByRole("button", { name });

const item = (kind: WorkItem["kind"], rest: Partial<WorkItem> = {}): WorkItem => ({
  key: `${kind}:${ID}`,
  kind,
  since: AT,
  amount: 5_000,
  player: PLAYER,
  machine: MACHINE,
  state: "manual",
  detail: "the meters differ",
  subject: ID,
  expiresAt: null,
  owner: null,
  ...rest,
});
const REQUEST = item("approval", { key: "approval:4", subject: "4", machine: null, amount: 20_000_000 });
const TRANSFER: TransferEvidence = {
  id: ID,
  kind: "cashin",
  state: "manual",
  player: PLAYER,
  machine: MACHINE,
  amount: 5_000,
  moved: null,
  createdAt: AT,
  updatedAt: AT,
  number: 12,
  session: "s1",
  clientTransferId: ID,
  ip: "203.0.113.7",
  code: null,
  detail: "the meters differ",
  manualAt: AT,
  balanceAfter: null,
  creditAfter: null,
  evidence: { answered: { status: "notFound" } },
  decidable: 5_000,
  request: null,
  suspension: {
    id: ID,
    held: 5_000,
    credit: 0,
    remaining: 5_000,
    paid: 0,
    kept: 0,
    reason: "the meters differ",
    openedAt: AT,
    settledAt: null,
    settledBy: null,
    settledBecause: null,
  },
  reading: {
    at: AT,
    meters: { transferredIn: 5_000, transferredOut: 0, credit: 5_000 },
    ledger: { transferredIn: 0, transferredOut: 0, credit: 0 },
  },
  journals: [
    {
      id: 9,
      at: AT,
      kind: "suspend",
      source: `suspend:${ID}`,
      postings: [
        {
          account: { kind: "player", ref: 7, name: "anna" },
          seq: 2,
          amount: -5_000,
          balance: 0,
          hash: HASH,
          fits: true,
        },
        {
          account: { kind: "suspense", ref: 7, name: "anna" },
          seq: 1,
          amount: 5_000,
          balance: 5_000,
          hash: HASH,
          fits: false,
        },
      ],
    },
  ],
  acts: [],
};
const APPROVAL = {
  id: 4,
  act: "player.credit",
  target: "player 7",
  player: PLAYER,
  machine: null,
  amount: 20_000_000,
  why: "won it",
  requestedBy: "Mehmet",
  requestedFrom: "staff 2 from 127.0.0.1",
  requestedAt: AT,
  expiresAt: "2099-01-01T00:00:00.000Z",
  state: "waiting" as const,
  decidedBy: null,
  decidedAt: null,
  params: { playerId: 7 },
  acts: [],
};
const GAME: GameEvidence = {
  id: "3-1042",
  record: {
    version: 1,
    session: "s1",
    machine: 3,
    number: 1042,
    free: false,
    bet: 100,
    win: 90_000,
    handPay: 0,
    startedAt: AT,
    endedAt: AT,
    meters: { coinIn: 200, coinOut: 90_000, handPaid: 0, credit: 92_400 },
    outcome: {
      symbols: [
        ["Star", "Bell"],
        ["Star", "Seven"],
      ],
      wins: [{ line: 0, count: 2, amount: 90_000, rows: [0, 0] }],
    },
  },
  hash: HASH,
  previous: HASH,
  chain: { state: "intact", checked: 6 },
  metersBefore: { coinIn: 100, coinOut: 0, handPaid: 0, credit: 2_500 },
  player: PLAYER,
  session: { id: "s1", startedAt: AT, endedAt: null },
  machine: { ...MACHINE, brand: "Lodestar", serial: "S3", maths: { game: "classic-sevens", returnToPlayer: 0.95 } },
  jackpots: [],
  journals: TRANSFER.journals,
  before: "3-1041",
  after: null,
};
const none = { items: [], nextCursor: null };

beforeEach(() => {
  onCall("workQueue", { items: [item("transfer"), REQUEST], isTruncated: false });
  onCall("workPeople", { names: [ME.name, "Mehmet"] });
  onCall("transfer", TRANSFER);
  onCall("approval", APPROVAL);
  onCall("player", RECORD);
  onCall("playerMoney", none);
  onCall("playerSeries", {
    points: [{ at: AT, balance: 100_000, fromMachines: 0, toMachines: 0, fromHouse: 0, toHouse: 0 }],
  });
  onCall("game", GAME);
});

describe("the work queue", () => {
  it("says in words that a door is open", async () => {
    onCall("workQueue", { items: [item("tilt", { key: "tilt:3", amount: null, detail: "door" })], isTruncated: false });
    await openAt("/queue?item=tilt:3");
    await expect.element(page.getByText("Door open").first()).toBeVisible();
    expect(page.getByText("door", { exact: true }).elements()).toHaveLength(0);
  });

  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])("has no accessibility violation on %s", async (_, size) => {
    await openAt(`/queue?item=transfer:${ID}`, size ? { size } : {});
    await expect.element(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
    await expectAccessible("work queue");
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

  it("is empty, fails and is not for those without the floor", async () => {
    onCall("workQueue", { items: [], isTruncated: false });
    await openAt("/queue");
    await expect.element(page.getByText("Nothing waits")).toBeVisible();
    await expectAccessible("work queue, empty");
    onCall("workQueue", refuse(ErrorCode.InternalError));
    await openAt("/queue");
    await expect.element(page.getByText("Could not be loaded")).toBeVisible();
  });
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

describe("a player", () => {
  it("has no accessibility violation, and no acts that a role may not do", async () => {
    onCall("me", meAs("support"));
    await openAt("/players/7");
    await expect.element(page.getByText("₺1,000.00").first()).toBeVisible();
    expect(button("Pay in").elements()).toHaveLength(0);
    await expectAccessible("player");
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
  it("that nobody has verified is a filter of the list", async () => {
    onCall("players", none);
    await openAt("/players");
    await button("Age not verified").click();
    await expect.poll(() => requestsOf("players").at(-1)?.query).toMatchObject({ state: "unverified" });
  });
});

it("the record of a game has no accessibility violation", async () => {
  await openAt("/games/3-1042");
  await expect.element(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
  await expectAccessible("game record");
});

it("the highest win of the day is two steps away", async () => {
  const row = {
    endedAt: AT,
    machine: MACHINE,
    player: PLAYER,
    session: "s1",
    free: false,
    bet: 100,
    handPay: 0,
    jackpot: 0,
  };
  onCall("games", { items: [{ ...row, id: "3-1042", win: 90_000 }], nextCursor: null });
  await openAt("/games");
  await page.getByRole("combobox", { name: "Order" }).selectOptions("Highest wins");
  await expect.poll(() => requestsOf("games").at(-1)?.query).toMatchObject({ order: "win", from: expect.any(String) });
  await expectAccessible("games");
  await page.getByRole("link", { name: "3-1042" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Game 3-1042" })).toBeVisible();
});

it("players are searched by the server, and the search is in the address", async () => {
  onCall("players", none);
  await openAt("/players");
  await page.getByRole("searchbox").fill("anna");
  await expect.poll(() => requestsOf("players").at(-1)?.query).toMatchObject({ search: "anna" });
  expect(location.search).toContain("anna");
  await expect.element(page.getByText("No players")).toBeVisible();
  await expectAccessible("players, none");
});
