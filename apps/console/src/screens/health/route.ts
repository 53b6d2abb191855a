/** The health of the house: its processes, database, backups, and figures of the last hour. */
import { SignalIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/health.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/health"],
  title: "health.title",
  texts: ["health"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
  navigation: { icon: SignalIcon, group: "house", order: 60, key: "h" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    health: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    health: typeof screen;
  }
}
