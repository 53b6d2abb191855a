/** A feed and a call for tests of the bus. */
import * as z from "zod/mini";
import { defineCall, defineFeed } from "../messages.ts";

const Counter = z.object({ n: z.int(), more: z.exactOptional(z.string()) });
export const COUNTERS = defineFeed("counter", Counter);
export const MATHS = defineCall("maths", {
  double: { params: Counter, result: Counter },
  refuse: { params: z.object({}), result: z.object({}) },
});
