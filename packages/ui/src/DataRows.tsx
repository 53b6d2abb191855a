/** The rows of a `DataTable` in little room: two lines each, and all figures once a row is opened. */
import { cx } from "./cx.ts";
import type { Column, LayoutProps } from "./dataColumns.ts";
import { ExpandIcon } from "./icons.ts";

/** What names the row and its figure, and below it what is said in small letters. */
function TwoLines<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <div className="min-w-0 grow">
      <dl className="flex flex-wrap items-baseline justify-between gap-x-3">
        {columns
          .filter(({ main, lead }) => main || lead)
          .map(({ key, head, lead, cell }) => (
            <div key={key} className={cx("font-semibold", lead ? "figures" : "min-w-0 flex-1 basis-24 truncate")}>
              <dt className="sr-only">{head}</dt>
              <dd className={lead ? "" : "truncate"}>{cell(row) ?? "–"}</dd>
            </div>
          ))}
      </dl>
      <dl className="flex gap-x-2 text-sm text-muted">
        {columns.map(({ key, head, line }) => {
          const value = line?.(row) ?? null;
          return value === null ? null : (
            <div
              key={key}
              // The first one, a moment, is cut off last.
              className="flex min-w-0 shrink gap-x-2 not-first:shrink-99 not-first:before:content-['·']"
            >
              <dt className="sr-only">{head}</dt>
              <dd className="truncate">{value}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** Every figure but those of the first line. */
function AllFigures<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2 text-sm">
      {columns.map(({ key, head, main, lead, numeric, cell }) => {
        const value = main || lead ? null : cell(row);
        return value === null ? null : (
          <div key={key}>
            <dt className="text-muted">{head}</dt>
            <dd className={numeric ? "figures" : ""}>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

type RowsProps<Row> = LayoutProps<Row> & Required<Pick<LayoutProps<Row>, "rowLabel">>;

export function Rows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLabel,
  details,
  nested,
  open,
  onToggle,
  id,
}: RowsProps<Row>) {
  return (
    <ul
      aria-label={caption}
      className={cx("divide-y divide-line/60", !nested && "rounded-lg border border-line bg-raised")}
    >
      {rows.map((row) => {
        const key = rowKey(row);
        const isOpen = open.has(key);
        const more = details?.content(row) ?? null;
        return (
          <li key={key}>
            <div
              className={cx("relative flex items-center gap-1 rounded-md py-1.5 hover:bg-lifted/50", !nested && "ps-4")}
            >
              <TwoLines row={row} columns={columns} />
              {/* The whole row is its target. */}
              <button
                type="button"
                tabIndex={0}
                aria-label={rowLabel(row)}
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}-${key}` : undefined}
                onClick={() => onToggle(key)}
                className="grid size-11 shrink-0 place-items-center rounded-md text-muted after:absolute after:inset-0"
              >
                <ExpandIcon size={18} className={cx("transition-[rotate]", isOpen && "rotate-180")} />
              </button>
            </div>
            {isOpen ? (
              <div id={`${id}-${key}`} className={cx("pt-1 pb-4", !nested && "px-4")}>
                <AllFigures row={row} columns={columns} />
                {more === null ? null : (
                  <div className="mt-4 border-t border-line pt-3">
                    <p className="text-sm text-muted">{details?.head}</p>
                    {more}
                  </div>
                )}
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
