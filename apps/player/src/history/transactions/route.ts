/** Every movement of the player's money. Its texts are those of the game sessions. */
import { ListIcon } from "@reelcast/ui";
import { defineScreen } from "../../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/transactions"],
  title: "shell.transactions",
  texts: ["history"],
  load: () => import("./index.tsx"),
  navigation: { icon: ListIcon, order: 50 },
});

declare module "../../screens/screen.ts" {
  interface Screens {
    transactions: typeof screen;
  }
}
