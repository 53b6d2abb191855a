/**
 * Rows of data: a real table where there is room for its columns, else a list of cards with the same words and
 * figures, or of rows of two lines that open to the rest. A row may open to more. Knows nothing of where the rows come from.
 */
import { Fragment, useId, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { ExpandIcon } from "./icons.ts";
import { Rows } from "./DataRows.tsx";
import type { DataTableProps, LayoutProps, RowDetails } from "./dataColumns.ts";

/** Width of an element in rem; null before it is known. */
function useRemWidth(): [RefObject<HTMLDivElement | null>, number | null] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () =>
      setWidth(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

function Opener<Row>({
  row,
  details,
  open,
  onToggle,
  controls,
  className,
}: {
  row: Row;
  details: RowDetails<Row>;
  open: boolean;
  onToggle: () => void;
  controls: string;
  className?: string;
}) {
  return (
    <Button
      tone="quiet"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      className={cx("text-sm whitespace-nowrap", className)}
    >
      {details.label(row)}
      <ExpandIcon size={18} className={cx("shrink-0 transition-[rotate]", open && "rotate-180")} />
    </Button>
  );
}

function Table<Row>({ caption, columns, rows, rowKey, details, nested, open, onToggle, id }: LayoutProps<Row>) {
  const pad = nested ? "px-3 py-2" : "px-3 py-2.5 first:ps-4 last:pe-4";
  return (
    <table className="w-full border-collapse text-start text-sm wrap-break-word">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          {columns.map(({ key, head, numeric }) => (
            <th key={key} scope="col" className={cx(pad, "font-medium", numeric ? "text-end" : "text-start")}>
              {head}
            </th>
          ))}
          {details ? (
            <th scope="col" className={cx(pad, "text-end font-medium")}>
              {details.head}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const content = details?.content(row) ?? null;
          const isOpen = content !== null && open.has(key);
          return (
            <Fragment key={key}>
              <tr className={cx("border-b border-line/60 last:border-b-0", !nested && "hover:bg-raised")}>
                {columns.map(({ key: column, cell, numeric, main }) => {
                  const Cell = main ? "th" : "td";
                  return (
                    <Cell
                      key={column}
                      {...(main && { scope: "row" })}
                      className={cx(pad, "font-normal", numeric ? "figures text-end whitespace-nowrap" : "text-start")}
                    >
                      {cell(row) ?? <span className="text-muted">–</span>}
                    </Cell>
                  );
                })}
                {details ? (
                  <td className={cx(pad, "py-1 text-end")}>
                    {content === null ? (
                      <span className="px-4 text-muted">{details.label(row)}</span>
                    ) : (
                      <Opener
                        row={row}
                        details={details}
                        open={isOpen}
                        onToggle={() => onToggle(key)}
                        controls={`${id}-${key}`}
                        className="-me-2"
                      />
                    )}
                  </td>
                ) : null}
              </tr>
              {isOpen ? (
                <tr id={`${id}-${key}`} className="border-b border-line/60 bg-sunken">
                  <td colSpan={columns.length + 1} className="p-3 ps-6">
                    {content}
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey, details, nested, open, onToggle, id }: LayoutProps<Row>) {
  const heads = columns.filter(({ main, lead }) => main || lead);
  const others = columns.filter(({ main, lead }) => !main && !lead);
  return (
    <ul
      aria-label={caption}
      className={cx(
        nested
          ? "flex flex-col divide-y divide-line/60"
          : "grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] items-start gap-3",
      )}
    >
      {rows.map((row) => {
        const key = rowKey(row);
        const content = details?.content(row) ?? null;
        const isOpen = content !== null && open.has(key);
        return (
          <li
            key={key}
            className={nested ? "py-3 first:pt-0 last:pb-0" : "rounded-lg border border-line bg-raised p-4"}
          >
            <dl className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              {heads.map((column) => (
                <div key={column.key} className={cx("font-semibold", column.lead && "figures text-lg")}>
                  <dt className="sr-only">{column.head}</dt>
                  <dd>{column.cell(row) ?? "–"}</dd>
                </div>
              ))}
            </dl>
            <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2 pt-3 text-sm">
              {others.map((column) => {
                const value = column.cell(row);
                return value === null ? null : (
                  <div key={column.key}>
                    <dt className="text-muted">{column.head}</dt>
                    <dd className={cx(column.numeric && "figures")}>{value}</dd>
                  </div>
                );
              })}
            </dl>
            {details && content !== null ? (
              <>
                <Opener
                  row={row}
                  details={details}
                  open={isOpen}
                  onToggle={() => onToggle(key)}
                  controls={`${id}-${key}`}
                  className="mt-2 -mb-2 w-full"
                />
                {isOpen ? (
                  <div id={`${id}-${key}`} className="mt-4 border-t border-line pt-4">
                    {content}
                  </div>
                ) : null}
              </>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const id = useId();
  const [ref, width] = useRemWidth();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const layout: LayoutProps<Row> = {
    ...props,
    id,
    open,
    onToggle: (key) => setOpen((before) => (before.has(key) ? without(before, key) : new Set([...before, key]))),
  };
  return (
    <div ref={ref} className="min-w-0">
      {width === null ? null : width >= props.tableFrom ? (
        <Table {...layout} />
      ) : props.rowLabel ? (
        <Rows {...layout} rowLabel={props.rowLabel} />
      ) : (
        <Cards {...layout} />
      )}
    </div>
  );
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((other) => other !== key));
