/** The rows as a table of which only those in sight are drawn. A row opens with Enter or a press. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { AuditRow } from "@reelcast/contract/console";
import { Button, Spinner, cx } from "@reelcast/ui";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";

const ROW_PX = 44;
const PHONE_ROW_PX = 84;
/** Rows that are drawn above and below those in sight. */
const MARGIN = 8;

export function Outcome({ outcome }: { outcome: string | null }) {
  const t = useT();
  if (outcome === null) return null;
  const isKnown = outcome === "done" || outcome === "asked" || outcome === "refused" || outcome === "unknown";
  return (
    <span
      className={cx(
        "rounded-full px-2 text-xs font-medium",
        outcome === "refused" || outcome === "unknown" ? "bg-error/12 text-error" : "bg-lifted text-muted",
      )}
    >
      {isKnown ? t(`audit.outcome_${outcome}`) : outcome}
    </span>
  );
}

interface RowProps {
  row: AuditRow;
  index: number;
  narrow: boolean;
  height: number;
  onOpen: () => void;
}
function Row({ row, index, narrow, height, onOpen }: RowProps) {
  const language = useLanguage();
  const { at, by, act, target, why, outcome, seq } = row;
  const place = { insetBlockStart: index * height, height };
  const cell = "min-w-0 truncate px-2";
  const opener = (
    <button type="button" data-row aria-haspopup="dialog" onClick={onOpen} className="font-medium hover:underline">
      {act}
    </button>
  );
  if (narrow)
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        style={place}
        className="absolute inset-x-0 flex flex-col justify-center gap-0.5 border-b border-line/60 px-3"
      >
        <div role="cell" className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate">{opener}</span>
          <Outcome outcome={outcome} />
        </div>
        <div role="cell" className="truncate text-sm">
          {by}
          {target === null ? null : <span className="text-muted"> · {target}</span>}
        </div>
        <div role="cell" className="truncate text-xs text-muted">
          {formatMoment(at, language, true)}
          {why === null ? null : ` · ${why}`}
        </div>
      </div>
    );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={place}
      className={cx(GRID, "absolute inset-x-0 border-b border-line/60 hover:bg-raised")}
    >
      <span role="cell" className={cx(cell, "figures text-end text-muted")}>
        {seq}
      </span>
      <span role="cell" className={cx(cell, "figures")}>
        {formatMoment(at, language, true)}
      </span>
      <span role="cell" className={cell}>
        {by}
      </span>
      <span role="rowheader" className={cell}>
        {opener}
      </span>
      <span role="cell" className={cell}>
        {target ?? "–"}
      </span>
      <span role="cell" className={cx(cell, "text-muted rtl:text-right")} dir={why === null ? undefined : "auto"}>
        {why ?? "–"}
      </span>
      <span role="cell" className={cell}>
        <Outcome outcome={outcome} />
      </span>
    </div>
  );
}
const GRID =
  "grid grid-cols-[5rem_13rem_minmax(7rem,1fr)_minmax(9rem,1.2fr)_minmax(7rem,1fr)_minmax(8rem,2fr)_7rem] items-center text-sm";

/** Size and position of the scrolled part, in pixels. */
function useView() {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600, narrow: false });
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const read = () =>
      setView({ top: element.scrollTop, height: element.clientHeight, narrow: element.clientWidth < 760 });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);
  return { ref, ...view };
}

export interface RowsProps {
  rows: readonly AuditRow[];
  /** Where a search has come to; null: everything is read. */
  cursor: number | null;
  loading: boolean;
  /** Why the next page could not be read; null: it was not refused. It is asked for again when somebody wants it. */
  failed: unknown;
  onMore: () => void;
  onOpen: (seq: number) => void;
}
export function Rows({ rows, cursor, loading, failed, onMore, onOpen }: RowsProps) {
  const t = useT();
  const { ref, top, height, narrow } = useView();
  const each = narrow ? PHONE_ROW_PX : ROW_PX;
  const first = Math.max(0, Math.floor(top / each) - MARGIN);
  const last = Math.min(rows.length, Math.ceil((top + height) / each) + MARGIN);
  const isNearEnd = last >= rows.length - MARGIN;
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (isNearEnd && cursor !== null && !loading && failed === null) more();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a page without rows is followed by the next one
  }, [isNearEnd, cursor, loading, failed, rows.length]);
  const heads = ["seq", "at", "by", "act", "target", "why", "outcome"] as const;
  return (
    <div className="card overflow-hidden">
      <div
        ref={ref}
        role="table"
        aria-label={t("audit.rows")}
        aria-rowcount={cursor === null ? rows.length + 1 : -1}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="h-[calc(100dvh-var(--bar)-19rem)] min-h-80 overflow-auto"
      >
        <div role="rowgroup" className={cx(narrow && "sr-only")}>
          <div
            role="row"
            aria-rowindex={1}
            className={cx(GRID, "sticky top-0 h-10 border-b border-line bg-raised text-muted")}
          >
            {heads.map((head) => (
              <span key={head} role="columnheader" className={cx("truncate px-2", head === "seq" && "text-end")}>
                {t(`audit.${head}`)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.length * each }}>
          {rows.slice(first, last).map((row, index) => (
            <Row
              key={row.seq}
              row={row}
              index={first + index}
              narrow={narrow}
              height={each}
              onOpen={() => onOpen(row.seq)}
            />
          ))}
        </div>
      </div>
      <p role="status" className="flex min-h-9 items-center gap-2 border-t border-line px-3 text-sm text-muted">
        {loading ? <Spinner label={t("shell.loading")} /> : null}
        {cursor === null ? (
          t("audit.end")
        ) : failed === null ? (
          t("audit.searching", { seq: cursor })
        ) : (
          <>
            <span className="text-error">{errorText(failed)}</span>
            <Button tone="quiet" onClick={onMore}>
              {t("shell.again")}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
