/** A month to choose a day from, by pointer or by keys: arrows go by days and weeks, Page Up and Page Down by months. */
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import { moveDay, moveMonth, weeksOf, wordDay } from "./days.ts";
import { ChevronIcon } from "./icons.ts";
import { useUiLanguage, useUiTexts } from "./texts.ts";

export interface CalendarProps {
  /** YYYY-MM-DD, "" for none; `today` is where it begins then. */
  value: string;
  today: string;
  min: string;
  max: string;
  /** The day that the keys move. */
  focused: RefObject<HTMLButtonElement | null>;
  onChoose: (day: string) => void;
}

const within = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day);

/** The day that a key leads to; null: the key is not for the calendar. */
function dayAfterKey(key: string, at: string, rtl: boolean): string | null {
  if (key === "PageUp") return moveMonth(at, -1);
  if (key === "PageDown") return moveMonth(at, 1);
  const steps: Record<string, number> = {
    ArrowUp: -7,
    ArrowDown: 7,
    ArrowLeft: rtl ? 1 : -1,
    ArrowRight: rtl ? -1 : 1,
  };
  const step = steps[key];
  return step === undefined ? null : moveDay(at, step);
}

/** @param onMonth leads to the month so many months later */
function MonthBar({ at, onMonth }: { at: string; onMonth: (by: number) => void }) {
  const t = useUiTexts();
  const language = useUiLanguage();
  return (
    <div className="flex items-center justify-between">
      <IconButton label={t("shell.monthBefore")} onClick={() => onMonth(-1)}>
        <ChevronIcon className="rotate-180 rtl:rotate-0" />
      </IconButton>
      <p aria-live="polite" className="font-semibold">
        {wordDay(at, language, { month: "long", year: "numeric" })}
      </p>
      <IconButton label={t("shell.monthAfter")} onClick={() => onMonth(1)}>
        <ChevronIcon className="rtl:rotate-180" />
      </IconButton>
    </div>
  );
}

interface DayButtonProps extends CalendarProps {
  day: string;
  at: string;
  onKeyDown: (event: KeyboardEvent) => void;
}
function DayButton({ day, at, value, today, min, max, focused, onChoose, onKeyDown }: DayButtonProps) {
  const language = useUiLanguage();
  return (
    <button
      type="button"
      {...(day === at && { ref: focused })}
      tabIndex={day === at ? 0 : -1}
      disabled={day < min || day > max}
      aria-label={wordDay(day, language, { dateStyle: "full" })}
      aria-current={day === today ? "date" : undefined}
      onClick={() => onChoose(day)}
      onKeyDown={onKeyDown}
      className={cx(
        "h-11 w-full rounded-md figures hover:bg-lifted disabled:text-muted disabled:opacity-40",
        day.slice(0, 7) !== at.slice(0, 7) && "text-muted",
        day === today && "ring-1 ring-edge ring-inset",
        day === value && "bg-gold font-semibold text-on-gold hover:bg-gold-bright",
      )}
    >
      {Number(day.slice(8))}
    </button>
  );
}

export function Calendar(props: CalendarProps) {
  const { value, today, min, max, focused } = props;
  const language = useUiLanguage();
  const [at, setAt] = useState(() => within(value || today, min, max));
  const keyed = useRef(false);
  useEffect(() => {
    if (keyed.current) focused.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus follows the day
  }, [at, focused]);
  const weeks = weeksOf(at, language);
  const show = (day: string, byKey: boolean) => {
    keyed.current = byKey;
    setAt(within(day, min, max));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at, document.documentElement.dir === "rtl");
    if (next === null) return;
    event.preventDefault();
    show(next, true);
  };
  return (
    <div className="flex flex-col gap-2">
      <MonthBar at={at} onMonth={(by) => show(moveMonth(at, by), false)} />
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of buttons (ARIA's date grid)
        role="grid"
        className="w-full table-fixed"
        aria-label={wordDay(at, language, { month: "long", year: "numeric" })}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={wordDay(day, language, { weekday: "long" })}
                className="h-8 text-xs font-medium text-muted"
              >
                {wordDay(day, language, { weekday: language === "ar" ? "narrow" : "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value} className="p-0">
                  <DayButton {...props} day={day} at={at} onKeyDown={onKeyDown} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
