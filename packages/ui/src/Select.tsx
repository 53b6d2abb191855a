/** A choice out of a few: a native control, which works best with phones and screen readers. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { ExpandIcon } from "./icons.ts";

/** The look of a control. */
export const CONTROL =
  "block h-11 w-full min-w-0 rounded-md border border-edge bg-sunken px-3 text-base text-text outline-none focus:border-gold focus:ring-1 focus:ring-gold aria-invalid:border-error";

export interface SelectProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; text: string }[];
  /** The label is on the same line instead of above. */
  inline?: boolean;
  className?: string;
}

export function Select({ label, value, onChange, options, inline = false, className }: SelectProps) {
  return (
    <label className={cx("flex min-w-0", inline ? "items-center gap-3" : "flex-col gap-1.5", className)}>
      {/* A label for screen readers alone takes no room, and has no gap after it. */}
      <span className="text-sm font-medium text-muted has-[.sr-only]:contents">{label}</span>
      <span className="relative block min-w-0 grow">
        <select
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(CONTROL, "figures appearance-none pe-9 text-ellipsis")}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-raised text-text">
              {option.text}
            </option>
          ))}
        </select>
        <ExpandIcon size={18} className="pointer-events-none absolute end-2.5 top-3.5 text-muted" />
      </span>
    </label>
  );
}
