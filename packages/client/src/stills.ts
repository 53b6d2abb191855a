/**
 * Small pictures of the reels of machines in play, for the cards in sight: one request for all of them every few seconds, and
 * where there are more than one may ask for, each has its turn. The server makes them only while somebody asks. None are asked for while the page is hidden or offline, or if the player wants
 * less motion or less data; while cards come and go, as in scrolling; and from a server that has none.
 */
import { ErrorCode } from "@reelcast/contract";
import type { CallAnswer } from "@reelcast/contract";
import { isApiError } from "./errors.ts";

type Answer = CallAnswer<"stills">;

/** Machines of one request, at most. */
const MOST = 40;
/** Cards that have just come into sight are asked for when no others have come for so long. */
const SETTLE_MS = 300;
const AFTER_ERROR_MS = 10_000;

export interface StillsParts {
  ask: (machines: string) => Promise<Answer>;
  /** Whether pictures may be asked for now. */
  mayAsk: () => boolean;
  /** Shows a picture, or none. */
  show: (element: HTMLElement, image: string | null) => void;
  /** Calls back whenever elements come into sight or leave it. */
  observe: (onChange: (changes: readonly { target: Element; isIntersecting: boolean }[]) => void) => {
    observe(element: Element): void;
    unobserve(element: Element): void;
  };
}
interface Watched {
  machineId: number;
  inSight: boolean;
}
interface Known {
  version: number;
  image: string;
}

export class Stills {
  readonly #parts: StillsParts;
  readonly #observer: ReturnType<StillsParts["observe"]>;
  readonly #watched = new Map<HTMLElement, Watched>();
  /** Of machines in sight alone. */
  readonly #known = new Map<number, Known>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  /** Where the next request begins among those in sight. */
  #turn = 0;
  /** The server has given some, or said that there are none now. */
  #answered = false;
  /** The server has none. */
  #none = false;

  constructor(parts: StillsParts) {
    this.#parts = parts;
    this.#observer = parts.observe((changes) => {
      for (const { target, isIntersecting } of changes) {
        const watched = this.#watched.get(target as HTMLElement);
        if (!watched) continue;
        watched.inSight = isIntersecting;
        if (isIntersecting) this.#showKnown(target as HTMLElement, watched.machineId);
      }
      this.#schedule(SETTLE_MS);
    });
  }

  /** Pictures that are kept, for the test of their number. @internal */
  get kept(): number {
    return this.#known.size;
  }

  /** @param element the card. Returns the function that ends it. */
  watch(machineId: number, element: HTMLElement): () => void {
    this.#watched.set(element, { machineId, inSight: false });
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#watched.delete(element);
      this.#parts.show(element, null);
    };
  }
  /** Whether it may ask has changed. */
  resume(): void {
    if (!this.#parts.mayAsk()) return;
    this.#schedule(0);
  }
  /** Shows the machines' own pictures. */
  hide(): void {
    this.#known.clear();
    for (const element of this.#watched.keys()) this.#parts.show(element, null);
  }

  #inSight(): number[] {
    const ids = [...this.#watched.values()].flatMap(({ machineId, inSight }) => (inSight ? [machineId] : []));
    return [...new Set(ids)];
  }
  /** Of more than a request may name, the next ones. */
  #next(inSight: readonly number[]): number[] {
    if (inSight.length <= MOST) return [...inSight];
    const from = this.#turn % inSight.length;
    this.#turn = from + MOST;
    return [...inSight, ...inSight].slice(from, from + MOST);
  }
  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#asking && !this.#none) this.#timer = setTimeout(() => void this.#ask(), afterMs);
  }
  async #ask(): Promise<void> {
    const inSight = this.#inSight();
    for (const id of this.#known.keys()) if (!inSight.includes(id)) this.#known.delete(id);
    const ids = this.#next(inSight);
    if (ids.length === 0 || !this.#parts.mayAsk()) return;
    this.#asking = true;
    let nextMs = AFTER_ERROR_MS;
    try {
      const versioned = ids.map((id) => [id, this.#known.get(id)?.version].filter(Boolean).join(":"));
      const answer = await this.#parts.ask(versioned.join(","));
      this.#answered = true;
      this.#receive(ids, answer);
      ({ nextMs } = answer);
    } catch (error) {
      // A server without them takes the address for another call's. One that has answered has them.
      this.#none =
        !this.#answered &&
        isApiError(error) &&
        [ErrorCode.NotFound, ErrorCode.InvalidRequest, "badAnswer"].includes(error.code as never);
      this.hide();
    }
    this.#asking = false;
    this.#schedule(nextMs);
  }
  #receive(asked: readonly number[], { stills }: Answer): void {
    for (const id of asked) {
      const still = stills.find((one) => one.id === id);
      if (!still) this.#known.delete(id);
      else if (still.image !== undefined) this.#known.set(id, { version: still.version, image: still.image });
    }
    for (const [element, { machineId, inSight }] of this.#watched) if (inSight) this.#showKnown(element, machineId);
  }
  #showKnown(element: HTMLElement, machineId: number): void {
    this.#parts.show(element, this.#known.get(machineId)?.image ?? null);
  }
}
