/** The floor as the console knows it: all tiles, and what has changed since. Pure; useFloor.ts gives it what the server says. */
import type { FloorChanges, FloorSnapshot, MachineTile } from "@reelcast/contract/console";

export interface Floor {
  currency: FloorSnapshot["currency"];
  brands: ReadonlyMap<number, string>;
  /** In the order of the house. A tile that has not changed stays the same object. */
  tiles: readonly MachineTile[];
}
interface Position {
  board: string;
  version: number;
}

export class FloorState {
  #floor: Floor | null = null;
  #position: Position | null = null;
  /** A process whose changes go on although the floor was read from another one. */
  #foreign: string | null = null;
  /** What was said before the first reading came, which may be older. */
  #announced: Position | null = null;
  readonly #listeners = new Set<() => void>();

  get floor(): Floor | null {
    return this.#floor;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * A reading that is older than the changes that have come is left out: a screen may open with the one of the screen before.
   * False: it is older than changes that came before any reading, so the floor must be read again.
   */
  load({ board, version, currency, brands, tiles }: FloorSnapshot): boolean {
    if (this.#position?.board === board && version < this.#position.version) return true;
    const announced = this.#announced;
    const isOld = announced?.board === board && version < announced.version;
    if (!isOld) this.#announced = null;
    // Read again to fill a gap: the changes of the other process go on from here.
    const goesOn = this.#foreign !== null && this.#foreign !== board;
    this.#position = goesOn ? null : { board, version };
    const known = new Map(this.#floor?.tiles.map((tile) => [tile.id, tile]));
    this.#set({
      currency,
      brands: new Map(brands.map(({ id, name }) => [id, name])),
      tiles: tiles.map((tile) => {
        const before = known.get(tile.id);
        return before && JSON.stringify(before) === JSON.stringify(tile) ? before : tile;
      }),
    });
    return !isOld && (announced === null || announced.board === board);
  }
  /** False: something is missing before these changes, so the floor must be read again. */
  apply({ board, version, changed, gone }: FloorChanges): boolean {
    const floor = this.#floor;
    if (!floor) {
      this.#announced = { board, version };
      return true;
    }
    const position = this.#position;
    const isKnown = position?.board === board && version <= position.version;
    if (isKnown) return true;
    // Without a change it only says what the newest version is.
    const isChange = changed.length > 0 || gone.length > 0;
    const isNext = isChange && position?.board === board && version === position.version + 1;
    // After a reading from another process the first changes are taken as they come: they name the present values.
    const isComplete = isNext || (position === null && this.#foreign === board);
    this.#foreign = position?.board === board ? null : board;
    this.#position = { board, version };
    const changes = new Map(changed.map((change) => [change.id, change]));
    const left = new Set(gone);
    const tiles = floor.tiles.flatMap((tile) => {
      if (left.has(tile.id)) return [];
      const change = changes.get(tile.id);
      changes.delete(tile.id);
      return change ? { ...tile, ...change } : tile;
    });
    // A machine that is new has all fields; of others a reading brings them.
    const added = [...changes.values()].filter((change): change is MachineTile => change.name !== undefined);
    this.#set({ ...floor, tiles: [...tiles, ...added] });
    return isComplete;
  }
  #set(floor: Floor): void {
    this.#floor = floor;
    for (const listener of this.#listeners) listener();
  }
  /** For tests. @internal */
  forget(): void {
    this.#floor = null;
    this.#position = null;
    this.#foreign = null;
    this.#announced = null;
  }
}
