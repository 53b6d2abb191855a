/** How an app says that its own code has failed in a browser. The house's log has it; nobody is answered anything. */
import * as z from "zod/mini";
import { plainLine, text } from "./calls.ts";
import type { Call } from "./calls.ts";

/** Characters of each text of a report: an app cuts what is longer. */
export const FAILURE_LENGTH = { message: 500, stack: 4_000, page: 200 } as const;

export const FAILURE_CALLS = {
  reportFailure: {
    method: "POST",
    path: "/failures",
    auth: "none",
    tag: "app",
    summary:
      "Report that the app's code has failed in this browser, for the house's log. 30 times an hour from a network",
    body: z.object({
      message: text(FAILURE_LENGTH.message).check(z.minLength(1)),
      stack: z.optional(text(FAILURE_LENGTH.stack)),
      /** The path of the page, without a query, which may hold a token. */
      page: text(FAILURE_LENGTH.page),
      /** Of the app. */
      version: plainLine(40),
    }),
  },
} as const satisfies Record<string, Call>;
