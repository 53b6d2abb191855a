/** Tells the idle lock that somebody plays: presses and autoplay count as activity, as moving a mouse does. */

/** Heard by whoever watches for idleness. */
export function noteActivity(): void {
  document.dispatchEvent(new Event("reelcast:activity"));
}
