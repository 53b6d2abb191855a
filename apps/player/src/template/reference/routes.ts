/** Addresses of these pages. */
import type { TemplatePage } from "../page.ts";

export const REFERENCE_PAGES: readonly TemplatePage[] = [];
