/**
 * The cards of a long list, under the headings of their brands: only those of the rows near the window are in the document. A
 * row that leaves it on one side is used for the next one on the other, so that scrolling makes and removes no cards.
 */
import type { Machine } from "@reelcast/contract";
import { whenIdle } from "@reelcast/ui";
import { BrandGroup } from "./brandGroup.ts";
import type { HeadingContent } from "./brandGroup.ts";
import { Card, make } from "./card.ts";
import type { CardContent } from "./card.ts";
import { PICTURE_HEIGHT, cellsOf } from "./list.ts";
import { pictureDensity } from "./pictureDensity.ts";
import { pushedStatuses } from "./pushedStatuses.ts";
import { firstNear, placesOf, rowAt, sectionOf, slotsFor, topOf } from "./rows.ts";
import type { ListPlaces } from "./rows.ts";
import type { Section } from "./sections.ts";
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
  /** As high as the heading of a brand. */
  headingHeight: number;
}

interface GridContent {
  place: GridPlace;
  sections: readonly Section[];
  /** What the heading shows of a section; null: it has none. */
  head: (section: Section) => HeadingContent | null;
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
  places: ListPlaces;
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
  #geometry: Geometry = {
    columns: 1,
    cell: 0,
    step: 0,
    rowHeight: 1,
    offset: 0,
    slots: 0,
    places: { sections: [], rows: 0, height: 0 },
  };
  /** Those near the window, by the keys of their sections. */
  readonly #groups = new Map<string, BrandGroup>();
  /** What their headings show, by the sections of the content. */
  #heads = new Map<Section, HeadingContent | null>();
  #content: GridContent;
  #first = 0;
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
    const { place, sections, head } = this.#content;
    this.#content = content;
    if (content.sections !== sections || content.head !== head) this.#heads.clear();
    if (content.sections !== sections) this.#regroup(sections);
    if (content.place === place) {
      if (content.sections !== sections) this.#layOut();
      this.#draw();
    } else this.#measure();
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
    for (const { element } of this.#groups.values()) element.remove();
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
    const rowHeight = Math.ceil(cell * PICTURE_HEIGHT + textHeight + step - cell);
    const slots = slotsFor(innerHeight, rowHeight);
    const before = this.#geometry;
    this.#geometry = { ...before, columns, cell, step, rowHeight, offset, slots };
    if (before.columns !== columns || before.slots !== slots) this.#makeSlots();
    else if (before.cell !== cell || before.rowHeight !== rowHeight) for (const slot of this.#slots) this.#size(slot);
    this.#layOut();
    this.#draw();
    this.#onScroll();
  }
  /** Each row may stand elsewhere from now on. */
  #layOut(): void {
    const { columns, rowHeight } = this.#geometry;
    const { sections, place } = this.#content;
    this.#geometry.places = placesOf(
      sections.map(({ machines, brand }) => ({ count: machines.length, heading: brand !== null })),
      { columns, rowHeight, headingHeight: place.headingHeight },
    );
    for (const slot of this.#slots) slot.row = -1;
  }
  #makeSlots(): void {
    const { slots } = this.#geometry;
    for (const { element, places } of this.#slots) {
      for (const place of places) this.#unwatch(place);
      element.remove();
    }
    this.#cards.push(...this.#slots.flatMap(({ places }) => places.map(({ card }) => card)));
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
    const { cell, places } = this.#geometry;
    return cell > 0 ? places.rows : 0;
  }
  #firstNow(): number {
    const { offset, rowHeight, slots, places } = this.#geometry;
    return firstNear(places, scrollY - offset, rowHeight, slots);
  }
  /** One past the last row of which something is in the window. */
  #endInWindow(): number {
    const { offset, rowHeight, places } = this.#geometry;
    return rowAt(places, scrollY + innerHeight - offset, rowHeight) + 1;
  }
  #complete(): void {
    if (!this.#isStart || this.#ended.signal.aborted) return;
    this.#isStart = false;
    this.#draw();
  }
  /** Shows in each place what belongs there; only what differs is written. */
  #draw(): void {
    const { columns, rowHeight, slots, places } = this.#geometry;
    const height = `${places.height}px`;
    if (this.#list.style.height !== height) this.#list.style.height = height;
    this.#first = this.#firstNow();
    this.#drawnAt = performance.now();
    const end = this.#isStart ? this.#endInWindow() : Infinity;
    const shown = new Set<BrandGroup>();
    for (let row = this.#first; row < Math.min(end, this.#first + slots); row += 1) {
      const slot = this.#slots[row % slots];
      if (!slot) continue;
      if (slot.places.length === 0 && row < this.#rows) this.#fill(slot);
      if (slot.row !== row) slot.element.style.transform = `translateY(${topOf(places, row, rowHeight)}px)`;
      slot.row = row;
      const number = sectionOf(places, row);
      const [section, place] = [this.#content.sections[number], places.sections[number]];
      if (row >= this.#rows || !section || !place) {
        slot.element.remove();
        continue;
      }
      const group = this.#groupOf(section, number);
      shown.add(group);
      this.#showRow(slot, section.machines, (row - place.first) * columns);
      if (slot.element.parentNode !== group.list) this.#insert(slot, group.list);
    }
    for (const [key, group] of this.#groups) {
      if (shown.has(group)) continue;
      group.element.remove();
      this.#groups.delete(key);
    }
  }
  /** @param begin index of its first machine in the section */
  #showRow(slot: Slot, machines: readonly Machine[], begin: number): void {
    for (const place of slot.places) {
      const index = begin + place.column;
      this.#show(place, machines[index], index + 1, machines.length);
      const { item } = place.card;
      // The last row may have fewer.
      if (!place.machine) item.remove();
      else if (item.parentNode !== slot.element) slot.element.append(item);
    }
  }
  /** The elements of that section, in the document. */
  #groupOf(section: Section, number: number): BrandGroup {
    const { places } = this.#geometry;
    const { head, place } = this.#content;
    // Once for all rows and all scrolling.
    const content = this.#heads.get(section) ?? head(section);
    this.#heads.set(section, content);
    let group = this.#groups.get(section.key);
    if (!group) {
      group = new BrandGroup(content);
      this.#groups.set(section.key, group);
      const { sections } = this.#content;
      const next = sections.slice(number + 1).find(({ key }) => this.#groups.has(key));
      this.#list.insertBefore(group.element, (next && this.#groups.get(next.key)?.element) ?? null);
    }
    group.show(content);
    if (content) group.place(places.sections[number]?.top ?? 0, place.headingHeight);
    return group;
  }
  /** Other sections are made anew: those that stay keep their elements. */
  #regroup(before: readonly Section[]): void {
    const keysOf = (sections: readonly Section[]) => JSON.stringify(sections.map(({ key }) => key));
    if (keysOf(before) === keysOf(this.#content.sections)) return;
    for (const group of this.#groups.values()) group.element.remove();
    this.#groups.clear();
  }
  /** @param position in its section, from 1 @param count of the section */
  #show(place: Place, machine: Machine | undefined, position: number, count: number): void {
    const { card } = place;
    if (machine?.id !== place.machine?.id) {
      card.reuse();
      this.#unwatch(place);
    }
    if (!machine) {
      place.machine = undefined;
      return;
    }
    const { describe } = this.#content;
    const status = pushedStatuses.get(machine.id) ?? (machine === place.machine ? place.status : machine.status);
    if (machine !== place.machine || status !== place.status || describe !== place.describe) {
      const now = status === undefined || status === machine.status ? machine : { ...machine, status };
      card.show(describe(now, this.#geometry.cell * pictureDensity()));
      if (status !== "playing" && status !== "bonus") this.#unwatch(place);
      Object.assign(place, { machine, status, describe });
    }
    if (place.position !== position) card.item.ariaPosInSet = String(position);
    if (place.count !== count) card.item.ariaSetSize = String(count);
    Object.assign(place, { position, count });
  }

  /** Puts a row before the next one of its section. */
  #insert({ element, row }: Slot, list: HTMLElement): void {
    const later = this.#slots.filter((slot) => slot.row > row && slot.element.parentNode === list);
    const next = later.toSorted((one, other) => one.row - other.row)[0];
    list.insertBefore(element, next?.element ?? null);
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
    const rows = this.#slots.filter(({ element }) => element.isConnected).toSorted((one, other) => one.row - other.row);
    const wrong = rows.findIndex(({ element }, n) => {
      const next = rows[n + 1]?.element;
      return next?.parentNode === element.parentNode && element.nextElementSibling !== next;
    });
    const [before, slot] = [rows[wrong], rows[wrong + 1]];
    if (!before || !slot) return;
    const { activeElement } = document;
    const hasFocus = activeElement instanceof HTMLElement && slot.element.contains(activeElement);
    before.element.after(slot.element);
    // What moves in the document loses the focus.
    if (hasFocus) activeElement.focus({ preventScroll: true });
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
