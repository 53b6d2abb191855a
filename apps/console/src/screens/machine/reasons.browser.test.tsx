/** The reason of an act on a machine: where it may be left out, nothing is sent in its place; where it is long, it is sent whole. */
import { MAX_WHY } from "@reelcast/contract/console";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { forgetFloor } from "../../floor/useFloor.ts";
import { ME } from "../../testing/answers.ts";
import { TIMELINE, floorOf, recordOf, tileAs } from "../../testing/floor.ts";
import { openAt } from "../../testing/openConsole.ts";
import { onCall, requestsOf } from "../../testing/scriptedServer.ts";

beforeEach(async () => {
  forgetFloor();
  onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onCall("machine", recordOf(tileAs(2, "Royal Sevens")));
  onCall("machineTimeline", TIMELINE);
  onCall("machineTrace", []);
  await openAt("/machine/2");
});
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("alertdialog");
const DONE = { waiting: false, paid: null };

it("a machine is closed to new players without one", async () => {
  onCall("closeMachine", DONE);
  await button("Close to new players").click();
  await dialog.getByRole("button", { name: "Close to new players" }).click();
  await expect.poll(() => requestsOf("closeMachine").length).toBe(1);
  expect(requestsOf("closeMachine")[0]?.body).toEqual({});
  await expect.element(dialog).not.toBeInTheDocument();
});

it("one of 1,000 characters takes a machine out of order", async () => {
  onCall("takeOutOfOrder", DONE);
  await button("Take out of order").click();
  await dialog.getByLabelText("Reason").fill("a".repeat(MAX_WHY));
  await dialog.getByRole("button", { name: "Take out of order" }).click();
  await expect.poll(() => requestsOf("takeOutOfOrder").length).toBe(1);
  expect(requestsOf("takeOutOfOrder")[0]?.body).toEqual({ reason: "a".repeat(MAX_WHY) });
});
