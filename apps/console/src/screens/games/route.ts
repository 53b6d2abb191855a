/** Games of the house: the newest, and the highest wins of a day. */
import { StarIcon } from "@reelcast/ui";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/games"],
  title: "records.title_games",
  texts: ["records"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
  navigation: { icon: StarIcon, group: "players", order: 20, key: "m" },
});

declare module "../screen.ts" {
  interface Screens {
    games: typeof screen;
  }
}
