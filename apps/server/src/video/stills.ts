/**
 * Stills of machines, for lists of machines: one for each machine and period, shared by all who look. A request is what makes
 * them, so none is made while nobody looks. Those in play have one every two seconds, and any whose card is held five a second.
 */
import { LIVING_FRAMES_PER_SECOND } from "@reelcast/contract";
import type { MachineNote, Still } from "@reelcast/contract";
import type { DisplayState } from "@reelcast/machine";
import { notesOf } from "@reelcast/machine/sound";
import type { ReelsView } from "@reelcast/machine/screen";
import { TokenBucket, perSecond } from "../rateLimiter.ts";

export const STILL_PERIOD_MS = 2_000;
/** Requests come a little early or late: a still of almost that age is drawn again. */
const TOLERANCE_MS = 100;
/** A request waits so long for the stills that it has caused; later ones belong to the next request. */
const WAIT_MS = 500;
/** Of all machines, about 7 ms of a core each: with more machines in sight, each has a new one less often. */
const MAX_PER_SECOND = 20;
/** Of machines whose cards are held. */
const LIVING_PERIOD_MS = 1_000 / LIVING_FRAMES_PER_SECOND;
const LIVING_TOLERANCE_MS = 20;
/** A quarter of a core: with more cards that are held at once, each has a new picture less often. */
const MOST_LIVING_PER_SECOND = 35;
/** Reels that have stopped still bounce for so long. */
const BOUNCE_MS = 300;
const FORGET_MS = 60_000;
/** The state that a note belongs to may come so much later than the note. */
const NOTES_LATE_MS = 120;
/** Notes from before are not sent: nobody has waited for them. */
const NOTES_KEPT_MS = 1_500;

/** What a request asks for: a machine, and the version that the client has. */
export interface WantedStill {
  id: number;
  version: number | null;
  /** Its card is held: it is drawn anew five times a second. */
  isLiving?: boolean | undefined;
  /** Notes are wanted too: those that have begun since then, as `sound.until` of the answer before says; 0: from now on. */
  notesUntil?: number | undefined;
}
/** The sound of a machine whose card is held. */
export interface NewNotes {
  notes: (MachineNote & { agoMs: number })[];
  /** By this process's clock, ms. */
  until: number;
}
export interface LivingStill extends Still {
  sound?: NewNotes | undefined;
}
export interface StillOptions {
  /** What the machine shows while it is in play, or at any time; null: no still. */
  display: (machineId: number, when: "inPlay" | "always") => Promise<DisplayState | null>;
  /** @returns a data URL, or null if it could not be drawn */
  draw: (view: ReelsView) => Promise<string | null>;
  /** Resolves after so many ms. */
  pause: (ms: number) => Promise<void>;
  now?: () => number;
}
interface StoredStill {
  image: string | null;
  version: number;
  askedAt: number;
  drawnAt: number;
  /** The reels at rest that `image` shows; null: they were moving. */
  resting: string | null;
  drawing: Promise<void> | null;
}

export class Stills {
  readonly #options: StillOptions;
  readonly #now: () => number;
  readonly #stills = new Map<number, StoredStill>();
  readonly #budget: TokenBucket;
  readonly #livingBudget: TokenBucket;
  #forgotAt = 0;
  constructor(options: StillOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#budget = new TokenBucket(perSecond(MAX_PER_SECOND), this.#now);
    this.#livingBudget = new TokenBucket(perSecond(MOST_LIVING_PER_SECOND), this.#now);
  }

  /** Those that exist; without the image where the client has that version. */
  async read(wanted: readonly WantedStill[]): Promise<LivingStill[]> {
    this.#forget();
    // The oldest first: where there is not time for all, each has its turn.
    const displayed = (await this.#withDisplays(wanted))
      .flatMap(({ id, display, ...more }) => {
        if (!display) this.#stills.delete(id);
        return display ? [{ id, ...more, display, still: this.#stillOf(id) }] : [];
      })
      .toSorted((one, other) => one.still.drawnAt - other.still.drawnAt);
    const drawings = displayed.flatMap(
      ({ still, display, isLiving }) => this.#renew(still, display, isLiving === true) ?? [],
    );
    if (drawings.length > 0) await Promise.race([Promise.all(drawings), this.#options.pause(WAIT_MS)]);
    return (await this.#withDisplays(displayed)).flatMap(({ id, version, still, display, notesUntil }) => {
      // Its session may have ended while it was drawn.
      if (still.image === null || display === null) return [];
      return [
        {
          id,
          version: still.version,
          ...(still.version === version ? {} : { image: still.image }),
          ...(notesUntil === undefined ? {} : { sound: this.#notes(display, notesUntil) }),
        },
      ];
    });
  }

  #notes(display: DisplayState, notesUntil: number): NewNotes {
    const now = this.#now();
    const until = now - NOTES_LATE_MS;
    const from = notesUntil === 0 ? until : Math.max(notesUntil, now - NOTES_KEPT_MS);
    const notes = notesOf(display, from, until).map(({ at, ...note }) => ({
      agoMs: Math.round(now - at),
      ...note,
    }));
    return { notes, until: Math.max(from, until) };
  }

  #withDisplays<W extends WantedStill>(wanted: readonly W[]): Promise<(W & { display: DisplayState | null })[]> {
    return Promise.all(
      wanted.map(async (still) => ({
        ...still,
        display: await this.#options.display(still.id, still.isLiving === true ? "always" : "inPlay"),
      })),
    );
  }
  #stillOf(id: number): StoredStill {
    const known = this.#stills.get(id) ?? {
      image: null,
      version: 0,
      askedAt: 0,
      drawnAt: 0,
      resting: null,
      drawing: null,
    };
    known.askedAt = this.#now();
    this.#stills.set(id, known);
    return known;
  }
  /** The drawing under way, if there is or must be one. */
  #renew(still: StoredStill, { theme, cabinet, reels }: DisplayState, isLiving: boolean): Promise<void> | null {
    if (still.drawing) return still.drawing;
    const now = this.#now();
    const age = isLiving ? LIVING_PERIOD_MS - LIVING_TOLERANCE_MS : STILL_PERIOD_MS - TOLERANCE_MS;
    if (still.drawnAt + age > now) return null;
    const isAtRest = reels.spin === null || Math.max(...reels.spin.stopsAt) + BOUNCE_MS < now;
    const resting = isAtRest ? JSON.stringify([theme, cabinet, reels.stops, reels.stripSet]) : null;
    if (still.image !== null && resting !== null && resting === still.resting) return null;
    if ((isLiving ? this.#livingBudget : this.#budget).take() > 0) return null;
    still.drawnAt = now;
    still.drawing = this.#options.draw({ theme, cabinet, reels }).then((image) => {
      still.drawing = null;
      if (image === null) return;
      // Rises also if the clock is set back.
      still.version = Math.max(still.version + 1, now);
      still.image = image;
      still.resting = resting;
    });
    return still.drawing;
  }
  #forget(): void {
    const now = this.#now();
    if (now - this.#forgotAt < FORGET_MS) return;
    this.#forgotAt = now;
    for (const [id, { askedAt }] of this.#stills) if (now - askedAt > FORGET_MS) this.#stills.delete(id);
  }
}
