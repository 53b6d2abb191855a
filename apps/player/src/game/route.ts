/** A machine in play. It fills the screen. */
import type texts from "../i18n/tr/game.json";
import { defineScreen } from "../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/game/$gameId/$name"],
  title: "shell.game",
  texts: ["game"],
  load: () => import("./index.tsx"),
  fullScreen: true,
});

declare module "../i18n/texts.ts" {
  interface Catalogues {
    game: typeof texts;
  }
}
declare module "../screens/screen.ts" {
  interface Screens {
    game: typeof screen;
  }
}
