/**
 * The horizontal navigation of layout 2: a row whose groups open lists, nested as deep as the tree. Follows the
 * disclosure navigation pattern of WAI-ARIA: Tab reaches everything that is open, arrows move, Escape closes.
 */
import { useLocation } from "@tanstack/react-router";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { ChevronIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { BadgeMark } from "../navigation/BadgeMark.tsx";
import { Destination } from "../navigation/Destination.tsx";
import { isActive, useNavigation } from "../navigation/index.ts";
import type { NavigationItem } from "../navigation/index.ts";
import { useTheme } from "../theme/theme.ts";
import Tools from "../tools/Tools.tsx";
import { MenuButton } from "./MenuButton.tsx";
import { keyAction, nextIndex } from "./keys.ts";
import { useFlyOuts } from "./useFlyOuts.ts";
import type { FlyOuts } from "./useFlyOuts.ts";

/** Pixels between a list and the edges of the window. */
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
  /** Closes this list and its parents: something was chosen. */
  onChoose: () => void;
  /** Closes only this list, and moves the focus back to its button. */
  onClose?: () => void;
  /** It was opened by the keyboard: its first entry gets the focus. */
  enter?: boolean;
  id?: string;
  label?: string;
}

/** Where a list opens: it stays within the window. */
function usePlace(list: RefObject<HTMLElement | null>, level: number): { flipped: boolean; up: number } {
  const [place, setPlace] = useState({ flipped: false, up: 0 });
  useLayoutEffect(() => {
    if (level === 0 || !list.current) return;
    const { left, right, top, bottom } = list.current.getBoundingClientRect();
    // oxlint-disable-next-line react/set-state-in-effect -- the place is known once the list has been laid out
    setPlace({
      flipped: right > document.documentElement.clientWidth - MARGIN || left < MARGIN,
      up: level === 1 ? 0 : Math.max(0, Math.min(bottom - globalThis.innerHeight + MARGIN, top - MARGIN)),
    });
  }, [list, level]);
  return place;
}

/** A press outside of the row closes what is open. */
function useOutsidePress(list: RefObject<HTMLElement | null>, active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !list.current?.contains(target)) close();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  });
}

/** Arrows move within the list, open a list and leave it; Escape closes. */
function useKeys(list: RefObject<HTMLElement | null>, { items, level, onClose }: LevelProps, flyOuts: FlyOuts) {
  const { opened, show } = flyOuts;
  return (event: KeyboardEvent) => {
    if (!list.current) return;
    const rtl = getComputedStyle(list.current).direction === "rtl";
    const action = keyAction(event.key, { row: level === 0, rtl });
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
}

function Level(props: LevelProps) {
  const { items, level, path, onChoose, enter = false, id, label } = props;
  const list = useRef<HTMLUListElement>(null);
  const flyOuts = useFlyOuts();
  const { opened, show } = flyOuts;
  const row = level === 0;
  const { flipped, up } = usePlace(list, level);
  const onKeyDown = useKeys(list, props, flyOuts);
  useOutsidePress(list, row && opened !== null, () => show(null));
  useEffect(() => {
    if (enter) list.current?.querySelector<HTMLElement>(ENTRIES)?.focus();
  }, [enter]);
  // Only the innermost list may scroll: a list that scrolls would clip the lists that open from it.
  const leaf = items.every(({ children }) => !children?.length);
  const choose = () => {
    show(null);
    onChoose();
  };
  return (
    // It only handles events of its children.
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
        style={row ? undefined : { translate: `0 ${-up}px` }}
        className={
          row
            ? "flex flex-wrap gap-1"
            : cx(
                "absolute z-40 w-60 rounded-lg border border-line bg-lifted p-1 shadow-popup",
                level === 1
                  ? ["top-full", flipped ? "end-0" : "start-0"].join(" ")
                  : ["top-0", flipped ? "end-full" : "start-full"].join(" "),
                leaf && "max-h-[calc(100dvh-16px)] overflow-y-auto overscroll-contain",
              )
        }
      >
        {items.map((item) => (
          <Entry key={item.id} item={item} level={level} path={path} flyOuts={flyOuts} onChoose={choose} />
        ))}
      </ul>
    </div>
  );
}

interface EntryProps extends Pick<LevelProps, "level" | "path" | "onChoose"> {
  item: NavigationItem;
  flyOuts: FlyOuts;
}
/** A link, or the button of a group with the list that it opens. */
function Entry({ item, level, path, flyOuts, onChoose }: EntryProps) {
  const t = useT();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { opened, show, press, hover } = flyOuts;
  const { id, title, icon: Icon, badge, children } = item;
  const row = level === 0;
  const className = row ? ROW_ENTRY : LIST_ENTRY;
  const content = (
    <>
      {Icon ? <Icon size={18} className={cx("shrink-0", row && "max-xl:hidden")} /> : null}
      <span className={row ? undefined : "min-w-0 grow"}>{t(title)}</span>
      {badge ? <BadgeMark badge={badge} /> : null}
    </>
  );
  if (!children)
    return (
      <li>
        <Destination item={item} path={path} onChoose={onChoose} className={className}>
          {content}
        </Destination>
      </li>
    );
  const isOpen = opened?.id === id;
  return (
    <li className="relative" {...hover(id)}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        data-active={isActive(item, path) ? "" : undefined}
        onClick={() => press(id)}
        className={className}
      >
        {content}
        <ChevronIcon size={16} className={cx("shrink-0 transition-[rotate]", row ? "rotate-90" : "rtl:rotate-180")} />
      </button>
      {isOpen ? (
        <Level
          items={children}
          level={level + 1}
          path={path}
          onChoose={onChoose}
          onClose={() => {
            show(null);
            button.current?.focus();
          }}
          enter={opened.by === "keyboard"}
          id={listId}
          label={t(title)}
        />
      ) : null}
    </li>
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
