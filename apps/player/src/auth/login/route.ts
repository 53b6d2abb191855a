/** The login. Whoever is logged in already is sent on. */
import { redirect } from "@tanstack/react-router";
import type texts from "../../i18n/tr/login.json";
import { defineScreen } from "../../screens/screen.ts";
import { redirectTarget } from "../redirect.ts";
import { currentLogin } from "../session.ts";

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
  // Whoever is not logged in comes here from nearly every address.
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
