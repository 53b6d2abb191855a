/**
 * Brands and machines as the database has them, kept in memory for the calls of players. A change that is published is read
 * again with the next call that begins, in every process; one whose message was lost within ten seconds.
 */
import type { Bus } from "../bus/bus.ts";
import type { BrandRow, MachineRow, MachineStore } from "./machineStore.ts";

const MAX_AGE_MS = 10_000;
/** So many changed machines are read alone. */
const MOST_ALONE = 500;

export interface CatalogueContent {
  brands: readonly BrandRow[];
  /** In their order. */
  machines: readonly MachineRow[];
  byId: ReadonlyMap<number, MachineRow>;
  /** Ids of brands. */
  byBrand: ReadonlyMap<number, readonly MachineRow[]>;
}

const inOrder = (one: MachineRow, other: MachineRow) => one.position - other.position || one.id - other.id;

function contentOf(brands: readonly BrandRow[], machines: readonly MachineRow[]): CatalogueContent {
  const byBrand = new Map<number, MachineRow[]>(brands.map(({ id }) => [id, []]));
  for (const row of machines) byBrand.get(row.brand_id)?.push(row);
  return { brands, machines, byId: new Map(machines.map((row) => [row.id, row])), byBrand };
}

export class Catalogue {
  readonly #store: Pick<MachineStore, "brands" | "machines">;
  readonly #now: () => number;
  readonly #ends: readonly (() => void)[];
  #content: CatalogueContent | null = null;
  #readAt = -Infinity;
  /** Machines that have changed since they were read. */
  readonly #changed = new Set<number>();
  /** All must be read. */
  #outdated = true;
  /** How many changes are known. */
  #changes = 0;
  #reading: { promise: Promise<CatalogueContent>; changes: number } | null = null;
  constructor(
    store: Pick<MachineStore, "brands" | "machines">,
    bus: Pick<Bus, "subscribe" | "onChange">,
    now = () => performance.now(),
  ) {
    this.#store = store;
    this.#now = now;
    this.#ends = [
      bus.subscribe("machine.changed", ({ id }) => {
        this.#changed.add(id);
        this.#changes += 1;
      }),
      bus.subscribe("brand.changed", () => this.#outdate()),
      bus.onChange((up) => {
        if (up) this.#outdate();
      }),
    ];
  }
  stop(): void {
    for (const end of this.#ends) end();
  }

  /** Includes every change that this process knows of when it is called. */
  read(): Promise<CatalogueContent> {
    if (this.#reading?.changes === this.#changes) return this.#reading.promise;
    const isOld = this.#now() - this.#readAt > MAX_AGE_MS;
    if (this.#content && !this.#outdated && this.#changed.size === 0 && !isOld) return Promise.resolve(this.#content);
    const former = this.#reading?.promise;
    const reading = { promise: this.#readAfter(former), changes: this.#changes };
    this.#reading = reading;
    const end = () => {
      if (this.#reading === reading) this.#reading = null;
    };
    reading.promise.then(end, end);
    return reading.promise;
  }
  /** All changes that this process knows of have been read. */
  get isCurrent(): boolean {
    return this.#content !== null && !this.#outdated && this.#changed.size === 0 && this.#reading === null;
  }
  /** What was read last; null before the first reading. */
  get known(): CatalogueContent | null {
    return this.#content;
  }

  #outdate(): void {
    this.#outdated = true;
    this.#changes += 1;
  }
  async #readAfter(former: Promise<unknown> | undefined): Promise<CatalogueContent> {
    await former?.catch(() => {});
    const at = this.#now();
    const changed = new Set(this.#changed);
    const isWhole = this.#outdated || at - this.#readAt > MAX_AGE_MS || changed.size > MOST_ALONE;
    const known = isWhole ? null : this.#content;
    this.#changed.clear();
    this.#outdated = false;
    try {
      const [brands, machines] = await Promise.all([
        this.#store.brands(),
        this.#store.machines(known ? [...changed] : undefined),
      ]);
      if (!known) this.#readAt = at;
      const rest = known?.machines.filter(({ id }) => !changed.has(id)) ?? [];
      this.#content = contentOf(brands, known ? [...rest, ...machines].toSorted(inOrder) : machines);
      return this.#content;
    } catch (error) {
      this.#outdated = true;
      throw error;
    }
  }
}
