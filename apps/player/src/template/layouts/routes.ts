/** Addresses of the page layouts: one component shows them all. */
import { USER } from "../../auth/roles.ts";
import type { TemplatePage } from "../page.ts";
import { VARIANTS } from "./variants.ts";

export const LAYOUTS_PAGES: readonly TemplatePage[] = [
  ...VARIANTS.map(({ path }): TemplatePage => ({
    path,
    auth: USER,
    subjects: ["layouts", "rules"],
    page: () => import("./LayoutPage.tsx"),
  })),
  {
    path: "/ui/page-layouts/blank",
    auth: USER,
    subjects: ["layouts"],
    page: () => import("./BlankPage.tsx"),
  },
];
