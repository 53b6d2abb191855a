/** The reason of an act: one bound for forms, calls, acts and the audit log. */
import * as z from "zod/mini";
import { plainLine } from "../calls.ts";

/** Characters. */
export const MAX_WHY = 1_000;
/** Why, for the audit log. */
export const Why = plainLine(MAX_WHY).check(z.minLength(1));
