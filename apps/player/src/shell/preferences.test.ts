import { expect, it } from "vitest";
import { readVolume } from "./preferences.ts";

it.each([
  ["0.4", 0.4],
  ["0", 0],
  ["2", 1],
  ["", 1],
  ["loud", 1],
  [null, 1],
])("takes the kept volume %j as %d", (kept, volume) => expect(readVolume(kept, 1)).toBe(volume));
