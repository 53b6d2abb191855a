/** Requests for a second person, and one with what is known of it. */
import { VerifiedIcon } from "@reelcast/ui";
import { defineScreen } from "../screen.ts";

export const screen = defineScreen({
  paths: ["/approvals", "/approvals/$id"],
  title: "records.title_approvals",
  texts: ["records", "acts"],
  load: () => import("./index.tsx"),
  permission: "player.view",
  navigation: { icon: VerifiedIcon, group: "players", order: 40, key: "a" },
});

declare module "../screen.ts" {
  interface Screens {
    approvals: typeof screen;
  }
}
