/** Addresses of the handbook: every chapter is a chunk of its own, with its data. */
import { USER } from "../../auth/roles.ts";
import type { TemplatePage } from "../page.ts";

const chapter = (path: string, page: TemplatePage["page"]): TemplatePage => ({
  path,
  auth: USER,
  subjects: ["handbook"],
  page,
});

export const HANDBOOK_PAGES: readonly TemplatePage[] = [
  chapter("/documentation", () => import("./Overview.tsx")),
  chapter("/documentation/components", () => import("./ComponentsChapter.tsx")),
  chapter("/documentation/contract", () => import("./ContractChapter.tsx")),
  chapter("/documentation/settings", () => import("./SettingsChapter.tsx")),
];
