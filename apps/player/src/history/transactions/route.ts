/** Every movement of the player's money. Its texts are those of the game sessions. */
import { defineScreen } from "../../screens/screen.ts";
import { ListIcon } from "../../ui/index.ts";

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
