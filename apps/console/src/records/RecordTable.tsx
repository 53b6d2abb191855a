/**
 * A long list: a table where there is room, cards on a phone. Only the rows in view are in the page. "j" and "k" move between
 * rows, Enter opens the one that has the focus.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, Message, Skeleton, cx, useMedia } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { useShortcuts } from "../shell/keys.ts";
import type { Pages } from "./usePages.ts";

const ROW_HEIGHT = 49;
const CARD_HEIGHT = 148;
const OVERSCAN = 12;

export interface RecordTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  pages: Pages<Row>;
  rowKey: (row: Row) => string;
  /** What it means that there is nothing, and what to do. */
  empty: { title: string; text: string };
}

/** Moves the focus to the next or previous row of the list. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  const target = next?.querySelector<HTMLElement>("a, button") ?? next;
  target?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

function Row<Item>({ row, columns }: { row: Item; columns: readonly Column<Item>[] }) {
  return columns.map(({ key, cell, numeric, main }) => {
    const Cell = main ? "th" : "td";
    return (
      <Cell
        key={key}
        {...(main && { scope: "row" })}
        className={cx(
          "truncate px-3 py-2.5 font-normal first:ps-4 last:pe-4",
          numeric ? "figures text-end whitespace-nowrap" : "text-start",
        )}
      >
        {cell(row) ?? <span className="text-muted">–</span>}
      </Cell>
    );
  });
}

function Card<Item>({ row, columns }: { row: Item; columns: readonly Column<Item>[] }) {
  const heads = columns.filter(({ main, lead }) => main || lead);
  const others = columns.filter(({ main, lead }) => !main && !lead);
  return (
    <div className="card p-4">
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {heads.map((column) => (
          <div key={column.key} className={cx("min-w-0 font-semibold", column.lead && "figures text-lg")}>
            <dt className="sr-only">{column.head}</dt>
            <dd className="truncate">{column.cell(row) ?? "–"}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 pt-3 text-sm">
        {others.map((column) => {
          const value = column.cell(row);
          return value === null ? null : (
            <div key={column.key} className="min-w-0">
              <dt className="text-muted">{column.head}</dt>
              <dd className={cx("truncate", column.numeric && "figures")}>{value}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

interface Shown {
  index: number;
  key: string | number | bigint;
}
interface ViewProps<Item> {
  caption: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  hasMore: boolean;
  shown: readonly Shown[];
  /** Height of the rows before and after those in view, px. */
  before: number;
  after: number;
  measure: (element: HTMLElement | null) => void;
}

function TableView<Item>({ caption, columns, rows, hasMore, shown, before, after, measure }: ViewProps<Item>) {
  return (
    <table aria-rowcount={hasMore ? -1 : rows.length + 1} className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          {columns.map(({ key, head, numeric, wide }) => (
            <th
              key={key}
              scope="col"
              className={cx(
                "px-3 py-2.5 font-medium first:ps-4 last:pe-4",
                numeric ? "text-end" : "text-start",
                wide && "w-[32%]",
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
        {shown.map(({ index, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <tr
              key={String(key)}
              data-row=""
              data-index={index}
              aria-rowindex={index + 2}
              ref={measure}
              className="border-b border-line/60 last:border-b-0 focus-within:bg-raised hover:bg-raised"
            >
              <Row row={row} columns={columns} />
            </tr>
          );
        })}
        {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
      </tbody>
    </table>
  );
}

function CardView<Item>({ caption, columns, rows, shown, before, after, measure }: ViewProps<Item>) {
  return (
    <ul aria-label={caption} style={{ paddingTop: Math.max(0, before), paddingBottom: Math.max(0, after) }}>
      {shown.map(({ index, key }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li key={String(key)} data-row="" data-index={index} ref={measure} className="pb-3">
            <Card row={row} columns={columns} />
          </li>
        );
      })}
    </ul>
  );
}

/** Lies over the list, so that nothing moves when it comes; and stays in view where the list is scrolled. */
function NewerButton({ newer, onShow }: { newer: Pages<unknown>["newer"]; onShow: () => void }) {
  const t = useT();
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--bar)+1.75rem)] z-10 flex h-0 justify-center"
    >
      {newer === null ? null : (
        <Button
          onClick={() => {
            newer.show();
            onShow();
          }}
          tone="main"
          className="pointer-events-auto -translate-y-1/2 shadow-lg"
        >
          {newer.count === null || newer.count === 0
            ? t("records.newList")
            : t("records.newer", { count: newer.count })}
        </Button>
      )}
    </div>
  );
}

function Rows<Item>({ caption, columns, pages, rowKey }: RecordTableProps<Item>) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isTable = useMedia("(width >= 56rem)");
  useLayoutEffect(() => {
    const element = list.current;
    if (element) setTop(element.getBoundingClientRect().top + scrollY);
  }, [isTable]);
  const { rows, hasMore, more, isStale, newer } = pages;
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    if (newer !== null || !isAsked.current) return;
    isAsked.current = false;
    list.current?.scrollIntoView({ block: "start" });
  }, [newer]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are used in this render alone
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isTable ? ROW_HEIGHT : CARD_HEIGHT),
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => (rows[index] === undefined ? index : rowKey(rows[index])),
  });
  const shown = virtual.getVirtualItems();
  const isNearEnd = hasMore && (shown.at(-1)?.index ?? -1) >= rows.length - OVERSCAN;
  useEffect(() => {
    if (isNearEnd) more();
  });
  useShortcuts([
    { key: "j", title: t("records.next"), run: () => step(list.current, 1) },
    { key: "k", title: t("records.previous"), run: () => step(list.current, -1) },
  ]);
  const before = (shown[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  const view = { caption, columns, rows, hasMore, shown, before, after, measure: virtual.measureElement };
  return (
    <div
      ref={list}
      aria-busy={isStale}
      className={cx("min-w-0 transition-opacity", isStale && "opacity-60", isTable && "card")}
    >
      <NewerButton newer={newer} onShow={() => (isAsked.current = true)} />
      {isTable ? <TableView {...view} /> : <CardView {...view} />}
      {hasMore ? (
        <p role="status" className="px-4 py-3 text-center text-sm text-muted">
          {t("records.loadingMore")}
        </p>
      ) : null}
    </div>
  );
}

export function RecordTable<Item>(props: RecordTableProps<Item>) {
  const t = useT();
  const { pages, empty } = props;
  if (pages.error && pages.rows.length === 0)
    return (
      <Message title={t("shell.notLoaded")} text={errorText(pages.error)}>
        <Button onClick={pages.again}>{t("shell.again")}</Button>
      </Message>
    );
  if (pages.isLoading)
    return (
      <div role="status">
        <span className="sr-only">{t("shell.loading")}</span>
        <Skeleton className="h-96" />
      </div>
    );
  if (pages.rows.length === 0) return <Message {...empty} />;
  return <Rows {...props} />;
}
