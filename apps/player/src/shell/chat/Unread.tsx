/** The number of unread messages as a badge. The accessible name of its button has the number too. */
import { cx } from "@reelcast/ui";

export function Unread({ count, className }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "figures grid h-5 min-w-5 place-items-center rounded-full bg-gold px-1.5 text-xs font-bold text-on-gold",
        className,
      )}
    >
      {count}
    </span>
  );
}
