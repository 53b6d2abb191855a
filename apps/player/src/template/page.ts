/** What a template page is: its address, who may see it, the texts it needs, and where its code is. */
import type { ComponentType } from "react";
import type { Role } from "../auth/roles.ts";
import type { Subject } from "../i18n/index.ts";

export interface TemplatePage {
  /** The whole address, e.g. "/ui/icons". One that ends in "/*" stands for everything below it. */
  path: string;
  /** null: anybody; []: only guests; else users with one of these roles. */
  auth: readonly Role[] | null;
  subjects: readonly Subject[];
  page: () => Promise<{ default: ComponentType }>;
}
