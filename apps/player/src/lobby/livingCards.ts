/**
 * A card that is held lives: its machine's reels move, five pictures a second. A mouse or the keyboard's focus that stays on it
 * holds it, and so does a finger; the press of a finger that was held opens nothing.
 */
import { mayAskForStills, showStill } from "@reelcast/client/stillPictures";
import { startLivingCard } from "@reelcast/client/livingCard";
import type { Machine } from "@reelcast/contract";
import { call } from "../api/index.ts";

const POINTER_STAYS_MS = 300;
const FINGER_STAYS_MS = 450;
const CARD = "a.machine-card";

export interface LivingCardsParts {
  machineAt: (element: Element) => Machine | undefined;
}
interface Held {
  card: HTMLElement;
  timer: ReturnType<typeof setTimeout>;
  end: (() => void) | null;
}

const cardOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CARD) : null;
/** Where there is something to see; on the others' cards the state is what matters. */
const LIVING: readonly Machine["status"][] = ["available", "waiting", "playing", "bonus"];
const isPlayed = ({ status }: Machine) => status === "playing" || status === "bonus";

interface Holder {
  /** Holds another card, or none. @param onHeld called once it has been held so long */
  hold: (card: HTMLElement | null, afterMs: number, onHeld?: () => void) => void;
  release: () => void;
  isHeld: () => boolean;
}
function createHolder({ machineAt }: LivingCardsParts): Holder {
  let held: Held | null = null;
  function release(): void {
    if (!held) return;
    clearTimeout(held.timer);
    held.end?.();
    held.card.classList.remove("machine-living");
    // Cards of machines in play show their reels in any case.
    const machine = machineAt(held.card);
    if (held.end && (!machine || !isPlayed(machine))) void showStill(held.card, null);
    held = null;
  }
  function live(card: HTMLElement): void {
    const machine = machineAt(card);
    if (!machine || !LIVING.includes(machine.status) || held?.card !== card) return;
    card.classList.add("machine-living");
    held.end = startLivingCard(machine.id, {
      ask: (id, version, abort) => call("livingCard", { query: { machine: id, version } }, { signal: abort }),
      mayAsk: mayAskForStills,
      show: (image) => void showStill(card, image),
      onEnd: release,
    });
  }
  function hold(card: HTMLElement | null, afterMs: number, onHeld = (): void => undefined): void {
    if (card === held?.card) return;
    release();
    if (!card) return;
    const timer = setTimeout(() => {
      onHeld();
      live(card);
    }, afterMs);
    held = { card, timer, end: null };
  }

  return { hold, release, isHeld: () => held !== null };
}

/** @param list has the cards. Returns the function that ends it. */
export function startLivingCards(list: HTMLElement, parts: LivingCardsParts): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const { hold, release, isHeld } = createHolder(parts);
  /** The finger that held a card is still there. */
  let isFingerHeld = false;
  const on = <T extends keyof HTMLElementEventMap>(type: T, act: (event: HTMLElementEventMap[T]) => void) =>
    list.addEventListener(type, act, { signal });
  on("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") hold(cardOf(target), POINTER_STAYS_MS);
  });
  on("pointerleave", release);
  on("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) hold(cardOf(target), POINTER_STAYS_MS);
  });
  on("focusout", release);
  on("pointerdown", ({ target, pointerType }) => {
    isFingerHeld = false;
    // A press with the mouse opens the machine.
    if (pointerType === "touch") hold(cardOf(target), FINGER_STAYS_MS, () => void (isFingerHeld = true));
  });
  on("pointerup", ({ pointerType }) => pointerType === "touch" && release());
  // The page scrolls.
  on("pointercancel", release);
  on("contextmenu", (event) => {
    // A long press of a finger would open the browser's menu of a link.
    if (isFingerHeld || (isHeld() && matchMedia("(pointer: coarse)").matches)) event.preventDefault();
  });
  list.addEventListener(
    "click",
    (event) => {
      if (!isFingerHeld) return;
      isFingerHeld = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
  addEventListener("scroll", release, { passive: true, signal });
  document.addEventListener("visibilitychange", release, { signal });
  return () => {
    release();
    ended.abort();
  };
}
