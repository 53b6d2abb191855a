/** What waits for a person of the house. */
import { ListIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/records.json";
import { defineScreen } from "../screen.ts";
import { Waiting } from "./Waiting.tsx";

export const screen = defineScreen({
  paths: ["/queue"],
  title: "records.title_queue",
  texts: ["records", "events", "acts"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
  navigation: { icon: ListIcon, group: "floor", order: 20, key: "q", counter: Waiting },
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    /** Of all screens about players, games, transfers and what waits. */
    records: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    queue: typeof screen;
  }
}
