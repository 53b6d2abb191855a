/** Opens a template page, where this house has them: finds it, asks the guard, fetches its code and its texts. */
import { redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { settings } from "../api/index.ts";
import { redirectTarget } from "../auth/redirect.ts";
import { mayEnter, rolesOf } from "../auth/roles.ts";
import { currentLogin } from "../auth/session.ts";
import { loadTexts } from "../i18n/index.ts";

/** @throws a redirect: to the 404 page, to the login, or to where a player may be */
export async function openTemplatePage({ location }: { location: { pathname: string; href: string } }): Promise<{
  Page: ComponentType;
}> {
  const found = settings().templatePages
    ? (await import("../template/index.ts")).findPage(location.pathname)
    : undefined;
  if (!found) throw redirect({ to: "/pages/errors/error-404", replace: true });
  const loggedIn = currentLogin() !== null;
  if (!mayEnter(found.auth, rolesOf(loggedIn))) {
    throw loggedIn
      ? redirect({ to: "/", replace: true })
      : redirect({ to: "/login", search: { redirect: redirectTarget(location.href) }, replace: true });
  }
  const [{ default: Page }] = await Promise.all([found.page(), loadTexts(...found.subjects)]);
  return { Page };
}
