/** The bar on top of layouts 1 and 2, with the horizontal navigation below it in layout 2. */
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { LogoutIcon, cx } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { BarActions } from "../BarActions.tsx";
import { useTheme } from "../theme/theme.ts";
import Tools from "../tools/Tools.tsx";
import { Logo } from "./Logo.tsx";
import { MenuButton } from "./MenuButton.tsx";

const Horizontal = lazyPart(() => import("./Horizontal.tsx"));

export default function Toolbar({ onMenu }: { onMenu: () => void }) {
  const t = useT();
  const { layout, toolbarHidden, navbarHidden } = useTheme();
  const bar = useSettings().headerBar && !toolbarHidden;
  // Where the navigation shows itself, no button for it is needed.
  const instead = navbarHidden ? "" : "lg:hidden";
  const menu = <MenuButton onClick={onMenu} className={instead} />;
  return (
    <>
      {bar ? (
        <div className="flex min-h-16 flex-wrap items-center gap-x-1 px-2 py-1 sm:gap-x-2 sm:px-4">
          {menu}
          <Logo short="narrow" className={layout === "layout1" ? instead : ""} />
          <BarActions />
          <Tools className="max-lg:hidden" />
          <Link
            to="/logout"
            title={t("shell.logout")}
            aria-label={t("shell.logout")}
            className="hidden size-11 shrink-0 place-items-center rounded-md hover:bg-lifted lg:inline-grid"
          >
            <LogoutIcon className="rtl:-scale-x-100" />
          </Link>
        </div>
      ) : (
        <div className={cx("px-2", instead)}>{menu}</div>
      )}
      {layout === "layout2" && !navbarHidden ? (
        <Suspense fallback={<div className="hidden h-11 lg:block" />}>
          <Horizontal {...(!bar && { onMenu })} />
        </Suspense>
      ) : null}
    </>
  );
}
