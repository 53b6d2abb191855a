/** The record of one game, as evidence. */
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/games/$id"],
  title: "records.title_game",
  texts: ["records"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
});

declare module "../screen.ts" {
  interface Screens {
    game: typeof screen;
  }
}
