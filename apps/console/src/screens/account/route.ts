/** The own account of a member of staff: second factor, passkeys, sessions, password. */
import { ShieldIcon } from "@reelcast/ui";
import type texts from "../../i18n/tr/account.json";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/account"],
  title: "account.title",
  texts: ["account"],
  load: () => import("./index.tsx"),
  permission: null,
  personal: { icon: ShieldIcon },
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
