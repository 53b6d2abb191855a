/** Addresses of these pages. */
import type { TemplatePage } from "../page.ts";

export const PAGES_PAGES: readonly TemplatePage[] = [];
