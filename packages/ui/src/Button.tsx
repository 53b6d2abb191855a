/** Buttons: a screen has one main button, in gold; the others are quiet. At least 44 px high. */
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { SpinnerIcon } from "./SpinnerIcon.tsx";

export type ButtonTone = "main" | "plain" | "quiet" | "danger";

// `:where`: a colour that a button is given goes before its own, whatever the order of the classes in the stylesheet.
const TONES: Record<ButtonTone, string> = {
  main: "bg-gold [:where(&)]:text-on-gold hover:not-data-disabled:bg-gold-bright data-disabled:bg-lifted data-disabled:text-muted",
  plain:
    "bg-lifted [:where(&)]:text-text ring-1 ring-inset ring-line hover:not-data-disabled:bg-line data-disabled:text-muted",
  quiet: "[:where(&)]:text-text hover:not-data-disabled:bg-lifted data-disabled:text-muted",
  danger:
    "bg-lifted [:where(&)]:text-error ring-1 ring-inset ring-error/40 hover:not-data-disabled:bg-error/15 data-disabled:text-muted",
};

export interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  tone?: ButtonTone;
  /** Shows a spinner, ignores presses, and keeps the focus. */
  busy?: boolean;
  /** Keeps its look while it is disabled: for a moment that passes by itself. */
  steady?: boolean;
  icon?: ReactNode;
  className?: string;
}

// Leaving a field would say there what is wrong and push the button away from under the pointer: the press would be lost.
const prevent = (event: { preventDefault: () => void }) => event.preventDefault();
/** A busy button keeps the focus, and only Tab does anything there. */
const BUSY = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: prevent,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Tab") event.preventDefault();
  },
} as const;

export function Button({
  tone = "plain",
  busy = false,
  steady = false,
  icon,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      // Safari focuses a pressed button only with it.
      tabIndex={0}
      onMouseDown={rest.type === "submit" ? prevent : undefined}
      {...rest}
      {...(busy && BUSY)}
      disabled={disabled && !busy}
      data-disabled={(disabled && !steady) || busy ? "" : undefined}
      data-steady={disabled && steady ? "" : undefined}
      data-main={tone === "main" ? "" : undefined}
      className={cx(
        "inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 text-center text-[.9375rem] leading-tight font-semibold transition-[background-color,color,scale] select-none active:not-data-disabled:scale-[.98] data-disabled:cursor-default",
        TONES[tone],
        className,
      )}
    >
      {busy ? <SpinnerIcon /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "aria-label"> {
  /** What pressing it does: the accessible name. */
  label: string;
  className?: string;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      tabIndex={0}
      title={label}
      {...rest}
      data-disabled={rest.disabled ? "" : undefined}
      aria-label={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-md [:where(&)]:text-text transition-[background-color,color] hover:not-data-disabled:bg-lifted data-disabled:text-muted",
        className,
      )}
    >
      {children}
    </button>
  );
}
