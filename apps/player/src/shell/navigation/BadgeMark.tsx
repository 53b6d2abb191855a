/** The small badge next to an entry's title. */
import type { Badge } from "./model.ts";

export function BadgeMark({ badge }: { badge: Badge }) {
  return (
    <span
      // In a narrow list with large letters, the words need its room.
      className="figures shrink-0 @max-[10.8rem]:hidden rounded-full px-1.5 text-xs leading-5"
      style={{ backgroundColor: `var(--color-${badge.bg})`, color: `var(--color-${badge.fg})` }}
    >
      {badge.title}
    </span>
  );
}
