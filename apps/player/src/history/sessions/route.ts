/** The player's game sessions. */
import { HistoryIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/history.json";
import { defineScreen } from "../../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/slot-sessions"],
  title: "shell.sessions",
  texts: ["history"],
  load: () => import("./index.tsx"),
  navigation: { icon: HistoryIcon, order: 40 },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    history: typeof texts;
  }
}
declare module "../../screens/screen.ts" {
  interface Screens {
    sessions: typeof screen;
  }
}
