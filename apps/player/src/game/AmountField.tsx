/** A field for an amount of money that is typed, with the amount that was understood, and with what is wrong with it. */
import { useId } from "react";
import type { ReactNode } from "react";
import { Money, useParseAmount } from "@reelcast/ui";

export interface AmountFieldProps {
  label: string;
  /** At the end of the label's line, and a part of it. */
  note?: ReactNode;
  hint?: string;
  text: string;
  onText: (text: string) => void;
  required?: boolean;
  /** What is wrong with it; null: nothing. */
  wrong: string | null;
}

export function AmountField({ label, note, hint, text, onText, required = false, wrong }: AmountFieldProps) {
  const id = useId();
  const understood = useParseAmount()(text);
  const described = [
    hint === undefined ? null : `${id}-hint`,
    understood === null ? null : `${id}-understood`,
    wrong === null ? null : `${id}-wrong`,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="flex justify-between text-sm font-medium text-muted">
        {label}
        {note === undefined ? null : <span>{note}</span>}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div className="relative">
        <input
          id={id}
          value={text}
          onChange={(event) => onText(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          aria-required={required}
          aria-invalid={wrong !== null}
          aria-describedby={described.length > 0 ? described.join(" ") : undefined}
          className="h-12 w-full min-w-0 scroll-mb-18 rounded-md border border-edge bg-sunken ps-3.5 pe-36 text-lg figures outline-none focus:border-gold focus:ring-1 focus:ring-gold aria-invalid:border-error"
        />
        {understood === null ? null : (
          <span
            id={`${id}-understood`}
            className="pointer-events-none absolute inset-y-0 end-3.5 flex max-w-32 items-center overflow-hidden text-sm text-muted"
          >
            <Money minor={understood} />
          </span>
        )}
      </div>
      {wrong === null ? null : (
        <p id={`${id}-wrong`} role="alert" className="text-sm text-error">
          {wrong}
        </p>
      )}
    </div>
  );
}
