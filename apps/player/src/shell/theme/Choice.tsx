/** Radio buttons shown as tiles. */
import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "@reelcast/ui";

export interface ChoiceProps<T extends string> {
  legend: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; picture?: ReactNode }[];
  columns: 2 | 3;
}

export function Choice<T extends string>({ legend, value, onChange, options, columns }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 text-sm font-medium text-muted">{legend}</legend>
      <div className={cx("grid gap-2", columns === 3 ? "grid-cols-3" : "grid-cols-2")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 min-w-0 flex-col items-center justify-center gap-1.5 rounded-md border border-edge bg-sunken p-2 text-center text-sm leading-tight hover:bg-lifted has-checked:border-gold has-checked:text-gold has-checked:ring-1 has-checked:ring-gold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
            />
            {option.picture}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
