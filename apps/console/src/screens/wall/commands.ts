/** Machines in the command palette: by name, brand and number. */
import { findMachines } from "../../floor/findMachines.ts";
import { STATE_LOOKS } from "../../floor/looks.ts";
import { readFloor } from "../../floor/useFloor.ts";
import { loadTexts, t } from "../../i18n/index.ts";
import type { CommandProvider } from "../screen.ts";

const MOST = 10;

const machines: CommandProvider = {
  async search(typed) {
    const [floor] = await Promise.all([readFloor(), loadTexts("floor")]);
    return findMachines(typed, floor.tiles, floor.brands, MOST).map(({ id, name, brand, state }) => ({
      id: `machine ${id}`,
      title: name,
      detail: `${floor.brands.get(brand) ?? ""} · ${id} · ${t(`floor.state_${state}`)}`,
      icon: STATE_LOOKS[state].icon,
      run: `/machine/${id}`,
    }));
  },
};
export default machines;
