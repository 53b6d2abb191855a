/** Addresses of further pages: coming soon, server error, profile, rules, search. */
import { USER } from "../../auth/roles.ts";
import type { TemplatePage } from "../page.ts";

const search = { auth: USER, subjects: ["pages", "rules", "lobby", "navigation"] } as const;

export const PAGES_PAGES: readonly TemplatePage[] = [
  { path: "/pages/coming-soon", auth: null, subjects: ["pages", "forms"], page: () => import("./ComingSoonPage.tsx") },
  { path: "/pages/errors/error-500", auth: null, subjects: ["pages"], page: () => import("./ServerErrorPage.tsx") },
  {
    path: "/pages/profile",
    auth: USER,
    subjects: ["pages", "profile", "protection", "promotions"],
    page: () => import("./ProfilePage.tsx"),
  },
  { path: "/pages/rules", auth: USER, subjects: ["pages", "rules"], page: () => import("./RulesPage.tsx") },
  { path: "/pages/search/classic", ...search, page: () => import("./ClassicSearchPage.tsx") },
  { path: "/pages/search/modern", ...search, page: () => import("./ModernSearchPage.tsx") },
];
