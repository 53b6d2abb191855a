/** The place of the player's own machines while they are on their way: what stands below does not move. */

/** On a wide window in one row. */
export const SHELVES = "grid gap-3 pb-4 sm:grid-cols-2 sm:gap-6";

/** @param filled of each of the two: whether there will be machines */
export function ShelfSpace({ filled }: { filled: readonly [boolean, boolean] }) {
  return (
    <div aria-hidden="true" className={SHELVES}>
      {filled.map((one, n) => (
        <div key={n} className={one ? "h-[93px]" : "h-[44px]"} />
      ))}
    </div>
  );
}
