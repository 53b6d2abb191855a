/** The pictures of machines in play in this page: what Stills needs of the browser. An image has the class `machine-still`. */
import { savesData } from "./savesData.ts";
import { Stills } from "./stills.ts";
import type { StillsParts } from "./stills.ts";

/** What each card is to show, and the picture that does. */
const wanted = new WeakMap<HTMLElement, string | null>();
const shown = new WeakMap<HTMLElement, HTMLImageElement>();
/** @param card gets the picture as its last element @param address null: its own picture */
export async function showStill(card: HTMLElement, address: string | null): Promise<void> {
  if ((wanted.get(card) ?? null) === address) return;
  wanted.set(card, address);
  const image = new Image();
  if (address !== null) {
    image.className = "machine-still";
    image.alt = "";
    image.draggable = false;
    image.src = address;
    // Decoded first, so that it does not flicker.
    await image.decode().catch(() => {});
    if (wanted.get(card) !== address) return;
    card.append(image);
  }
  shown.get(card)?.remove();
  shown.set(card, image);
}

/** Cards that show pictures of their own for now. */
const held = new WeakSet<HTMLElement>();
/** While a card is held, the pictures of machines in play leave it alone. */
export function holdStills(card: HTMLElement, isHeld: boolean): void {
  if (isHeld) held.add(card);
  else held.delete(card);
}

const motion = () => matchMedia("(prefers-reduced-motion: reduce)");

/** Whether small pictures may be asked for: the page is seen, and the player wants neither less motion nor less data. */
export const mayAskForStills = (): boolean =>
  document.visibilityState === "visible" && navigator.onLine && !motion().matches && !savesData();

function open(ask: StillsParts["ask"]): Stills {
  const opened = new Stills({
    ask,
    mayAsk: mayAskForStills,
    show: (card, image) => void (held.has(card) || showStill(card, image)),
    observe: (onChange) => new IntersectionObserver(onChange),
  });
  document.addEventListener("visibilitychange", () => opened.resume());
  addEventListener("online", () => opened.resume());
  motion().addEventListener("change", ({ matches }) => {
    if (matches) opened.hide();
    else opened.resume();
  });
  return opened;
}
/** Shows the reels of that machine on its card while it is in sight. Returns the function that ends it. */
export type WatchStill = (machineId: number, card: HTMLElement) => () => void;
/** @param ask the server's call */
export function createStillPictures(ask: StillsParts["ask"]): WatchStill {
  let stills: Stills | undefined;
  return (machineId, card) => (stills ??= open(ask)).watch(machineId, card);
}
