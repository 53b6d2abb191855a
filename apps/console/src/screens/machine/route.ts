/** One machine. */
import type texts from "../../i18n/tr/machine.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/machine/$id"],
  title: "machine.title",
  texts: ["floor", "machine", "events", "acts"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    machine: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    machine: typeof screen;
  }
}
