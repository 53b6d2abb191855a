/** Addresses of these pages. */
import type { TemplatePage } from "../page.ts";

export const LAYOUTS_PAGES: readonly TemplatePage[] = [];
