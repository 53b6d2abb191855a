/** The rules of the house. */
import { BookIcon } from "@reelcast/ui";
import type texts from "../i18n/tr/rules.json";
import { defineScreen } from "../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/rules"],
  title: "shell.rules",
  texts: ["rules"],
  load: () => import("./index.tsx"),
  navigation: { icon: BookIcon, order: 10 },
});

declare module "../i18n/texts.ts" {
  interface Catalogues {
    rules: typeof texts;
  }
}
declare module "../screens/screen.ts" {
  interface Screens {
    rules: typeof screen;
  }
}
