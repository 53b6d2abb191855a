/** The lobby: the machines of all brands, or of one. */
import { HomeIcon } from "@reelcast/ui";
import type texts from "../i18n/tr/lobby.json";
import { defineScreen } from "../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/lobby", "/lobby/$id/$name"],
  title: "shell.lobby",
  texts: ["lobby"],
  load: () => import("./index.tsx"),
  navigation: { icon: HomeIcon, order: 20 },
  background: "lobby",
  // The address "/" leads here.
  preload: ({ path, loggedIn }) => loggedIn && /^\/(lobby(\/|$)|$)/.test(path),
});

declare module "../i18n/texts.ts" {
  interface Catalogues {
    lobby: typeof texts;
  }
}
declare module "../screens/screen.ts" {
  interface Screens {
    lobby: typeof screen;
  }
}
