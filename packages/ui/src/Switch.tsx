/** Something that is on or off, and changes at once: the whole row is the target. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface SwitchProps {
  icon: ReactNode;
  label: string;
  on: boolean;
  onChange: () => void;
}

export function Switch({ icon, label, on, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={onChange}
      className="flex min-h-13 items-center gap-3 rounded-md px-2 text-start text-[.9375rem] hover:bg-lifted"
    >
      <span className="text-muted">{icon}</span>
      <span className="grow">{label}</span>
      <span
        aria-hidden="true"
        className={cx(
          "flex h-7 w-12 shrink-0 items-center rounded-full border p-0.5 transition-colors",
          on ? "justify-end border-gold bg-gold" : "border-edge bg-sunken",
        )}
      >
        <span className={cx("size-5 rounded-full forced-colors:bg-[ButtonText]", on ? "bg-on-gold" : "bg-edge")} />
      </span>
    </button>
  );
}
