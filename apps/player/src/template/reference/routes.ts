/** Addresses of the reference: icons, typography, and the project's own helper classes and tokens. */
import { USER } from "../../auth/roles.ts";
import type { TemplatePage } from "../page.ts";

const reference = (path: string, page: TemplatePage["page"]): TemplatePage => ({
  path,
  auth: USER,
  subjects: ["reference"],
  page,
});

export const REFERENCE_PAGES: readonly TemplatePage[] = [
  reference("/ui/icons", () => import("./IconsPage.tsx")),
  reference("/ui/typography", () => import("./TypographyPage.tsx")),
  reference("/ui/helper-classes", () => import("./HelpersPage.tsx")),
];
