/** What an operator must be able to show a regulator, and who has seen it. */
import { BellIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/events.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/events"],
  title: "events.title",
  texts: ["records", "events"],
  load: () => import("./index.tsx"),
  permission: "events.see",
  navigation: { icon: BellIcon, group: "floor", order: 30, key: "e" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    /** Significant events, also in the work queue. */
    events: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    events: typeof screen;
  }
}
