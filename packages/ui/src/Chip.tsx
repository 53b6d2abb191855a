/** A choice that is on or off: small, round, in a row. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export interface ChipProps extends Omit<ComponentProps<"button">, "aria-pressed"> {
  pressed: boolean;
}

export function Chip({ pressed, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={cx(
        "inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-medium transition-colors select-none",
        pressed ? "border-gold bg-gold/12 text-gold" : "border-line bg-raised text-text hover:bg-lifted",
        className,
      )}
    />
  );
}
