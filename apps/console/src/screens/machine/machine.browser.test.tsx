/** The machine screen: what it shows, and acts that say what will happen. */
import { ErrorCode } from "@reelcast/contract";
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { forgetFloor } from "../../floor/useFloor.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME, meAs } from "../../testing/answers.ts";
import { TILES, TIMELINE, changesOf, floorOf, recordOf } from "../../testing/floor.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { HANG, onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";
import { isConnected, push } from "../../testing/scriptedSockets.ts";

const [playing, free, , outOfOrder, doubt] = TILES;
if (!playing || !free || !outOfOrder || !doubt) throw new Error("the floor lacks machines");

beforeEach(() => {
  forgetFloor();
  // The live picture is a journey's subject.
  onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onCall("machine", recordOf(playing));
  onCall("machineTimeline", TIMELINE);
  onCall("machineTrace", []);
});
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("a machine", () => {
  it("shows meters next to the ledger, and that they differ", async () => {
    const meters = { transferredIn: 20_000, transferredOut: 0, credit: 100 };
    onCall(
      "machine",
      recordOf(doubt, {
        reading: { at: new Date().toISOString(), meters, ledger: { ...meters, credit: 0 } },
        suspension: {
          player: { id: 7, name: "demo1" },
          remaining: 4_000,
          reason: "meters differ",
          openedAt: "2026-01-02T03:04:05.000Z",
        },
      }),
    );
    await openAt("/machine/5");
    await expect.element(page.getByText("They differ", { exact: false })).toBeVisible();
    await expectAccessible("machine, meters differ", "main");
  });

  it("in doubt does not say that its meters agree by a comparison from before", async () => {
    const meters = { transferredIn: 0, transferredOut: 0, credit: 0 };
    onCall("machine", recordOf(doubt, { reading: { at: "2020-01-02T03:04:05.000Z", meters, ledger: meters } }));
    await openAt("/machine/5");
    await expect.element(page.getByText("Compared before that", { exact: false })).toBeVisible();
    await expect.element(page.getByText("They agree", { exact: false })).not.toBeInTheDocument();
  });

  it("follows what happens to it", async () => {
    await openAt("/machine/1");
    await expect.element(page.getByText("In play", { exact: true })).toBeVisible();
    await expect.poll(() => isConnected("console")).toBe(true);
    push("console", "floor", changesOf({ id: 1, state: "tilt", need: { what: "tilt", since: null, text: "reel 1" } }));
    await expect.element(page.getByText("reel 1")).toBeVisible();
  });

  it("that is retired has its records", async () => {
    onCall(
      "machine",
      recordOf({ id: 77, name: "Old Faithful" }, { retiredAt: "2026-01-02T03:04:05.000Z", live: null }),
    );
    await openAt("/machine/77");
    await expect.element(page.getByRole("heading", { level: 1, name: "Old Faithful" })).toBeVisible();
    await expect.element(page.getByText(/Retired since/)).toBeVisible();
    await expect.element(page.getByText("Game 4: bet ₺2.50, win ₺10")).toBeVisible();
    await expectAccessible("machine, retired", "main");
  });

  it("leads from what happened to its records, and words it", async () => {
    const player = { id: 7, name: "demo1" };
    const at = "2026-01-02T03:04:05.000Z";
    const [act] = TIMELINE.items;
    if (act?.kind !== "act") throw new Error("the timeline begins with an act");
    onCall("machineTimeline", {
      ...TIMELINE,
      items: [
        { ...act, outcome: "refused" },
        { kind: "event", id: "event:3", at, event: "doorOpened", facts: {}, player: null },
        ...TIMELINE.items.slice(1, 3),
        { kind: "session", id: "session:s", at, session: "s", player, endedAt: at, endReason: "idle", paidOut: 0 },
      ],
    });
    onCall("events", { items: [], nextCursor: null });
    await openAt("/machine/1");
    await expect.element(page.getByText("Door opened")).toBeVisible();
    await expect.element(page.getByText("nothing was played", { exact: false })).toBeVisible();
    const timeline = page.getByRole("list", { name: "Timeline" });
    await expect.element(timeline.getByText("refused")).toBeVisible();
    const hrefOf = (name: RegExp | string) =>
      timeline.getByRole("link", { name }).first().element().getAttribute("href");
    expect(hrefOf(/^Game 4/)).toBe("/games/1-4");
    expect(hrefOf(/₺200/)).toBe("/transfers/0b0e1f2a-0000-4000-8000-000000000001");
    expect(hrefOf("demo1")).toBe("/players/7");
    await page.getByRole("link", { name: "All events of this machine" }).click();
    await expect.poll(() => `${location.pathname}${location.search}`).toBe("/events?machine=1");
    expect(requestsOf("machineTimeline")[0]?.query).toMatchObject({ kinds: "game,transfer,session,act,event" });
  });

  it("that is not on the floor has its heading while it loads, and it is said that there is none", async () => {
    onCall("machine", HANG);
    await openAt("/machine/77");
    await expect.element(page.getByRole("heading", { level: 1, name: "Machine" })).toBeVisible();
    await expectAccessible("machine off the floor, loading", "main");
    onCall("machine", refuse(ErrorCode.NotFound));
    await openAt("/machine/77");
    await expect.element(page.getByText("There is no such machine")).toBeVisible();
    await expectAccessible("no machine", "main");
  });
});

describe("settling", () => {
  const OWNED = { due: 4_000, player: { id: 7, name: "demo1" } };
  // Toasts are dialogs, too.
  const dialog = page.getByRole("dialog", { name: "Settle Polar Fire?" });
  const open = async (settlement: { due: number; player: { id: number; name: string } | null }, credit = 0) => {
    const { live } = recordOf(doubt);
    const meters = live?.meters ? { ...live.meters, credit } : null;
    onCall("machine", recordOf(doubt, { settlement, live: live && { ...live, meters } }));
    await openAt("/machine/5");
    await button("Settle").click();
    await expect.element(dialog).toBeVisible();
  };
  const why = () => dialog.getByLabelText("Reason");
  const amount = () => dialog.getByLabelText(/^To pay/);

  it("says who gets how much, pays what the server says, and says what was paid", async () => {
    onCall("settleMachine", { waiting: false, paid: 4_000, requested: null });
    await open(OWNED);
    await expect.element(dialog.getByText("₺40 go to the wallet of demo1.")).toBeVisible();
    await expectAccessible("settling", "[role=dialog]");
    await expect.element(dialog.getByRole("button", { name: "Settle: pay ₺40" })).toBeDisabled();
    await why().fill("meters were read");
    await dialog.getByRole("button", { name: "Settle: pay ₺40" }).click();
    await expectCount(dialog, 0);
    expect(requestsOf("settleMachine")).toMatchObject([
      { params: { id: "5" }, body: { why: "meters were read", pay: 4_000 } },
    ]);
    await expect.element(page.getByText("Settled: ₺40 were paid.")).toBeVisible();
  });

  it("pays less, or nothing, or what the machine shows; never more", async () => {
    onCall("settleMachine", { waiting: false, paid: 0, requested: null });
    await open(OWNED, 5_000);
    await amount().fill("10");
    await expect.element(dialog.getByText("₺30 stay with the house.")).toBeVisible();
    await amount().fill("50");
    await expect.element(dialog.getByText("₺10 of it are paid by the house: the ledger has ₺40.")).toBeVisible();
    await expect.element(dialog.getByText(/more than what is due: a second person must approve it/)).toBeVisible();
    await expectAccessible("settling above what is due", "[role=dialog]");
    await why().fill("as shown");
    await amount().fill("50.01");
    await dialog.getByRole("button", { name: "Settle: pay ₺50.01" }).click();
    await expect.element(amount()).toHaveAccessibleDescription(/₺50/);
    expect(requestsOf("settleMachine")).toEqual([]);
    await amount().fill("0");
    await expect.element(dialog.getByText("Nobody is paid.")).toBeVisible();
    await expect.element(dialog.getByText(/Above the house's bound a second person must approve/)).toBeVisible();
    await dialog.getByRole("button", { name: "Settle: pay ₺0" }).click();
    await expectCount(dialog, 0);
    expect(requestsOf("settleMachine")).toMatchObject([{ body: { pay: 0 } }]);
  });

  it("asks whom to pay where the money is nobody's", async () => {
    onCall("settleMachine", { waiting: false, paid: 700, requested: null });
    const row = { name: "", email: "", states: [], balance: 0, lastLogin: null, machine: null };
    const at = "2026-01-02T03:04:05.000Z";
    onCall("players", { items: [{ ...row, id: 8, username: "demo2", createdAt: at }], nextCursor: null });
    await open({ due: 0, player: null }, 700);
    await amount().fill("7");
    await why().fill("found on the machine");
    await expect.element(dialog.getByRole("button", { name: "Settle: pay ₺7" })).toBeDisabled();
    await dialog.getByLabelText("Find the player").fill("dem");
    await dialog.getByRole("combobox", { name: "Whom to pay" }).selectOptions("demo2 (8)");
    await expect.element(dialog.getByText("₺7 go to the wallet of demo2.")).toBeVisible();
    await expect.element(dialog.getByText(/nobody's money.*: a second person must approve it/)).toBeVisible();
    await expectAccessible("settling, with a choice of the player", "[role=dialog]");
    await dialog.getByRole("button", { name: "Settle: pay ₺7" }).click();
    await expectCount(dialog, 0);
    expect(requestsOf("settleMachine")).toMatchObject([{ body: { pay: 700, playerId: 8 } }]);
  });

  it("of what is not due says why a second person must approve, whatever the amount", async () => {
    const because = "aboveDue" as const;
    const requested = { request: 12, above: 100_000, already: 0, ofAll: false, minutes: 30, because };
    onCall("settleMachine", { waiting: false, paid: null, requested });
    await open(OWNED, 5_000);
    await amount().fill("50");
    await why().fill("as shown");
    await dialog.getByRole("button", { name: "Settle: pay ₺50" }).click();
    const waits = page.getByRole("alertdialog", { name: "Waits for a second person" });
    await expect.element(waits.getByText(/more than what is due.*Nothing has moved/)).toBeVisible();
  });

  it("above the bound says that a second person must approve, and where", async () => {
    onCall("settleMachine", {
      waiting: false,
      paid: null,
      requested: { request: 12, above: 1_000, already: 0, ofAll: false, minutes: 30 },
    });
    await open(OWNED);
    await why().fill("meters were read");
    await dialog.getByRole("button", { name: "Settle: pay ₺40" }).click();
    const waits = page.getByRole("alertdialog", { name: "Waits for a second person" });
    await expect.element(waits.getByText(/above ₺10. Nothing has moved/)).toBeVisible();
    await expect.element(waits.getByRole("link", { name: "Request 12" })).toBeVisible();
    await expectAccessible("settling, second person", "[role=alertdialog]");
    await waits.getByRole("button", { name: "Close" }).click();
    await expectCount(dialog, 0);
  });
});

it("a hand pay above the bound waits for a second person", async () => {
  const tile = { ...playing, state: "handPay" as const };
  onCall("floor", floorOf([tile]));
  onCall("payByHand", {
    waiting: false,
    paid: null,
    requested: { request: 13, above: 1_000, already: 500, ofAll: true, minutes: 30 },
  });
  await openAt("/machine/1");
  await button("Pay by hand").click();
  const dialog = page.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent(/Above the house’s bound/);
  await dialog.getByRole("button", { name: "Pay by hand" }).click();
  await expect.element(page.getByRole("link", { name: "Request 13" })).toBeVisible();
  await expect
    .element(page.getByText(/With the ₺5 moved to all together .* above ₺10, the bound of all/))
    .toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expectCount(page.getByRole("alertdialog"), 0);
});

describe("acts", () => {
  it("say what will happen, need their reason, and are carried out once", async () => {
    onCall("takeOutOfOrder", { waiting: false, paid: null });
    await openAt("/machine/1", { size: PHONE });
    await button("Take out of order").click();
    const dialog = page.getByRole("alertdialog");
    await expect.element(dialog).toMatchTextContent(/demo1 is paid the credit of ₺188.50/);
    await expectAccessible("machine, taking it out of order", '[role="alertdialog"]');
    await dialog.getByRole("button", { name: "Take out of order" }).click();
    expect(requestsOf("takeOutOfOrder")).toEqual([]);
    await dialog.getByRole("textbox").fill("door broken");
    await dialog.getByRole("button", { name: "Take out of order" }).click();
    await expectCount(dialog, 0);
    expect(requestsOf("takeOutOfOrder")).toMatchObject([{ body: { reason: "door broken" }, params: { id: "1" } }]);
    await expect.element(page.getByText("Copper Canyon is out of order.")).toBeVisible();
  });

  it("that are refused say why, and the question stays", async () => {
    onCall("putBack", refuse(ErrorCode.NotPermitted));
    onCall("machine", recordOf(outOfOrder));
    await openAt("/machine/4");
    await button("Put back").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Put back" }).click();
    await expect.element(dialog.getByRole("alert")).toBeVisible();
  });

  it("are those of the roles, and some need the second factor", async () => {
    onCall("me", { ...meAs("viewer"), permissions: ["floor.view"] });
    await openAt("/machine/1");
    await expect.element(page.getByText("They agree", { exact: false })).toBeVisible();
    await expectCount(page.getByRole("button", { name: "Take out of order" }), 0);
    onCall("me", { ...ME, permissions: ["floor.view", "machine.operate"] });
    onCall("machine", recordOf(doubt));
    forgetFloor();
    await openAt("/machine/5");
    await expect.element(button("Settle")).toBeDisabled();
  });
});
