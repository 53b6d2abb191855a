/**
 * How many messages wait to be read, as a figure on gold. The words for it, and the same figure,
 * stand in the name of what carries it.
 */
import { cx } from "../../ui/index.ts";

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
