/**
 * A card that is held lives: its machine's reels move, five pictures a second, with its sound. A mouse or the keyboard's focus
 * that stays on it holds it, and so does a finger; the press of a finger that was held opens nothing.
 */
import { holdStills, mayAskForStills, showStill } from "@reelcast/client/stillPictures";
import { startLivingCard } from "@reelcast/client/livingCard";
import type { Machine } from "@reelcast/contract";
import { call } from "../api/index.ts";
import { openSound } from "./livingSound.ts";

const POINTER_STAYS_MS = 300;
const FINGER_STAYS_MS = 450;
const CLICK_COMES_MS = 400;
const CARD = "a.machine-card, a.own-card";
/** Has the reels of a machine in play: on the player's own strip the picture, else the card. */
const pictureOn = (card: HTMLElement) => card.querySelector<HTMLElement>(".own-picture") ?? card;

export interface LivingCardsParts {
  /** The machine that this card, or what it is in, shows now: cards are used again for others. */
  machineAt: (element: Element) => Machine | undefined;
}
interface Held {
  card: HTMLElement;
  timer: ReturnType<typeof setTimeout>;
  /** Ends the pictures that are being shown; null: it does not live. @param keeps the last one stays */
  end: ((keeps: boolean) => void) | null;
}

const cardOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CARD) : null;
/** Where there is something to see; on the others' cards the state is what matters. */
const LIVING: readonly Machine["status"][] = ["available", "waiting", "playing", "bonus"];
const isPlayed = ({ status }: Machine) => status === "playing" || status === "bonus";

interface Holder {
  /** Holds another card, or none. @param onLive called once it lives */
  hold: (card: HTMLElement | null, afterMs: number, onLive?: () => void) => void;
  /** @param keeps the last picture stays: it grows into the game */
  release: (keeps?: boolean) => void;
  isHeld: () => boolean;
}
function createHolder({ machineAt }: LivingCardsParts): Holder {
  let held: Held | null = null;
  function release(keeps = false): void {
    if (!held) return;
    clearTimeout(held.timer);
    held.end?.(keeps);
    held = null;
  }
  /** Returns the function that ends it; null: there is nothing to see. */
  function live(card: HTMLElement): Held["end"] {
    const machine = machineAt(card);
    if (!machine || !LIVING.includes(machine.status) || !mayAskForStills()) return null;
    const isSame = () => machineAt(card)?.id === machine.id;
    const picture = pictureOn(card);
    card.classList.add("machine-living");
    holdStills(picture, true);
    const sound = openSound();
    const end = startLivingCard(machine.id, {
      ask: (query, abort) => call("livingCard", { query }, { signal: abort }),
      mayAsk: () => mayAskForStills() && isSame(),
      sound: sound && ((notes, inMs) => void (isSame() && sound.play(notes, inMs))),
      show: (image) => (isSame() ? void showStill(picture, image) : release()),
      onEnd: () => release(),
    });
    return (keeps) => {
      end();
      sound?.end();
      card.classList.remove("machine-living");
      holdStills(picture, false);
      // Cards of machines in play show their reels in any case.
      const now = machineAt(card);
      if (!keeps && (now?.id !== machine.id || !isPlayed(now))) void showStill(picture, null);
    };
  }
  function hold(card: HTMLElement | null, afterMs: number, onLive = (): void => undefined): void {
    if (card === held?.card) return;
    release();
    if (!card) return;
    const timer = setTimeout(() => {
      const end = live(card);
      if (held?.card !== card) return end?.(false);
      held.end = end;
      if (end) onLive();
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
  /** The card lives under a finger that is still there, or has just gone: that was no press. */
  let isFingerHeld = false;
  const on = <T extends keyof HTMLElementEventMap>(type: T, act: (event: HTMLElementEventMap[T]) => void) =>
    list.addEventListener(type, act, { signal });
  on("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") hold(cardOf(target), POINTER_STAYS_MS);
  });
  on("pointerleave", () => release());
  const holdFocused = (target: EventTarget | null) => {
    if (target instanceof Element && target.matches(":focus-visible")) hold(cardOf(target), POINTER_STAYS_MS);
  };
  on("focusin", ({ target }) => holdFocused(target));
  on("focusout", () => release());
  on("pointerdown", ({ target, pointerType }) => {
    isFingerHeld = false;
    // A press with the mouse opens the machine.
    if (pointerType === "touch") hold(cardOf(target), FINGER_STAYS_MS, () => void (isFingerHeld = true));
  });
  on("pointerup", ({ pointerType }) => {
    if (pointerType !== "touch") return;
    release();
    // Its click comes at once, or never: a later one is another press.
    setTimeout(() => (isFingerHeld = false), CLICK_COMES_MS);
  });
  // The page scrolls.
  on("pointercancel", () => {
    isFingerHeld = false;
    release();
  });
  on("contextmenu", (event) => {
    // A long press of a finger would open the browser's menu of a link.
    if (isFingerHeld || (isHeld() && matchMedia("(pointer: coarse)").matches)) event.preventDefault();
  });
  // A press that opens the game needs the processor and the line for it. Known when all have seen the press.
  on("click", (event) => void setTimeout(() => release(event.defaultPrevented)));
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
  const onScroll = () => {
    release();
    // The focus has moved the page to its card: it lives when the page stands.
    if (list.contains(document.activeElement)) holdFocused(document.activeElement);
  };
  addEventListener("scroll", onScroll, { passive: true, signal });
  document.addEventListener("visibilitychange", () => release(), { signal });
  return () => {
    release();
    ended.abort();
  };
}
