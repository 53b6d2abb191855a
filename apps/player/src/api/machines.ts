/** The list of machines as a screen reads it: all of a small house, the beginning of a large one. */
import type { Machine } from "@reelcast/contract";
import type { QueryFunctionContext } from "@tanstack/react-query";
import { call } from "./index.ts";

/** One more than are read as one list. */
const LIMIT = 501;
export const readMachines = ({ signal }: Pick<QueryFunctionContext, "signal">): Promise<Machine[]> =>
  call("machines", { query: { limit: LIMIT } }, { signal });
/** Whether a house of so many machines is read as one list. */
export const isFew = (count: number): boolean => count < LIMIT;
/** Whether the house has more machines than this list: the others are read by brand, by id or by words. */
export const isPart = (machines: readonly Machine[] | undefined): boolean => machines?.length === LIMIT;
