/** Addresses of these pages. */
import type { TemplatePage } from "../page.ts";

export const HANDBOOK_PAGES: readonly TemplatePage[] = [];
