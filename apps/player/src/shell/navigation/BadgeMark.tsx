/** The small mark beside an entry's title. */
import type { Badge } from "./model.ts";

export function BadgeMark({ badge }: { badge: Badge }) {
  return (
    <span
      className="figures shrink-0 rounded-full px-1.5 text-xs leading-5"
      style={{ backgroundColor: `var(--color-${badge.bg})`, color: `var(--color-${badge.fg})` }}
    >
      {badge.title}
    </span>
  );
}
