/** The template's pages by their address. Loaded when one of them is first opened. */
import { AUTH_PAGES } from "./auth/routes.ts";
import { HANDBOOK_PAGES } from "./handbook/routes.ts";
import { LAYOUTS_PAGES } from "./layouts/routes.ts";
import type { TemplatePage } from "./page.ts";
import { PAGES_PAGES } from "./pages/routes.ts";
import { REFERENCE_PAGES } from "./reference/routes.ts";

export const TEMPLATE_PAGES: readonly TemplatePage[] = [
  ...AUTH_PAGES,
  ...PAGES_PAGES,
  ...LAYOUTS_PAGES,
  ...REFERENCE_PAGES,
  ...HANDBOOK_PAGES,
];

export function findPage(pathname: string): TemplatePage | undefined {
  const path = pathname.replace(/\/+$/, "");
  return TEMPLATE_PAGES.find((page) =>
    page.path.endsWith("/*")
      ? path === page.path.slice(0, -2) || path.startsWith(page.path.slice(0, -1))
      : path === page.path,
  );
}
