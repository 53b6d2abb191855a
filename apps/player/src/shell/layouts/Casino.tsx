/** Layout 3, the casino's own: a top bar and the player's entries below it; everything else is in the drawer. */
import { Link, useLocation } from "@tanstack/react-router";
import { Suspense, useDeferredValue } from "react";
import { useMedia, whenIdle } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { SupportEntry } from "../../support/index.tsx";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { BarActions } from "../BarActions.tsx";
import { openDesk } from "../chat/index.ts";
import { isActive } from "../navigation/active.ts";
import { ENTRIES } from "../navigation/entries.ts";
import { useSearchKeys } from "../tools/useSearchKeys.ts";
import { Logo } from "./Logo.tsx";
import { MenuButton } from "./MenuButton.tsx";

// Loaded after what a player needs first.
const Tools = lazyPart(
  whenIdle(() => import("../tools/Tools.tsx")),
  "navigation",
);

export function CasinoBar({ onMenu }: { onMenu: () => void }) {
  const t = useT();
  const { headerBar } = useSettings();
  useSearchKeys();
  // The bar above is drawn first. A phone shows no entries: they are in the drawer.
  const hasEntries = useDeferredValue(useMedia("(width >= 48rem)"), false);
  const withTools = useDeferredValue(useMedia("(width >= 64rem)"), true);
  const menu = <MenuButton onClick={onMenu} withChat={!withTools} />;
  return (
    <>
      {headerBar ? (
        <div className="mx-auto flex min-h-16 max-w-[1920px] flex-wrap items-center gap-x-1 px-2 py-1 sm:gap-2 sm:px-6">
          {menu}
          <Logo short="narrow" />
          <BarActions />
        </div>
      ) : (
        <div className="px-2 md:hidden across:block">{menu}</div>
      )}
      <nav aria-label={t("shell.mainNavigation")} className="hidden border-t border-line/60 md:block across:hidden">
        <div className="mx-auto flex min-h-11 max-w-[1920px] flex-wrap gap-x-1 px-2 sm:px-6">
          {headerBar ? null : menu}
          {hasEntries ? <Entries /> : null}
        </div>
      </nav>
    </>
  );
}

function Entries() {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <>
      {ENTRIES.map(({ id, url, title, icon: Icon }) => (
        <Link
          key={id}
          to={url}
          aria-current={isActive({ url }, pathname) ? "page" : undefined}
          className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-[.9375rem] whitespace-nowrap hover:bg-lifted aria-[current=page]:border-gold aria-[current=page]:text-gold"
        >
          <Icon size={18} className="max-lg:hidden" />
          {t(title)}
        </Link>
      ))}
      <SupportEntry look="line" onDesk={() => void openDesk()} />
      <div className="ms-auto max-lg:hidden">
        <Suspense>
          <Tools />
        </Suspense>
      </div>
    </>
  );
}
