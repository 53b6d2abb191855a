/** The vertical navbar of layout 1: 184 wide, or folded to its icons, and then unfolded over the page while in use. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from "react";
import { FoldIcon, IconButton, LogoutIcon, cx } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { FOLDED_INDENT, NavigationList } from "../navigation/NavigationList.tsx";
import { indentOf } from "../navigation/index.ts";
import { changeTheme } from "../theme/sync.ts";
import { useTheme } from "../theme/theme.ts";
import Tools from "../tools/Tools.tsx";
import { Logo } from "./Logo.tsx";

/** Pixels. */
const WIDTH = 184;
const FOLDED = 64;

/** A folded navbar unfolds over the page while the pointer or the keyboard is in it. */
function useUnfolding(nav: RefObject<HTMLElement | null>, folded: boolean) {
  const [using, setUsing] = useState(false);
  useEffect(() => {
    if (!folded || !using) return;
    // A finger does not leave as a pointer does.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) setUsing(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [nav, folded, using]);
  return {
    using,
    setUsing,
    handlers: {
      onPointerEnter: ({ pointerType }: ReactPointerEvent) => pointerType === "mouse" && setUsing(true),
      onPointerLeave: ({ pointerType }: ReactPointerEvent) =>
        pointerType === "mouse" && !nav.current?.querySelector(":focus-visible") && setUsing(false),
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && setUsing(true),
      onBlur({ relatedTarget }: FocusEvent) {
        if (!nav.current?.contains(relatedTarget) && !nav.current?.matches(":hover")) setUsing(false);
      },
      onKeyDown: ({ key }: KeyboardEvent) => key === "Escape" && setUsing(false),
    },
  };
}

export default function Navbar() {
  const house = useSettings();
  const t = useT();
  const { navbarPosition, navbarFolded, toolbarHidden } = useTheme();
  const nav = useRef<HTMLElement>(null);
  const { using, setUsing, handlers } = useUnfolding(nav, navbarFolded);
  const narrow = navbarFolded && !using;
  const right = navbarPosition === "right";
  const fold = () => {
    // It folds at once, though the pointer is still over it.
    setUsing(false);
    changeTheme({ navbarFolded: !navbarFolded });
  };
  return (
    <div
      className={cx("hidden shrink-0 lg:block print:hidden", right ? "ltr:order-last" : "rtl:order-last")}
      style={{ inlineSize: navbarFolded ? FOLDED : WIDTH }}
    >
      {/* It only handles events of its children. */}
      <div role="presentation" className="sticky top-0 z-40 h-dvh" {...handlers}>
        <nav
          ref={nav}
          aria-label={t("shell.mainNavigation")}
          data-folded={narrow}
          style={{ inlineSize: narrow ? FOLDED : WIDTH }}
          className={cx(
            "absolute inset-y-0 flex flex-col overflow-x-clip border-line bg-raised transition-[inline-size]",
            // Left and right are sides of the window in every language.
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
          {(toolbarHidden || !house.headerBar) && !narrow ? <NavbarTools /> : null}
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

/** Without a bar above the page, the tools and the logout are here. */
function NavbarTools() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-center border-t border-line p-1">
      <Tools />
      <IconButton label={t("shell.logout")} onClick={() => void navigate({ to: "/logout" })}>
        <LogoutIcon className="rtl:-scale-x-100" />
      </IconButton>
    </div>
  );
}
