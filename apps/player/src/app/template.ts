/** Opens a template page, if the operator has enabled them: finds it, asks the guard, loads its code and texts. */
import { redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { retryUntilLoaded } from "@reelcast/ui";
import { settings } from "../api/index.ts";
import { redirectTarget } from "../auth/redirect.ts";
import { mayEnter, rolesOf } from "../auth/roles.ts";
import { currentLogin } from "../auth/loginState.ts";
import { loadTexts } from "../i18n/index.ts";
import type { TemplatePage } from "../template/page.ts";

/** Where an unknown address leads. */
export const NOT_FOUND = { to: "/pages/errors/error-404", replace: true } as const;
/** The addresses of the template's pages begin with these. */
const TEMPLATE = /^\/(?:ui|documentation|pages|auth)(?:\/|$)/;

/** The page of that address, where this house has the template's pages. */
async function pageOf(pathname: string): Promise<TemplatePage | undefined> {
  if (!settings().templatePages) return undefined;
  return (await retryUntilLoaded(() => import("../template/index.ts"))).findPage(pathname);
}
/** Whether the address is one of a template page that there is not. Works without a login. */
export async function isMissing(pathname: string): Promise<boolean> {
  return TEMPLATE.test(pathname) && (await pageOf(pathname)) === undefined;
}

/** @throws a redirect: to the 404 page, to the login, or to where a player may be */
export async function openTemplatePage({ location }: { location: { pathname: string; href: string } }): Promise<{
  Page: ComponentType;
}> {
  const found = await pageOf(location.pathname);
  if (!found) throw redirect(NOT_FOUND);
  const loggedIn = currentLogin() !== null;
  if (!mayEnter(found.auth, rolesOf(loggedIn))) {
    throw loggedIn
      ? redirect({ to: "/", replace: true })
      : redirect({ to: "/login", search: { redirect: redirectTarget(location.href) }, replace: true });
  }
  const [{ default: Page }] = await retryUntilLoaded(() => Promise.all([found.page(), loadTexts(...found.subjects)]));
  return { Page };
}
