/** The handbook, a template page, and where its entry stands. */
import { useLocation } from "@tanstack/react-router";
import { useSettings } from "../../api/useSettings.ts";
import { hasTemplateMenu } from "./index.ts";

export const HANDBOOK: string = "/documentation";

/** In the navigation of the template's own pages, and everywhere in a house that has the template in its menu. */
export function useShowsHandbook(): boolean {
  const house = useSettings();
  const { pathname } = useLocation();
  return hasTemplateMenu(house) || (house.templatePages && /^\/(ui|documentation|pages)(\/|$)/.test(pathname));
}
