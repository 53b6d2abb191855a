/** Addresses of these pages. */
import type { TemplatePage } from "../page.ts";

export const AUTH_PAGES: readonly TemplatePage[] = [];
