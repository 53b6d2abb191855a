/** Players of the house: search and list. */
import { UsersIcon } from "@reelcast/ui";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/players"],
  title: "records.title_players",
  texts: ["records"],
  load: () => import("./index.tsx"),
  permission: "player.view",
  navigation: { icon: UsersIcon, group: "players", order: 10, key: "p" },
});

declare module "../screen.ts" {
  interface Screens {
    players: typeof screen;
  }
}
