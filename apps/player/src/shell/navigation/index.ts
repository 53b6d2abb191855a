/** The navigation as this visitor sees it: the player's entries at once, the template's as soon as they are fetched. */
import type { LoginAnswer, Settings } from "@reelcast/contract";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { settings } from "../../api/index.ts";
import { useSettings } from "../../api/useSettings.ts";
import { rolesOf } from "../../auth/roles.ts";
import { useLogin } from "../../auth/loginState.ts";
import { loadTexts } from "../../i18n/index.ts";
import { ENTRIES } from "./entries.ts";
import { flatten, visibleTo } from "./model.ts";
import type { NavigationItem, Visitor } from "./model.ts";

export { isActive } from "./active.ts";
export { flatten, indentOf, openGroups, targetOf } from "./model.ts";
export type { Destination, NavigationItem } from "./model.ts";

let template: readonly NavigationItem[] = [];
let fetching: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The lobby is first. */
const PLAYER: readonly NavigationItem[] = ENTRIES.toSorted(
  (a, b) => Number(b.id === "lobby") - Number(a.id === "lobby"),
);

/** Whether the template's pages stand in the menu. */
export function hasTemplateMenu(
  { templatePages, templateMenu }: Pick<Settings, "templatePages" | "templateMenu"> = settings(),
): boolean {
  return templatePages && templateMenu;
}

/** Resolves when the template's entries and their words are there, or at once where this house has none. */
function fetchTemplate(): Promise<void> {
  if (!hasTemplateMenu()) return Promise.resolve();
  fetching ??= Promise.all([import("./template.ts"), loadTexts("navigation")]).then(
    ([{ TEMPLATE }]) => {
      template = TEMPLATE;
      for (const listener of listeners) listener();
    },
    // Without it the player's entries are still there; the next one who asks tries again.
    () => void (fetching = null),
  );
  return fetching;
}
function visitorOf(login: LoginAnswer | null): Visitor {
  return {
    roles: rolesOf(login !== null),
    permissions: login?.Permissions.map(({ PermissionId }) => PermissionId) ?? [],
    type: login?.user.type ?? null,
  };
}
/**
 * The ids of all that this house has, whether or not this visitor may go there; null while that is not known.
 */
export function knownIds(): ReadonlySet<string> | null {
  if (hasTemplateMenu() && template.length === 0) return null;
  return new Set(flatten([...PLAYER, ...template]).map(({ id }) => id));
}
const NONE: readonly NavigationItem[] = [];
const templateEntries = () => (hasTemplateMenu() ? template : NONE);
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The tree, filtered by role and level. It grows once the template's part has come. */
export function useNavigation(): readonly NavigationItem[] {
  const login = useLogin();
  const rest = useSyncExternalStore(subscribe, templateEntries);
  const wanted = hasTemplateMenu(useSettings());
  useEffect(() => void (wanted && fetchTemplate()), [wanted]);
  return useMemo(() => visibleTo([...PLAYER, ...rest], visitorOf(login)), [login, rest]);
}
