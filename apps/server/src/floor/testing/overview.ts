/** The overview of a test's floor, as a process that has just started opens it. */
import { vi } from "vitest";
import { Catalogue } from "../catalogue.ts";
import { createMachineStore } from "../machineStore.ts";
import { createFloorOverview, ownFloor } from "../overview/index.ts";
import type { FloorOverview } from "../overview/index.ts";
import { createOverviewStore } from "../overview/store.ts";
import type { Stage } from "./stage.ts";

export interface TestOverview {
  overview: FloorOverview;
  close: () => void;
}
export function openTestOverview({ database, testFloor }: Stage): TestOverview {
  const catalogue = new Catalogue(createMachineStore(database.db), testFloor.bus);
  const overview = createFloorOverview({
    log: { warn: vi.fn() },
    floors: ownFloor("floor", testFloor.floor),
    catalogue,
    store: createOverviewStore(database.db),
    currency: () => "TRY",
  });
  return {
    overview,
    close() {
      overview.stop();
      catalogue.stop();
    },
  };
}
