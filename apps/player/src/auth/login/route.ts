/** The login. A logged-in user is redirected. */
import { redirect } from "@tanstack/react-router";
import type texts from "../../i18n/tr/login.json";
import { defineScreen } from "../../screens/screen.ts";
import { redirectTarget } from "../redirect.ts";
import { currentLogin } from "../loginState.ts";

export const screen = defineScreen({
  paths: ["/login"],
  title: "shell.login",
  texts: ["login"],
  load: () => import("./index.tsx"),
  access: "everybody",
  fullScreen: true,
  guard({ search }) {
    if (currentLogin()) throw redirect({ href: redirectTarget(search.redirect), replace: true });
  },
  // Users without a login are redirected here from most paths.
  preload: ({ loggedIn }) => !loggedIn,
});

declare module "../../i18n/texts.ts" {
  interface Catalogues {
    login: typeof texts;
  }
}
declare module "../../screens/screen.ts" {
  interface Screens {
    login: typeof screen;
  }
}
