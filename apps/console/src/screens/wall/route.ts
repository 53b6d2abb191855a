/** The floor wall. */
import { ShapesIcon } from "@reelcast/ui";
import type floorTexts from "../../i18n/tr/floor.json";
import type texts from "../../i18n/tr/wall.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/floor"],
  title: "wall.title",
  texts: ["floor", "wall"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
  commands: () => import("./commands.ts"),
  navigation: { icon: ShapesIcon, group: "floor", order: 10, key: "f" },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    floor: typeof floorTexts;
    wall: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    wall: typeof screen;
  }
}
