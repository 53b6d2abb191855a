/** Transfers between players and machines, and one with its evidence. */
import { WalletIcon } from "@reelcast/ui";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/transfers", "/transfers/$id"],
  title: "records.title_transfers",
  texts: ["records", "acts"],
  load: () => import("./index.tsx"),
  permission: "floor.view",
  navigation: { icon: WalletIcon, group: "players", order: 30, key: "t" },
});

declare module "../screen.ts" {
  interface Screens {
    transfers: typeof screen;
  }
}
