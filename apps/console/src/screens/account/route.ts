/** The own account of a member of staff: second factor, passkeys, sessions, password. */
import type texts from "../../i18n/tr/account.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/account"],
  title: "navigation.account",
  texts: ["account"],
  load: () => import("./index.tsx"),
  permission: null,
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    account: typeof texts;
  }
}
declare module "../screen.ts" {
  interface Screens {
    account: typeof screen;
  }
}
