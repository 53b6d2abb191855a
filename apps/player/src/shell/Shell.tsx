/** The frame of every screen but the game: top bar, top navigation, drawer. */
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useState } from "react";
import { settings } from "../api/index.ts";
import { loadTexts, useT } from "../i18n/index.ts";
import { IconButton, InfoIcon, MenuIcon, OfflineIcon, cx, useOnceTrue } from "../ui/index.ts";
import { Balance } from "./Balance.tsx";
import { isActive } from "./navigation/active.ts";
import { ENTRIES, sectionOf } from "./navigation/entries.ts";
import { usePanel } from "./panels.ts";
import { PromotionButtons } from "./promotions/index.ts";

// The drawer's words come with it; both are fetched at the first press.
const Drawer = lazy(() => loadTexts("navigation").then(() => import("./Drawer.tsx")));
const Tools = lazy(() => loadTexts("navigation").then(() => import("./tools/Tools.tsx")));
const LanguagePicker = lazy(() => import("./LanguagePicker.tsx"));
const InfoDialog = lazy(() => import("./InfoDialog.tsx"));
const Panels = lazy(() => import("./Panels.tsx"));

const ROOMS = {
  lobby: "bg-[radial-gradient(70%_420px_at_50%_0,var(--color-glow)_0%,transparent_100%)]",
  account: "bg-[radial-gradient(60%_320px_at_80%_0,var(--color-glow-deep)_0%,transparent_100%)]",
  deep: "",
} as const;

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    globalThis.addEventListener("online", update);
    globalThis.addEventListener("offline", update);
    return () => {
      globalThis.removeEventListener("online", update);
      globalThis.removeEventListener("offline", update);
    };
  }, []);
  return online;
}
function TopNavigation() {
  const t = useT();
  const { pathname } = useLocation();
  // What a player needs first is fetched first.
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return (
    <nav aria-label={t("shell.mainNavigation")} className="hidden border-t border-line/60 md:block">
      <div className="mx-auto flex max-w-[1440px] gap-1 px-2 sm:px-6">
        {ENTRIES.map(({ id, url, title, icon: Icon }) => (
          <Link
            key={id}
            to={url}
            aria-current={isActive({ url }, pathname) ? "page" : undefined}
            className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-[.9375rem] hover:bg-lifted aria-[current=page]:border-gold aria-[current=page]:text-gold"
          >
            <Icon size={18} />
            {t(title)}
          </Link>
        ))}
        <div className="ms-auto">
          <Suspense>{painted ? <Tools /> : null}</Suspense>
        </div>
      </div>
    </nav>
  );
}

export default function Shell() {
  const t = useT();
  const online = useOnline();
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState(false);
  const [info, setInfo] = useState(false);
  const drawerWas = useOnceTrue(drawer);
  const infoWas = useOnceTrue(info);
  const panel = usePanel();
  const panelWas = useOnceTrue(panel !== null);
  const { menuTitle, languageSelect, infoDialog, headerBar } = settings();
  const menu = (
    <IconButton label={t("shell.menu")} onClick={() => setDrawer(true)} aria-haspopup="dialog">
      <MenuIcon size={24} className="rtl:-scale-x-100" />
    </IconButton>
  );
  return (
    <div className={cx("min-h-dvh bg-no-repeat", ROOMS[sectionOf(pathname)])} data-section={sectionOf(pathname)}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-gold focus:p-3 focus:text-on-gold"
      >
        {t("shell.skip")}
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur-sm print:hidden">
        {headerBar ? (
          <div className="mx-auto flex min-h-16 max-w-[1440px] flex-wrap items-center gap-x-1 px-2 sm:gap-2 sm:px-6">
            {menu}
            <Link
              to="/lobby"
              replace
              aria-label={t("shell.toLobby", { product: menuTitle })}
              className={cx(
                "min-h-11 items-center text-lg font-bold tracking-tight whitespace-nowrap text-gold sm:inline-flex sm:text-xl",
                // A narrow bar has no room for all of it; the drawer leads to the lobby, too.
                infoDialog || languageSelect ? "hidden" : "inline-flex",
              )}
            >
              {menuTitle}
            </Link>
            <div className="ms-auto flex items-center gap-0 sm:gap-2">
              <Suspense fallback={<span className="inline-block size-11" />}>
                <PromotionButtons />
              </Suspense>
              {infoDialog ? (
                <IconButton label={t("shell.information")} onClick={() => setInfo(true)} aria-haspopup="dialog">
                  <InfoIcon />
                </IconButton>
              ) : null}
              {languageSelect ? (
                <Suspense fallback={<span className="inline-block h-11 w-14" />}>
                  <LanguagePicker />
                </Suspense>
              ) : null}
              <Balance />
            </div>
          </div>
        ) : (
          <div className="px-2 md:hidden">{menu}</div>
        )}
        <TopNavigation />
        {online ? null : (
          <p
            role="status"
            className="flex items-center justify-center gap-2 bg-warning/15 px-4 py-2 text-sm text-warning"
          >
            <OfflineIcon size={18} />
            {t("shell.offline")}
          </p>
        )}
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1440px] px-3 py-4 sm:px-6 sm:py-6">
        <Outlet />
      </main>
      <Suspense>
        {drawerWas ? <Drawer open={drawer} onClose={() => setDrawer(false)} /> : null}
        {panelWas ? <Panels panel={panel} /> : null}
        {infoWas && infoDialog ? <InfoDialog open={info} onClose={() => setInfo(false)} /> : null}
      </Suspense>
    </div>
  );
}
