/** The player's own profile. */
import { redirect } from "@tanstack/react-router";
import { PersonIcon } from "@reelcast/ui";
import { currentLogin } from "../auth/loginState.ts";
import type texts from "../i18n/tr/profile.json";
import type protection from "../i18n/tr/protection.json";
import { defineScreen } from "../screens/screen.ts";

export const screen = defineScreen({
  paths: ["/profile/{-$profileId}", "/profile/security", "/profile/limits", "/profile/activity"],
  title: "shell.profile",
  texts: ["profile", "protection"],
  load: () => import("./index.tsx"),
  guard({ params }) {
    // There is a page for one's own id only: the answer does not reveal whether another player exists.
    if (params["profileId"] !== undefined && params["profileId"] !== String(currentLogin()?.user.id))
      throw redirect({ to: "/pages/errors/error-404", replace: true });
  },
  navigation: { icon: PersonIcon, order: 30 },
});

declare module "../i18n/texts.ts" {
  interface Catalogues {
    profile: typeof texts;
    protection: typeof protection;
  }
}
declare module "../screens/screen.ts" {
  interface Screens {
    profile: typeof screen;
  }
}
