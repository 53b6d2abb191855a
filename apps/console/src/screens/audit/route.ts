/** The audit log: who did what, when, to whom. */
import { HistoryIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/audit.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/audit"],
  title: "audit.title",
  texts: ["audit"],
  load: () => import("./index.tsx"),
  permission: "audit.view",
  navigation: { icon: HistoryIcon, group: "house", order: 70, key: "l" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    audit: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    audit: typeof screen;
  }
}
