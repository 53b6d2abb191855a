/** The template's part of the navigation. Fetched with the first layout or drawer that shows it, where the house has it. */
import {
  BookIcon,
  BracesIcon,
  ClockIcon,
  ColumnsIcon,
  KeyIcon,
  LettersIcon,
  LockIcon,
  OutsideIcon,
  PagesIcon,
  PersonIcon,
  SearchIcon,
  ShapesIcon,
  StarIcon,
  WarningIcon,
} from "@reelcast/ui";
import { USER } from "../../auth/roles.ts";
import type { TextKey } from "../../i18n/index.ts";
import type { NavigationItem } from "./model.ts";

type Named = readonly [slug: string, title: TextKey];
/** Pages that stand below one address. */
const pages = (base: string, named: readonly Named[]): NavigationItem[] =>
  named.map(([slug, title]) => ({ id: `${base}/${slug}`, type: "item", title, url: `${base}/${slug}` }));
/** How many there are, so that nobody opens a long list unawares. */
const counted = ({ children = [], ...rest }: NavigationItem): NavigationItem => ({
  ...rest,
  children,
  badge: { title: String(children.length), bg: "lifted", fg: "muted" },
});

const AUTH: NavigationItem = counted({
  id: "pages-auth",
  type: "collapse",
  title: "navigation.auth",
  icon: LockIcon,
  children: pages("/pages/auth", [
    ["login", "navigation.login"],
    ["login-2", "navigation.login2"],
    ["login-3", "navigation.login3"],
    ["register", "navigation.register"],
    ["register-2", "navigation.register2"],
    ["register-3", "navigation.register3"],
    ["forgot-password", "navigation.forgotPassword"],
    ["forgot-password-2", "navigation.forgotPassword2"],
    ["reset-password", "navigation.resetPassword"],
    ["reset-password-2", "navigation.resetPassword2"],
    ["lock", "navigation.lock"],
    ["mail-confirm", "navigation.mailConfirm"],
  ]),
});
/** Shown to everyone who sees the group: the pages themselves demonstrate the guard. */
const ROLES: NavigationItem = {
  id: "roles",
  type: "collapse",
  title: "navigation.roles",
  icon: KeyIcon,
  children: pages("/auth", [
    ["admin-role-example", "navigation.roleAdmin"],
    ["staff-role-example", "navigation.roleStaff"],
    ["guest-role-example", "navigation.roleGuest"],
  ]),
};
const CARDED: NavigationItem = counted({
  id: "carded",
  type: "collapse",
  title: "navigation.carded",
  children: pages("/ui/page-layouts/carded", [
    ["full-width", "navigation.fullWidth"],
    ["full-width-2", "navigation.fullWidth2"],
    ["full-width-tabbed", "navigation.fullWidthTabbed"],
    ["full-width-2-tabbed", "navigation.fullWidth2Tabbed"],
    ["left-sidebar", "navigation.leftSidebar"],
    ["left-sidebar-tabbed", "navigation.leftSidebarTabbed"],
    ["left-sidebar-2", "navigation.leftSidebar2"],
    ["left-sidebar-2-tabbed", "navigation.leftSidebar2Tabbed"],
    ["right-sidebar", "navigation.rightSidebar"],
    ["right-sidebar-tabbed", "navigation.rightSidebarTabbed"],
    ["right-sidebar-2", "navigation.rightSidebar2"],
    ["right-sidebar-2-tabbed", "navigation.rightSidebar2Tabbed"],
  ]),
});
const SIMPLE: NavigationItem = counted({
  id: "simple",
  type: "collapse",
  title: "navigation.simple",
  children: pages("/ui/page-layouts/simple", [
    ["full-width", "navigation.fullWidth"],
    ["full-width-tabbed", "navigation.fullWidthTabbed"],
    ["left-sidebar", "navigation.leftSidebar"],
    ["left-sidebar-tabbed", "navigation.leftSidebarTabbed"],
    ["left-sidebar-2", "navigation.leftSidebar2"],
    ["left-sidebar-2-tabbed", "navigation.leftSidebar2Tabbed"],
    ["left-sidebar-3", "navigation.leftSidebar3"],
    ["left-sidebar-3-tabbed", "navigation.leftSidebar3Tabbed"],
    ["right-sidebar", "navigation.rightSidebar"],
    ["right-sidebar-tabbed", "navigation.rightSidebarTabbed"],
    ["right-sidebar-2", "navigation.rightSidebar2"],
    ["right-sidebar-2-tabbed", "navigation.rightSidebar2Tabbed"],
    ["right-sidebar-3", "navigation.rightSidebar3"],
    ["right-sidebar-3-tabbed", "navigation.rightSidebar3Tabbed"],
  ]),
});

export const TEMPLATE: readonly NavigationItem[] = [
  {
    id: "pages",
    type: "group",
    title: "navigation.pages",
    icon: PagesIcon,
    auth: USER,
    children: [
      AUTH,
      { id: "coming-soon", type: "item", title: "navigation.comingSoon", url: "/pages/coming-soon", icon: ClockIcon },
      {
        id: "errors",
        type: "collapse",
        title: "navigation.errors",
        icon: WarningIcon,
        children: pages("/pages/errors", [
          ["error-404", "navigation.error404"],
          ["error-500", "navigation.error500"],
        ]),
      },
      { id: "pages-profile", type: "item", title: "navigation.profilePage", url: "/pages/profile", icon: PersonIcon },
      { id: "pages-rules", type: "item", title: "navigation.rulesPage", url: "/pages/rules", icon: BookIcon },
      {
        id: "search",
        type: "collapse",
        title: "navigation.search",
        icon: SearchIcon,
        children: pages("/pages/search", [
          ["classic", "navigation.searchClassic"],
          ["modern", "navigation.searchModern"],
        ]),
      },
      ROLES,
    ],
  },
  {
    id: "interface",
    type: "group",
    title: "navigation.interface",
    icon: ShapesIcon,
    auth: USER,
    children: [
      {
        id: "page-layouts",
        type: "collapse",
        title: "navigation.pageLayouts",
        icon: ColumnsIcon,
        children: [CARDED, SIMPLE, ...pages("/ui/page-layouts", [["blank", "navigation.blank"]])],
      },
      { id: "icons", type: "item", title: "navigation.icons", url: "/ui/icons", icon: StarIcon },
      { id: "typography", type: "item", title: "navigation.typography", url: "/ui/typography", icon: LettersIcon },
      { id: "helpers", type: "item", title: "navigation.helpers", url: "/ui/helper-classes", icon: BracesIcon },
    ],
  },
  {
    id: "handbook",
    type: "group",
    title: "navigation.handbook",
    icon: BookIcon,
    auth: USER,
    children: [
      {
        id: "documentation",
        type: "collapse",
        title: "navigation.documentation",
        icon: BookIcon,
        children: [
          { id: "/documentation", type: "item", title: "navigation.overview", url: "/documentation", exact: true },
          ...pages("/documentation", [
            ["components", "navigation.components"],
            ["contract", "navigation.contract"],
            ["settings", "navigation.settings"],
          ]),
        ],
      },
      {
        id: "aria-patterns",
        type: "link",
        title: "navigation.ariaPatterns",
        url: "https://www.w3.org/WAI/ARIA/apg/patterns/",
        icon: OutsideIcon,
      },
    ],
  },
];
