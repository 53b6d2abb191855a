/**
 * A day, typed in the language's own format or chosen from a small calendar. The browser's own date field is written in
 * the browser's language, whatever language the page has.
 */
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { Calendar } from "./Calendar.tsx";
import { Dialog } from "./Dialog.tsx";
import { CONTROL } from "./Select.tsx";
import { cx } from "./cx.ts";
import { formatDay, parseDay } from "./days.ts";
import { QuickIcon } from "./icons.ts";
import { useUiLanguage, useUiTexts } from "./texts.ts";

const EARLIEST = "2000-01-01";

export interface DayFieldProps {
  label: ReactNode;
  /** YYYY-MM-DD, "" for none. */
  value: string;
  onChange: (value: string) => void;
  /** YYYY-MM-DD */
  max: string;
  /** Id of its error text. */
  errorId?: string | undefined;
  className?: string;
}

function DayDialog({
  value,
  max,
  onChange,
  onClose,
}: Pick<DayFieldProps, "value" | "max" | "onChange"> & { onClose: () => void }) {
  const t = useUiTexts();
  const focused = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t("shell.close")}
      title={t("shell.dayPick")}
      width={360}
      initialFocus={focused}
    >
      <Calendar
        value={value}
        today={max}
        min={EARLIEST}
        max={max}
        focused={focused}
        onChoose={(day) => {
          onClose();
          onChange(day);
        }}
      />
    </Dialog>
  );
}

export function DayField({ label, value, onChange, max, errorId, className }: DayFieldProps) {
  const t = useUiTexts();
  const id = useId();
  const language = useUiLanguage();
  const [open, setOpen] = useState(false);
  /** What is typed, while it is not the day that counts. */
  const [draft, setDraft] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const isDay = (day: string | null): day is string => day !== null && day >= EARLIEST && day <= max;
  const wrong = draft !== null && draft.trim() !== "" && left;
  function type(text: string): void {
    const day = parseDay(text);
    setDraft(isDay(day) && formatDay(day, language) === text ? null : text);
    setLeft(false);
    if (text.trim() === "") onChange("");
    else if (isDay(day)) onChange(day);
  }
  function choose(day: string): void {
    setDraft(null);
    onChange(day);
  }
  const errors = [errorId, wrong ? `${id}-wrong` : undefined].filter(Boolean).join(" ");
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={10}
          placeholder={t("shell.dayFormat")}
          value={draft ?? formatDay(value, language)}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            // A day that was typed in another way is written in the language's own.
            if (isDay(parseDay(draft ?? "")) || draft?.trim() === "") setDraft(null);
            setLeft(true);
          }}
          aria-invalid={errors === "" ? undefined : true}
          aria-describedby={errors === "" ? undefined : errors}
          className={cx(CONTROL, "pe-11 figures rtl:text-right")}
        />
        <IconButton
          label={t("shell.dayPick")}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="absolute end-0 top-0 text-muted"
        >
          <QuickIcon size={18} />
        </IconButton>
      </div>
      {open ? <DayDialog value={value} max={max} onChange={choose} onClose={() => setOpen(false)} /> : null}
      {wrong ? (
        <p id={`${id}-wrong`} role="alert" className="text-sm text-error">
          {t("shell.dayWrong", { format: t("shell.dayFormat") })}
        </p>
      ) : null}
    </div>
  );
}
