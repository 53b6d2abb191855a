/** The floor for components: read once, then kept up to date by the socket, and read again where something was missed. */
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { FloorChanges } from "@reelcast/contract/console";
import type { FloorSnapshot } from "@reelcast/contract/console";
import { useTopic } from "../api/live.ts";
import { callQuery } from "../api/queries.ts";
import { call } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { FloorState } from "./floorState.ts";
import type { Floor } from "./floorState.ts";

/** Changes may be lost without a trace: then this reading brings them. */
const READ_EVERY_MS = 60_000;
/** Of several gaps in a row one reading is made. */
const GAP_WAIT_MS = 1_000;

const state = new FloorState();
/** When the whole floor was read last, by `performance.now()`. */
let readAt = 0;
function load(floor: FloorSnapshot): boolean {
  readAt = performance.now();
  return state.load(floor);
}
/** For tests. @internal */
export const forgetFloor = (): void => {
  state.forget();
  readAt = 0;
};

/** One reading at a time. */
let reading: Promise<void> | null = null;
/** The floor as it was a minute ago or later: a screen that shows it keeps it so, and without one it is read. */
export async function readFloor(): Promise<Floor> {
  if (!state.floor || performance.now() - readAt > READ_EVERY_MS) {
    reading ??= call("floor")
      .then((floor) => void load(floor))
      .finally(() => {
        reading = null;
      });
    await reading;
  }
  if (!state.floor) throw new Error("the floor was read, and is not there");
  return state.floor;
}

export function useFloor(): { floor: Floor | null; query: UseQueryResult<FloorSnapshot, ApiError> } {
  // Read with each screen: nobody followed the changes while no screen showed the floor.
  const query = useQuery({
    ...callQuery("floor"),
    staleTime: 0,
    refetchInterval: READ_EVERY_MS,
    meta: { hasVersions: true },
  });
  const { data, refetch } = query;
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const readAgain = useEffectEvent(() => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void refetch(), GAP_WAIT_MS);
  });
  useEffect(() => {
    if (data && !load(data)) readAgain();
  }, [data]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useTopic("floor", (change) => {
    const changes = FloorChanges.safeParse(change);
    if (!changes.success || !state.apply(changes.data)) readAgain();
  });
  const floor = useSyncExternalStore(
    (listener) => state.subscribe(listener),
    () => state.floor,
  );
  return { floor: data ? floor : null, query };
}
