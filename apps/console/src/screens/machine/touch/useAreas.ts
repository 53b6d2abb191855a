/** The areas as they are being changed, and the one that is chosen. */
import { useState } from "react";
import { MAX_TOUCH_AREAS } from "@reelcast/contract/console";
import type { TouchArea } from "@reelcast/contract/console";
import type { Box } from "./areas.ts";

/** @param controls ids of the machine's, in the order of its deck */
export function useAreas(stored: readonly TouchArea[], controls: readonly string[]) {
  const [areas, setAreas] = useState(stored);
  const [chosen, setChosen] = useState<number | null>(null);
  const mayAdd = areas.length < MAX_TOUCH_AREAS && controls.length > 0;
  return {
    areas,
    chosen,
    mayAdd,
    choose: setChosen,
    change: (at: number, part: Partial<TouchArea>) => {
      setAreas((before) => before.map((area, n) => (n === at ? { ...area, ...part } : area)));
      setChosen(at);
    },
    add: (box: Box) => {
      // The one that has no area yet is most likely meant.
      const control = controls.find((id) => !areas.some((area) => area.control === id)) ?? controls[0];
      if (!mayAdd || control === undefined) return;
      setAreas([...areas, { control, ...box }]);
      setChosen(areas.length);
    },
    remove: (at: number) => {
      setAreas(areas.filter((_, n) => n !== at));
      setChosen(null);
    },
  };
}
