/** The picture's times between computers whose clocks differ. */
import type { DisplayState, VideoSource } from "@reelcast/machine";
import { expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { DISPLAY, DISPLAYS } from "./displays.ts";
import { createRemoteDisplays } from "./remoteDisplays.ts";

const MACHINE = 7;
/** What a machine shows whose reels began to spin at that moment. */
const spinning = (startedAt: number) =>
  ({
    machineId: MACHINE,
    presses: 1,
    reels: { stops: [0], from: [0], spin: { startedAt, stopsAt: [startedAt + 1_000] }, stripSet: "base" },
    meters: { credit: 0, bet: 0, win: 0, count: { from: 0, startedAt, endsAt: startedAt } },
    gamble: null,
    lastPress: { control: "play", at: startedAt },
    banner: null,
  }) as unknown as DisplayState;

function openHouse() {
  const network = createTestNetwork();
  const media = network.join("media");
  const displays = createRemoteDisplays(media);
  const floorOf = (name: string, skewMs: number) => {
    const bus = network.join(name);
    const at = () => ({ clock: name, ms: Date.now() + skewMs });
    const display = () => spinning(Date.now() + skewMs);
    const end = bus.serve(DISPLAY, MACHINE, {
      want: async () => ({ kind: "drawn" as const, display: display(), at: at() }),
    });
    return { end, send: () => bus.send(DISPLAYS, MACHINE, { display: display(), at: at() }) };
  };
  return { displays, floorOf };
}
const drawn = (source: VideoSource | null) => {
  if (source?.kind !== "drawn") throw new Error("the machine is drawn");
  return source;
};
/** How long ago the spin began, by the clock of the process that draws it. */
const ageOf = ({ reels }: DisplayState) => Date.now() - (reels.spin?.startedAt ?? 0);

it.each([30_000, -30_000, 0])("of a floor whose clock is %i ms off are the media node's own", async (skewMs) => {
  const { displays, floorOf } = openHouse();
  const floor = floorOf("floor-1", skewMs);
  const source = drawn(await displays.source(MACHINE));
  expect(Math.abs(ageOf(source.display()))).toBeLessThan(1_000);
  const shown: DisplayState[] = [];
  const end = source.subscribe((display) => shown.push(display));
  await vi.waitFor(() => {
    floor.send();
    expect(shown.length).toBeGreaterThan(3);
  });
  for (const display of shown) expect(Math.abs(ageOf(display))).toBeLessThan(1_000);
  end();
  displays.stop();
});

it("follow the clock of the floor that has the machine now", async () => {
  const { displays, floorOf } = openHouse();
  const first = floorOf("floor-1", 30_000);
  const source = drawn(await displays.source(MACHINE));
  const shown: DisplayState[] = [];
  const end = source.subscribe((display) => shown.push(display));
  await vi.waitFor(() => {
    first.send();
    expect(shown.length).toBeGreaterThan(3);
  });
  first.end();
  const second = floorOf("floor-2", -30_000);
  shown.length = 0;
  second.send();
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(0));
  expect(Math.abs(ageOf(shown[0] as DisplayState))).toBeLessThan(1_000);
  end();
  displays.stop();
});
