/** The navigation as a list from top to bottom: in the drawer, and in the navbar of layout 1. */
import { useLocation } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ChevronIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { BadgeMark } from "./BadgeMark.tsx";
import { Destination } from "./Destination.tsx";
import { indentOf, isActive, openGroups, useNavigation } from "./index.ts";
import type { NavigationItem } from "./index.ts";

interface Common {
  path: string;
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onChoose: (() => void) | undefined;
  /** Only icons have room: what is nested, and all words, are hidden from the eye. */
  folded: boolean;
}
/** Pixels: an icon of 20 in the middle of 64. */
export const FOLDED_INDENT = 22;
// 40 px; a finger gets its 44, for which it has more space between the rows.
const ROW =
  "hit my-0.5 pointer-fine:my-0 flex min-h-10 w-full items-center gap-2 rounded-md py-1.5 pe-2 text-start leading-snug hover:bg-lifted";
const PRESENT = "aria-[current=page]:bg-gold/12 aria-[current=page]:text-gold";

function Row({ item, level, ...common }: Common & { item: NavigationItem; level: number }) {
  const t = useT();
  const listId = useId();
  const { path, open, onToggle, onChoose, folded } = common;
  const { id, type, title, icon: Icon, badge, children = [] } = item;
  const style = { paddingInlineStart: folded ? FOLDED_INDENT : indentOf(level) };
  const words = (
    <>
      {Icon ? <Icon size={20} className="shrink-0" /> : null}
      <span className={folded ? "sr-only" : "min-w-0 grow hyphens-auto"}>{t(title)}</span>
      {badge && !folded ? <BadgeMark badge={badge} /> : null}
    </>
  );
  const below = (nested: number) =>
    children.map((child) => <Row key={child.id} {...common} item={child} level={nested} />);
  if (type === "group")
    return (
      <li className="mt-3 border-t border-line pt-2">
        <p id={listId} className={folded ? "sr-only" : "py-1 ps-6 pe-2 text-xs font-semibold text-muted uppercase"}>
          {t(title)}
        </p>
        <ul aria-labelledby={listId}>{below(level)}</ul>
      </li>
    );
  if (type === "collapse") {
    const isOpen = open.has(id) && !folded;
    return (
      <li>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => onToggle(id)}
          className={cx(ROW, isActive(item, path) && "text-gold")}
          style={style}
        >
          {words}
          {folded ? null : (
            <ChevronIcon
              size={18}
              className={cx("shrink-0 transition-[rotate]", isOpen ? "rotate-90" : "rtl:rotate-180")}
            />
          )}
        </button>
        <ul id={listId} hidden={!isOpen}>
          {isOpen ? below(level + 1) : null}
        </ul>
      </li>
    );
  }
  return (
    <li>
      <Destination
        item={item}
        path={path}
        folded={folded}
        onChoose={onChoose}
        className={cx(ROW, PRESENT)}
        style={style}
      >
        {words}
      </Destination>
    </li>
  );
}

export interface NavigationListProps {
  /** After a place was chosen. */
  onChoose?: () => void;
  folded?: boolean;
  /** There is little room for words. */
  dense?: boolean;
  /** A collapsible was pressed while only icons were shown. */
  onUnfold?: () => void;
  /** Items that stand after the single places, before the groups: these can be long. */
  children?: ReactNode;
}

export function NavigationList({ onChoose, folded = false, dense = false, onUnfold, children }: NavigationListProps) {
  const { pathname } = useLocation();
  const tree = useNavigation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<{ tree: unknown; pathname: string } | null>(null);
  // What holds the present page opens by itself, once for each page: after that, the player may close it.
  if (seen?.tree !== tree || seen.pathname !== pathname) {
    setSeen({ tree, pathname });
    setOpen(new Set([...open, ...openGroups(tree, pathname)]));
  }
  const toggle = (id: string) => {
    onUnfold?.();
    const next = new Set(open);
    if (folded || !next.delete(id)) next.add(id);
    setOpen(next);
  };
  const rowsOf = (items: readonly NavigationItem[]) =>
    items.map((item) => (
      <Row
        key={item.id}
        item={item}
        level={0}
        path={pathname}
        open={open}
        onToggle={toggle}
        onChoose={onChoose}
        folded={folded}
      />
    ));
  const firstGroup = tree.findIndex(({ type }) => type !== "item");
  const end = firstGroup < 0 ? tree.length : firstGroup;
  return (
    <ul className={cx("@container flex flex-col", dense ? "text-sm" : "text-[.9375rem]")}>
      {rowsOf(tree.slice(0, end))}
      {children}
      {rowsOf(tree.slice(end))}
    </ul>
  );
}
