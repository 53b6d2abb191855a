/** The wall on a screen in the hall: all that its session opens. */
import { defineScreen } from "../../screen.ts";
import { wallSearch } from "../order.ts";

export const screen = defineScreen({
  paths: ["/wall"],
  title: "wall.title_session",
  texts: ["floor", "wall"],
  load: () => import("./index.tsx"),
  permission: null,
  access: "wall",
  validateSearch: wallSearch,
});

declare module "../../screen.ts" {
  interface Screens {
    wallSession: typeof screen;
  }
}
