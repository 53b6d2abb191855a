/** The rules of play: a regulator's profile, and single rules that are stricter. */
import { BookIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/playRules.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/play-rules"],
  title: "playRules.title",
  texts: ["playRules"],
  load: () => import("./index.tsx"),
  permission: "settings.change",
  navigation: { icon: BookIcon, group: "house", order: 75, key: "r" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    playRules: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    playRules: typeof screen;
  }
}
