/** The live picture for staff: it says when it is not live, and a press starts what the browser has refused to play. */
import { startVideoAt } from "@reelcast/testing/video";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { forgetFloor } from "../../floor/useFloor.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { TILES, TIMELINE, floorOf, recordOf } from "../../testing/floor.ts";
import { openAt } from "../../testing/openConsole.ts";
import { onCall, onRequest } from "../../testing/scriptedServer.ts";

const [playing] = TILES;
if (!playing) throw new Error("the floor has no machines");
const path = /\/machines\/\d+\/whep/;
let endVideo = (): void => undefined;
beforeEach(() => {
  forgetFloor();
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onCall("machine", recordOf(playing));
  onCall("machineTimeline", TIMELINE);
  onCall("machineTrace", []);
  endVideo = startVideoAt({ onRequest, path });
});
afterEach(() => {
  endVideo();
  vi.restoreAllMocks();
});
const video = () => document.querySelector("video");
const picture = () => expect.poll(() => video()?.dataset["state"]);
const start = page.getByRole("button", { name: "Press to start" });

/** Who may watch does so from the beginning. */
const watch = () => openAt("/machine/1");

it("is not live where the browser refuses to play or the system pauses it", async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object
  const { play } = HTMLMediaElement.prototype;
  let refused = true;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    return refused ? Promise.reject(new DOMException("x", "NotAllowedError")) : play.call(this);
  });
  await watch();
  await picture().toBe("waiting");
  await expect.element(start).toBeVisible();
  await expectAccessible("live picture that waits", "main");
  refused = false;
  await start.click();
  await picture().toBe("live");
  refused = true;
  video()?.pause();
  await picture().toBe("waiting");
  refused = false;
  await userEvent.keyboard("{Shift}");
  await picture().toBe("live");
});

it("says for how long it stands still, and when the browser can't decode it", async () => {
  await watch();
  await picture().toBe("live");
  vi.spyOn(HTMLVideoElement.prototype, "requestVideoFrameCallback").mockReturnValue(0);
  await picture().toBe("stalled");
  await expect.element(page.getByText(/Has stood still for \d+ s/)).toBeVisible();
  endVideo();
  onRequest(path, () => new Response("", { status: 406 }));
  await watch();
  await expect.element(page.getByText(/no H\.264 decoder/)).toBeVisible();
});
