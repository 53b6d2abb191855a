/** Keys as they are printed on a keyboard. */
import { cx } from "@reelcast/ui";

export function Keys({
  keys,
  hidden = false,
  className,
}: {
  keys: readonly string[];
  /** From screen readers: what they belong to says them by `aria-keyshortcuts`. */
  hidden?: boolean;
  className?: string;
}) {
  return (
    <span
      dir="ltr"
      aria-hidden={hidden}
      className={cx("flex shrink-0 items-center gap-1 whitespace-nowrap", className)}
    >
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid min-w-5.5 place-items-center rounded-sm border border-line bg-raised px-1.5 py-0.5 font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
