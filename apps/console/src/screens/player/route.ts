/** One player: identity, money, sessions, games, limits, log, notes, chat, acts. */
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/players/$id"],
  title: "records.title_player",
  texts: ["records", "acts"],
  load: () => import("./index.tsx"),
  permission: "player.view",
});

declare module "../screen.ts" {
  interface Screens {
    player: typeof screen;
  }
}
