/** What a picture's description has, of a drawn machine and of a camera. */
import type { Band } from "@reelcast/contract";
import { expect, it } from "vitest";
import type { MachineRow } from "./machineStore.ts";
import { partsOf } from "./seatConnection.ts";

const BANDS = [{ id: "play", label: "", controls: [{ id: "play", kind: "play", label: "" }] }] as unknown as Band[];
const PLAY = { control: "play", x: 0.1, y: 0.2, width: 0.3, height: 0.1 };
const row = (video: Partial<MachineRow["video"]>, touch_areas: MachineRow["touch_areas"]) =>
  ({ video: { crop: null, glass: null, parts: [], ...video }, touch_areas }) as unknown as MachineRow;

it("of a camera: none, until an operator draws the controls; then nothing of the picture is left out for them", () => {
  expect(partsOf(row({}, []), BANDS)).toEqual([]);
  const [parts, ...more] = partsOf(row({}, [PLAY]), BANDS);
  expect(more).toEqual([]);
  expect(parts).toMatchObject({
    glass: { x: 0, y: 0, width: 1, height: 1 },
    reels: [],
    meters: null,
    controls: [PLAY],
  });
  expect(parts?.deck).toEqual({ x: 0, y: 1, width: 1, height: 0 });
  const glass = { x: 0.1, y: 0.1, width: 0.8, height: 0.7 };
  expect(partsOf(row({ glass }, [PLAY]), BANDS)[0]?.glass).toEqual(glass);
});

it("controls that the machine does not have are left out", () => {
  expect(partsOf(row({}, [{ ...PLAY, control: "gone" }]), BANDS)).toEqual([]);
});
