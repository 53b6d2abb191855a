/** The player's theme. It is separate from the account's calls, because a browser reads it before any of them. */
import * as z from "zod/mini";
import { text } from "./calls.ts";

export const PlayerTheme = z.object({
  layout: z.optional(z.enum(["layout1", "layout2", "layout3"])),
  scheme: z.optional(text(40)),
  direction: z.optional(z.enum(["auto", "ltr", "rtl"])),
  navbarPosition: z.optional(z.enum(["left", "right"])),
  navbarFolded: z.optional(z.boolean()),
  navbarHidden: z.optional(z.boolean()),
  toolbarHidden: z.optional(z.boolean()),
  footerHidden: z.optional(z.boolean()),
  /** Whether the content is limited to a readable width, or takes the full width. */
  width: z.optional(z.enum(["container", "full"])),
  /** Pixels, relative to a browser default of 16. */
  textSize: z.optional(z.int().check(z.minimum(12), z.maximum(24))),
});
export type PlayerTheme = z.infer<typeof PlayerTheme>;
