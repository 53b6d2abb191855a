/**
 * The cards of a long list: only those of the rows near the window are in the document. A row that leaves it on one side is
 * used for the next one on the other, so that scrolling makes and removes no elements.
 */
import type { Machine } from "@reelcast/contract";
import { whenIdle } from "@reelcast/ui";
import { Card, make } from "./card.ts";
import type { CardContent } from "./card.ts";
import { cellsOf } from "./list.ts";
import { pushedStatuses } from "./pushedStatuses.ts";
import { rowsNear, slotsFor } from "./rows.ts";
import { watchStill } from "./watchStill.ts";

/** Without scrolling for so long, the list rests. */
const REST_MS = 400;
/** Statuses are shown with the next row that comes into sight, or after so long. */
const STATUSES_WAIT_MS = 400;

/** Where the list stands, in pixels. */
export interface GridPlace {
  width: number;
  /** From the page's top. */
  offset: number;
  /** As high as the texts below a picture (name, brand, status, why a machine is busy), in the player's text size. */
  textHeight: number;
}

interface GridContent {
  place: GridPlace;
  machines: readonly Machine[];
  /** What a card shows of a machine. Another function: of every machine something else. */
  describe: (machine: Machine, pixels: number) => CardContent;
}
/** A card and what it shows. */
interface Place {
  card: Card;
  column: number;
  position: number;
  machine: Machine | undefined;
  status: Machine["status"] | undefined;
  describe: GridContent["describe"] | undefined;
  count: number;
  /** Ends the pictures of its reels. */
  unwatch: (() => void) | undefined;
}
/** The elements of a row. */
interface Slot {
  element: HTMLUListElement;
  /** None before the row is first shown. */
  places: Place[];
  /** The row that it shows. */
  row: number;
}
interface Geometry {
  columns: number;
  cell: number;
  step: number;
  rowHeight: number;
  /** Pixels from the page's top to the list's. */
  offset: number;
  slots: number;
}

export class CardGrid {
  readonly #list: HTMLElement;
  readonly #ended = new AbortController();
  /** Row n is shown by slot n % slots. */
  #slots: Slot[] = [];
  /** Cards of former rows. */
  #cards: Card[] = [];
  /** Only the rows in the window are shown at first: the others wait until the browser is idle. */
  #isStart = true;
  readonly #placeOf = new WeakMap<Element, Place>();
  #geometry: Geometry = { columns: 1, cell: 0, step: 0, rowHeight: 1, offset: 0, slots: 0 };
  #content: GridContent;
  #first = 0;
  /** The slot that is first in the document. */
  #begin = 0;
  #drawnAt = 0;
  #frame = 0;
  #ordering = 0;
  #measuring = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(list: HTMLElement, content: GridContent) {
    this.#list = list;
    this.#content = content;
    this.#measure();
    const { signal } = this.#ended;
    void whenIdle(async () => this.#complete())();
    addEventListener(
      "scroll",
      () => {
        this.#complete();
        this.#onScroll();
      },
      { passive: true, signal },
    );
    addEventListener("resize", () => this.#measureSoon(), { signal });
  }

  update(content: GridContent): void {
    const { place } = this.#content;
    this.#content = content;
    if (content.place === place) this.#draw();
    else this.#measure();
    if (this.#rest === undefined) this.#watchStills();
  }
  close(): void {
    this.#ended.abort();
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#ordering);
    cancelAnimationFrame(this.#measuring);
    clearTimeout(this.#rest);
    for (const { element, places } of this.#slots) {
      for (const place of places) this.#unwatch(place);
      element.remove();
    }
  }
  /** The machine whose card contains that element. */
  machineAt(element: Element): Machine | undefined {
    const item = element.closest("li");
    return item ? this.#placeOf.get(item)?.machine : undefined;
  }

  /** At most once a frame. */
  #measureSoon(): void {
    this.#measuring ||= requestAnimationFrame(() => this.#measure());
  }
  #measure(): void {
    this.#measuring = 0;
    const { width, offset, textHeight } = this.#content.place;
    const { columns, cell, step } = cellsOf(width);
    const rowHeight = Math.ceil(cell * 0.75 + textHeight + step - cell);
    const slots = slotsFor(innerHeight, rowHeight);
    const before = this.#geometry;
    this.#geometry = { columns, cell, step, rowHeight, offset, slots };
    if (before.columns !== columns || before.slots !== slots) this.#makeSlots();
    else if (before.cell !== cell || before.rowHeight !== rowHeight) for (const slot of this.#slots) this.#size(slot);
    this.#draw();
    this.#onScroll();
  }
  #makeSlots(): void {
    const { slots } = this.#geometry;
    for (const { element, places } of this.#slots) {
      for (const place of places) this.#unwatch(place);
      element.remove();
    }
    this.#cards.push(...this.#slots.flatMap(({ places }) => places.map(({ card }) => card)));
    this.#begin = 0;
    this.#slots = Array.from({ length: slots }, () => {
      const element = make("ul", "machine-row");
      element.role = "presentation";
      return { element, places: [], row: -1 };
    });
  }
  #fill(slot: Slot): void {
    const { columns } = this.#geometry;
    slot.places = Array.from({ length: columns }, (_, column) =>
      this.#makePlace(this.#cards.pop() ?? new Card(), column),
    );
    this.#size(slot);
  }
  #makePlace(card: Card, column: number): Place {
    const place: Place = {
      card,
      column,
      position: 0,
      machine: undefined,
      status: undefined,
      describe: undefined,
      count: 0,
      unwatch: undefined,
    };
    this.#placeOf.set(card.item, place);
    return place;
  }
  #size(slot: Slot): void {
    const { cell, step, rowHeight } = this.#geometry;
    const height = `${rowHeight - step + cell}px`;
    slot.row = -1;
    slot.element.style.height = height;
    for (const { card, column } of slot.places) {
      const { style } = card.item;
      style.insetInlineStart = `${column * step}px`;
      style.width = `${cell}px`;
      style.height = height;
    }
  }

  /** Rows of the whole list. */
  get #rows(): number {
    const { columns, cell } = this.#geometry;
    return cell > 0 ? Math.ceil(this.#content.machines.length / columns) : 0;
  }
  #firstNow(): number {
    const { offset, rowHeight, slots } = this.#geometry;
    return rowsNear(scrollY - offset, rowHeight, this.#rows, slots).first;
  }
  /** One past the last row of which something is in the window. */
  #endInWindow(): number {
    const { offset, rowHeight } = this.#geometry;
    return Math.max(1, Math.ceil((scrollY + innerHeight - offset) / rowHeight));
  }
  #complete(): void {
    if (!this.#isStart || this.#ended.signal.aborted) return;
    this.#isStart = false;
    this.#draw();
  }
  /** Shows in each place what belongs there; only what differs is written. */
  #draw(): void {
    const { columns, rowHeight, slots } = this.#geometry;
    const height = `${this.#rows * rowHeight}px`;
    if (this.#list.style.height !== height) this.#list.style.height = height;
    this.#first = this.#firstNow();
    this.#drawnAt = performance.now();
    const end = this.#isStart ? this.#endInWindow() : Infinity;
    for (let row = this.#first; row < Math.min(end, this.#first + slots); row += 1) {
      const slot = this.#slots[row % slots];
      if (!slot) continue;
      if (slot.places.length === 0 && row < this.#rows) this.#fill(slot);
      if (slot.row !== row) slot.element.style.transform = `translateY(${row * rowHeight}px)`;
      slot.row = row;
      for (const place of slot.places) {
        const index = row * columns + place.column;
        this.#show(place, this.#content.machines[index], index + 1);
        const { item } = place.card;
        // The last row may have fewer.
        if (!place.machine) item.remove();
        else if (item.parentNode !== slot.element) slot.element.append(item);
      }
      if (row >= this.#rows) slot.element.remove();
      else if (!slot.element.isConnected) this.#insert(slot);
    }
  }
  /** @param position in the list, from 1 */
  #show(place: Place, machine: Machine | undefined, position: number): void {
    const { card } = place;
    if (machine?.id !== place.machine?.id) {
      card.reuse();
      this.#unwatch(place);
    }
    if (!machine) {
      place.machine = undefined;
      return;
    }
    const { machines, describe } = this.#content;
    const status = pushedStatuses.get(machine.id) ?? (machine === place.machine ? place.status : machine.status);
    if (machine !== place.machine || status !== place.status || describe !== place.describe) {
      const now = status === undefined || status === machine.status ? machine : { ...machine, status };
      card.show(describe(now, this.#geometry.cell * devicePixelRatio));
      if (status !== "playing" && status !== "bonus") this.#unwatch(place);
      Object.assign(place, { machine, status, describe });
    }
    if (place.position !== position) card.item.ariaPosInSet = String(position);
    if (place.count !== machines.length) card.item.ariaSetSize = String(machines.length);
    Object.assign(place, { position, count: machines.length });
  }

  #insert({ element }: Slot): void {
    const inOrder = [...this.#slots.slice(this.#begin), ...this.#slots.slice(0, this.#begin)];
    const at = inOrder.findIndex((slot) => slot.element === element);
    const next = inOrder.slice(at + 1).find((slot) => slot.element.isConnected);
    this.#list.insertBefore(element, next?.element ?? null);
  }

  /** At most once a frame, however many events there are. */
  #onScroll(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      cancelAnimationFrame(this.#ordering);
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#onRest(), REST_MS);
      const waited = performance.now() - this.#drawnAt > STATUSES_WAIT_MS && pushedStatuses.size > 0;
      if (waited || this.#firstNow() !== this.#first) this.#draw();
    });
  }
  #onRest(): void {
    this.#rest = undefined;
    this.#watchStills();
    this.#ordering = requestAnimationFrame(() => this.#order());
  }
  /**
   * A reused row stays where it is in the document while one scrolls. When the list rests, the order becomes that of the list,
   * one row a frame: Tab and screen readers follow it.
   */
  #order(): void {
    const { slots } = this.#geometry;
    const slot = this.#slots[this.#begin];
    if (this.#begin === this.#first % slots || !slot) return;
    const { activeElement } = document;
    const hasFocus = activeElement instanceof HTMLElement && slot.element.contains(activeElement);
    if (slot.element.isConnected) this.#list.append(slot.element);
    // What moves in the document loses the focus.
    if (hasFocus) activeElement.focus({ preventScroll: true });
    this.#begin = (this.#begin + 1) % slots;
    this.#ordering = requestAnimationFrame(() => this.#order());
  }
  /** The reels of machines in play are shown while the list rests. */
  #watchStills(): void {
    for (const place of this.#slots.flatMap(({ places }) => places)) {
      const { machine, status, card } = place;
      if (machine && (status === "playing" || status === "bonus")) place.unwatch ??= watchStill(machine.id, card.link);
    }
  }
  #unwatch(place: Place): void {
    place.unwatch?.();
    place.unwatch = undefined;
  }
}
