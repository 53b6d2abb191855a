/** The support desk: chats of players, and what must be known of the player. */
import { HeadsetIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/desk.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/desk", "/desk/$player"],
  title: "desk.title",
  texts: ["desk"],
  load: () => import("./index.tsx"),
  permission: "chat.answer",
  navigation: { icon: HeadsetIcon, group: "players", order: 40, key: "d" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    desk: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    desk: typeof screen;
  }
}
