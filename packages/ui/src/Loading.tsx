/** Placeholders while something loads. */
import { cx } from "./cx.ts";
import { SpinnerIcon } from "./SpinnerIcon.tsx";

/** A placeholder. Give it the size of the content, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        "animate-[shimmer_1.6s_linear_infinite] rounded-md bg-raised bg-[linear-gradient(100deg,transparent_30%,var(--color-lifted)_50%,transparent_70%)] bg-size-[200%_100%] bg-no-repeat",
        className,
      )}
    />
  );
}

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className={cx("inline-flex items-center gap-3 text-muted", className)}>
      <SpinnerIcon size={22} className="shrink-0" />
      {label}
    </span>
  );
}
