/** Where a machine's controls are in its picture: drawn, moved, typed, and kept. */
import { ErrorCode } from "@reelcast/contract";
import type { TouchArea } from "@reelcast/contract/console";
import { expectCount } from "@reelcast/testing/find";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { forgetFloor } from "../../floor/useFloor.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { ME, meAs } from "../../testing/answers.ts";
import { TILES, TIMELINE, floorOf, recordOf } from "../../testing/floor.ts";
import { openAt } from "../../testing/openConsole.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";

const [machine] = TILES;
if (!machine) throw new Error("the floor has no machine");
const PLAY: TouchArea = { control: "play", x: 0.5, y: 0.5, width: 0.2, height: 0.2 };
const CONTROLS = [
  { id: "play", kind: "play", label: "" },
  { id: "bet-1", kind: "bet", label: "×1" },
];
function withAreas(touchAreas: TouchArea[], areDescribed = false, video: "camera" | "screen" = "camera"): void {
  const record = recordOf(machine ?? { id: 1, name: "" });
  onCall("machine", {
    ...record,
    video,
    touchAreas,
    live: record.live && { ...record.live, controls: CONTROLS, areDescribed },
  });
}
beforeEach(() => {
  forgetFloor();
  onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onCall("machineTimeline", TIMELINE);
  onCall("machineTrace", []);
  onCall("setTouchAreas", { waiting: false, paid: null });
  withAreas([]);
});
const dialog = page.getByRole("alertdialog");
const open = async () => {
  await openAt(`/machine/${machine.id}`);
  await page.getByRole("button", { name: "Draw areas" }).click();
  await expect.element(dialog).toBeVisible();
};
const area = (name: string) => dialog.getByRole("button", { name });
const sent = () => requestsOf("setTouchAreas").at(-1)?.body as { areas: TouchArea[] } | undefined;
const save = () => dialog.getByRole("button", { name: "Save" }).click();

/** Drags over the picture. @param from and `to` in parts of it */
function drag(on: Element, from: [number, number], to: [number, number]): void {
  const room = dialog.element().querySelector<HTMLElement>(".cursor-crosshair");
  if (!room) throw new Error("no picture");
  vi.spyOn(room, "setPointerCapture").mockReturnValue();
  const { left, top, width, height } = room.getBoundingClientRect();
  const point = (target: Element, type: string, [x, y]: [number, number]) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + x * width, clientY: top + y * height }),
    );
  point(on, "pointerdown", from);
  point(room, "pointermove", to);
  point(room, "pointerup", to);
}
const room = () => dialog.element().querySelector(".cursor-crosshair") ?? document.body;

it("an area is drawn, moved, made larger, given a control, and saved", async () => {
  await open();
  await expectAccessible("no areas yet", "[role=alertdialog]");
  drag(room(), [0.1, 0.2], [0.3, 0.4]);
  await expect.element(area("Area 1: play")).toBeVisible();
  drag(area("Area 1: play").element(), [0.2, 0.3], [0.4, 0.4]);
  const corner = () => area("Area 1: play").element().querySelector(".cursor-nwse-resize") ?? document.body;
  await expect.poll(() => corner() !== document.body).toBe(true);
  drag(corner(), [0.5, 0.5], [0.6, 0.6]);
  // What a press draws without a move is nothing.
  drag(room(), [0.8, 0.8], [0.801, 0.801]);
  await dialog.getByRole("combobox").selectOptions("×1 (bet-1)");
  await expectAccessible("an area", "[role=alertdialog]");
  await save();
  await expect.poll(() => sent()?.areas.length).toBe(1);
  const [first] = sent()?.areas ?? [];
  expect(first?.control).toBe("bet-1");
  for (const [side, value] of Object.entries({ x: 0.3, y: 0.3, width: 0.3, height: 0.3 }))
    expect(first?.[side as "x"], side).toBeCloseTo(value, 1);
  await expect.element(page.getByText("The touch areas were saved.").first()).toBeVisible();
});

it("with the keyboard alone: added, typed within the picture, and removed", async () => {
  withAreas([PLAY]);
  await openAt(`/machine/${machine.id}`);
  await expect.element(page.getByText("Players may touch one control in the picture.")).toBeVisible();
  await page.getByRole("button", { name: "Draw areas" }).click();
  (dialog.getByRole("button", { name: "Add an area" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  // The one that has none yet.
  await expect.element(area("Area 2: ×1 (bet-1)")).toBeVisible();
  const left = dialog.getByLabelText("Left %").nth(1);
  await left.fill("95");
  await userEvent.keyboard("{Tab}");
  await expect.element(dialog.getByLabelText("Left %").nth(1)).toHaveValue(90);
  await dialog.getByRole("button", { name: "Remove the area of play" }).click();
  await save();
  await expect.poll(() => sent()?.areas).toEqual([{ control: "bet-1", x: 0.9, y: 0.45, width: 0.1, height: 0.1 }]);
});

it("a refusal is said, and nothing that was drawn is lost", async () => {
  withAreas([PLAY]);
  onCall("setTouchAreas", refuse(ErrorCode.ServiceUnavailable));
  await open();
  await save();
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  await expect.element(area("Area 1: play")).toBeVisible();
});

it("is offered for cameras alone, says what their driver knows, and not to who may not change a machine", async () => {
  withAreas([], true);
  await openAt(`/machine/${machine.id}`);
  await expect.element(page.getByText("Areas that you draw replace them.", { exact: false })).toBeVisible();
  withAreas([], false, "screen");
  await openAt(`/machine/${machine.id}`);
  await expect.element(page.getByRole("heading", { name: "The machine" })).toBeVisible();
  await expectCount(page.getByRole("button", { name: "Draw areas" }), 0);
  withAreas([]);
  onCall("me", meAs("viewer"));
  await openAt(`/machine/${machine.id}`);
  await expect.element(page.getByText("has not been drawn", { exact: false })).toBeVisible();
  await expectCount(page.getByRole("button", { name: "Draw areas" }), 0);
});
