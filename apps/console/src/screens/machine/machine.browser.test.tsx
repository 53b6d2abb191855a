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
  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])("has no accessibility violation on %s", async (_, size) => {
    await openAt("/machine/1", size ? { size } : {});
    await expect.element(page.getByText("They agree", { exact: false })).toBeVisible();
    await expect.element(page.getByText("Game 4: bet ₺2.50, win ₺10")).toBeVisible();
    await expectAccessible("machine", "main");
  });

  it("shows meters next to the ledger, and that they differ", async () => {
    const meters = { transferredIn: 20_000, transferredOut: 0, credit: 100 };
    onCall(
      "machine",
      recordOf(doubt, {
        reading: { at: "2026-01-02T03:04:05.000Z", meters, ledger: { ...meters, credit: 0 } },
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
    await button("Settle").click();
    const dialog = page.getByRole("alertdialog");
    await expect.element(dialog).toMatchTextContent(/demo1 is paid ₺40/);
  });

  it("follows what happens to it", async () => {
    await openAt("/machine/1");
    await expect.element(page.getByText("In play", { exact: true })).toBeVisible();
    await expect.poll(() => isConnected("console")).toBe(true);
    push("console", "floor", changesOf({ id: 1, state: "tilt", need: { what: "tilt", since: null, text: "reel 1" } }));
    await expect.element(page.getByText("reel 1")).toBeVisible();
  });

  it("that is not there is said, and so is a failure", async () => {
    await openAt("/machine/77");
    await expect.element(page.getByText("There is no such machine")).toBeVisible();
    await expectAccessible("no machine", "main");
    onCall("machine", refuse(ErrorCode.InternalError));
    onCall("machineTimeline", HANG);
    await openAt("/machine/1");
    await expect.element(page.getByText("Could not be loaded")).toBeVisible();
    await expectAccessible("machine, failed", "main");
  });
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
