/**
 * How many machines each of the processes that share them takes and gives back. A pure rule over one answer of the
 * database: each process applies it alone, and together they come to shares that differ by one at most.
 */

export interface SharedMachines {
  /** All that can be run. */
  total: number;
  /** Those that no active process holds. */
  free: number;
  /** How many each process holds that is active and does not drain. */
  held: ReadonlyMap<string, number>;
}

const smallest = ({ total, held }: SharedMachines) => Math.floor(total / Math.max(1, held.size));
const largest = ({ total, held }: SharedMachines) => Math.ceil(total / Math.max(1, held.size));
const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0);
/** How many machines the processes with less than the smallest share still need. */
const missing = (shared: SharedMachines) =>
  sum([...shared.held.values()].map((count) => Math.max(0, smallest(shared) - count)));
const aboveLargest = (shared: SharedMachines, count: number) => Math.max(0, count - largest(shared));

/** How many free machines this process may take now. One above the smallest share only when nobody needs it more. */
export function mayClaim(shared: SharedMachines, node: string): number {
  const own = shared.held.get(node);
  if (own === undefined) return 0;
  if (own < smallest(shared)) return smallest(shared) - own;
  return Math.max(0, Math.min(largest(shared) - own, shared.free - missing(shared)));
}

/** How many machines this process should hand over, so that others come to their share. */
export function surplus(shared: SharedMachines, node: string): number {
  const counts = [...shared.held.values()];
  const own = shared.held.get(node) ?? 0;
  // Those that nobody holds, or that a draining process gives up, go to the others first.
  const coming = shared.total - sum(counts);
  const above = aboveLargest(shared, own);
  if (above > 0) {
    const room = sum(counts.map((count) => Math.max(0, largest(shared) - count)));
    return Math.max(0, Math.min(above, room - coming));
  }
  const aboveOfAll = sum(counts.map((count) => aboveLargest(shared, count)));
  return aboveOfAll + coming < missing(shared) && own > smallest(shared) ? 1 : 0;
}
