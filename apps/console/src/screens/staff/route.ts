/** The members of staff and what they may do. */
import { UsersIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/staff.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/staff"],
  title: "staff.title",
  texts: ["staff"],
  load: () => import("./index.tsx"),
  permission: "staff.manage",
  navigation: { icon: UsersIcon, group: "house", order: 80, key: "s" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    staff: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    staff: typeof screen;
  }
}
