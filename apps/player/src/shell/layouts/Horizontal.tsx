/**
 * The horizontal navigation of layout 2: a row whose groups fly out, nested as deep as the tree. A disclosure
 * navigation as WAI-ARIA describes it: Tab reaches everything that is open, arrows walk, Escape closes.
 */
import { useLocation } from "@tanstack/react-router";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useT } from "../../i18n/index.ts";
import { ChevronIcon, cx } from "../../ui/index.ts";
import { BadgeMark } from "../navigation/BadgeMark.tsx";
import { Destination } from "../navigation/Destination.tsx";
import { isActive, useNavigation } from "../navigation/index.ts";
import type { NavigationItem } from "../navigation/index.ts";
import { useTheme } from "../theme/theme.ts";
import Tools from "../tools/Tools.tsx";
import { MenuButton } from "./MenuButton.tsx";
import { keyAction, nextIndex } from "./keys.ts";
import { useFlyOuts } from "./useFlyOuts.ts";

/** Pixels that a fly-out keeps from the edges of the window. */
const MARGIN = 8;
const ROW_ENTRY =
  "inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-[.9375rem] whitespace-nowrap hover:bg-lifted aria-[current=page]:border-gold aria-[current=page]:text-gold data-active:border-gold data-active:text-gold";
const LIST_ENTRY =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-start text-[.9375rem] leading-snug hover:bg-line pointer-fine:min-h-10 aria-[current=page]:text-gold data-active:text-gold";
const ENTRIES = ":scope > li > a, :scope > li > button";

interface LevelProps {
  items: readonly NavigationItem[];
  /** 0: the row itself. */
  level: number;
  path: string;
  /** Closes this list and all that it hangs on: something was chosen. */
  onChoose: () => void;
  /** Closes this list alone; the focus goes back to its button. */
  onClose?: () => void;
  /** The keyboard has opened it: the focus goes in. */
  enter?: boolean;
  id?: string;
  label?: string;
}

function Level({ items, level, path, onChoose, onClose, enter = false, id, label }: LevelProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const base = useId();
  const { opened, show, press, hover } = useFlyOuts();
  const [place, setPlace] = useState({ flipped: false, up: 0 });
  const row = level === 0;
  // Only the innermost list may scroll: what scrolls would cut off what flies out of it.
  const leaf = items.every(({ children }) => !children?.length);

  useLayoutEffect(() => {
    if (row || !list.current) return;
    const { left, right, top, bottom } = list.current.getBoundingClientRect();
    setPlace({
      flipped: right > document.documentElement.clientWidth - MARGIN || left < MARGIN,
      up: level === 1 ? 0 : Math.max(0, Math.min(bottom - globalThis.innerHeight + MARGIN, top - MARGIN)),
    });
  }, [row, level]);
  useEffect(() => {
    if (enter) list.current?.querySelector<HTMLElement>(ENTRIES)?.focus();
  }, [enter]);
  useEffect(() => {
    if (!row || !opened) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !list.current?.contains(target)) show(null);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  });

  const choose = () => {
    show(null);
    onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!list.current) return;
    const rtl = getComputedStyle(list.current).direction === "rtl";
    const action = keyAction(event.key, { row, rtl });
    const entries = [...list.current.querySelectorAll<HTMLElement>(ENTRIES)];
    const present = entries.findIndex((entry) => entry.parentElement?.contains(document.activeElement));
    const item = items[present];
    if (action === null || !item) return;
    if (action === "open") {
      if (!item.children) return;
      const inside = entries[present]?.parentElement?.querySelector<HTMLElement>(":scope ul a, :scope ul button");
      if (inside) inside.focus();
      else show({ id: item.id, by: "keyboard" });
    } else if (action === "close") {
      if (opened) show(null);
      else if (onClose && (level > 1 || event.key === "Escape")) onClose();
      else return;
    } else {
      show(null);
      entries[nextIndex(action, present, entries.length)]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // It only hears what comes up from within.
    <div
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (row && relatedTarget && !list.current?.contains(relatedTarget)) show(null);
      }}
    >
      <ul
        ref={list}
        id={id}
        aria-label={label}
        style={row ? undefined : { translate: `0 ${-place.up}px` }}
        className={
          row
            ? "flex flex-wrap gap-1"
            : cx(
                "absolute z-40 w-60 rounded-lg border border-line bg-lifted p-1 shadow-popup",
                level === 1
                  ? ["top-full", place.flipped ? "end-0" : "start-0"].join(" ")
                  : ["top-0", place.flipped ? "end-full" : "start-full"].join(" "),
                leaf && "max-h-[calc(100dvh-16px)] overflow-y-auto overscroll-contain",
              )
        }
      >
        {items.map((item, index) => {
          const { id: itemId, title, icon: Icon, badge, children } = item;
          const active = isActive(item, path);
          const shared = { className: row ? ROW_ENTRY : LIST_ENTRY };
          const words = (
            <>
              {Icon ? <Icon size={18} className={cx("shrink-0", row && "max-xl:hidden")} /> : null}
              <span className={row ? undefined : "min-w-0 grow"}>{t(title)}</span>
              {badge ? <BadgeMark badge={badge} /> : null}
            </>
          );
          if (!children)
            return (
              <li key={itemId}>
                <Destination item={item} path={path} onChoose={choose} {...shared}>
                  {words}
                </Destination>
              </li>
            );
          const isOpen = opened?.id === itemId;
          const listId = `${base}-${index}`;
          return (
            <li key={itemId} className="relative" {...hover(itemId)}>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? listId : undefined}
                data-active={active ? "" : undefined}
                onClick={() => press(itemId)}
                {...shared}
              >
                {words}
                <ChevronIcon
                  size={16}
                  className={cx("shrink-0 transition-[rotate]", row ? "rotate-90" : "rtl:rotate-180")}
                />
              </button>
              {isOpen ? (
                <Level
                  items={children}
                  level={level + 1}
                  path={path}
                  onChoose={choose}
                  onClose={() => {
                    show(null);
                    list.current?.querySelectorAll<HTMLElement>(ENTRIES)[index]?.focus();
                  }}
                  enter={opened.by === "keyboard"}
                  id={listId}
                  label={t(title)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const nothing = () => undefined;

/** `onMenu`: there is no bar above it, so the tools and the way to the drawer stand in this row. */
export default function Horizontal({ onMenu }: { onMenu?: () => void }) {
  const t = useT();
  const { pathname } = useLocation();
  const { width } = useTheme();
  const tree = useNavigation();
  return (
    <nav aria-label={t("shell.mainNavigation")} className="hidden border-t border-line/60 lg:block">
      <div className={cx("mx-auto flex items-start gap-1 px-2 sm:px-4", width === "container" && "max-w-[1440px]")}>
        {onMenu ? <MenuButton onClick={onMenu} /> : null}
        <Level key={pathname} items={tree} level={0} path={pathname} onChoose={nothing} />
        {onMenu ? <Tools className="ms-auto shrink-0" /> : null}
      </div>
    </nav>
  );
}
