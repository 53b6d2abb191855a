/** The vertical navbar of layout 1: 184 wide, or folded to its icons, and then unfolded over the page while in use. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { settings } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";
import { FoldIcon, IconButton, LogoutIcon, cx } from "../../ui/index.ts";
import { FOLDED_INDENT, NavigationList } from "../navigation/NavigationList.tsx";
import { indentOf } from "../navigation/index.ts";
import { changeTheme } from "../theme/sync.ts";
import { useTheme } from "../theme/theme.ts";
import Tools from "../tools/Tools.tsx";
import { Logo } from "./Logo.tsx";

/** Pixels. */
const WIDTH = 184;
const FOLDED = 64;

export default function Navbar() {
  const t = useT();
  const navigate = useNavigate();
  const { navbarPosition, navbarFolded, toolbarHidden } = useTheme();
  const [using, setUsing] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const narrow = navbarFolded && !using;
  const right = navbarPosition === "right";
  const fold = () => {
    // It folds at once, though the pointer is still over it.
    setUsing(false);
    changeTheme({ navbarFolded: !navbarFolded });
  };
  useEffect(() => {
    if (!navbarFolded || !using) return;
    // A finger does not leave as a pointer does.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) setUsing(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [navbarFolded, using]);
  return (
    <div
      className={cx("hidden shrink-0 lg:block print:hidden", right ? "ltr:order-last" : "rtl:order-last")}
      style={{ inlineSize: navbarFolded ? FOLDED : WIDTH }}
    >
      {/* It only hears what comes up from within. */}
      <div
        role="presentation"
        className="sticky top-0 z-40 h-dvh"
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && setUsing(true)}
        onPointerLeave={({ pointerType }) =>
          pointerType === "mouse" && !nav.current?.querySelector(":focus-visible") && setUsing(false)
        }
        onFocus={({ target }) => target.matches(":focus-visible") && setUsing(true)}
        onBlur={({ relatedTarget }) => {
          if (!nav.current?.contains(relatedTarget) && !nav.current?.matches(":hover")) setUsing(false);
        }}
        onKeyDown={({ key }) => key === "Escape" && setUsing(false)}
      >
        <nav
          ref={nav}
          aria-label={t("shell.mainNavigation")}
          data-folded={narrow}
          style={{ inlineSize: narrow ? FOLDED : WIDTH }}
          className={cx(
            "absolute inset-y-0 flex flex-col overflow-x-clip border-line bg-raised transition-[inline-size]",
            // Left and right are those of the room, whichever way is read.
            right
              ? "ltr:end-0 ltr:border-s rtl:start-0 rtl:border-e"
              : "ltr:start-0 ltr:border-e rtl:end-0 rtl:border-s",
            navbarFolded && using && "shadow-popup",
          )}
        >
          <Logo short={narrow} className="m-2" />
          <div className="min-h-0 grow overflow-y-auto overscroll-contain [scrollbar-width:thin]">
            <NavigationList dense folded={narrow} onUnfold={() => setUsing(true)} />
          </div>
          {(toolbarHidden || !settings().headerBar) && !narrow ? (
            <div className="flex flex-wrap items-center border-t border-line p-1">
              <Tools />
              <IconButton label={t("shell.logout")} onClick={() => void navigate({ to: "/logout" })}>
                <LogoutIcon className="rtl:-scale-x-100" />
              </IconButton>
            </div>
          ) : null}
          <button
            type="button"
            onClick={fold}
            style={{ paddingInlineStart: narrow ? FOLDED_INDENT : indentOf(0) }}
            className="flex min-h-11 shrink-0 items-center gap-2 border-t border-line pe-2 text-start text-sm text-muted hover:bg-lifted"
          >
            <FoldIcon className={cx("shrink-0", right !== navbarFolded && "-scale-x-100")} />
            <span className={narrow ? "sr-only" : undefined}>
              {navbarFolded ? t("navigation.unfold") : t("navigation.fold")}
            </span>
          </button>
        </nav>
      </div>
    </div>
  );
}
