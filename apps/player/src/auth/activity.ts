/**
 * Whether somebody is there. Any touch, key or move counts, in whatever tab; so do presses and autoplay, which the
 * game screen notes. While a game runs nobody is taken for gone. Knows nothing of locks, nor of
 * the time of the day, which an answer of the server may move.
 */

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"] as const;

let note: () => void = () => {};
let busy = 0;

/** Activity that is no touch or key, e.g. a press by autoplay. */
export function noteActivity(): void {
  note();
}
/** Until the returned function is called, no tab counts as idle: a spin or a bonus runs. Start and end count as activity. */
export function keepAwake(): () => void {
  busy += 1;
  note();
  let over = false;
  return () => {
    if (over) return;
    over = true;
    busy -= 1;
    note();
  };
}

export interface IdleWatch {
  timeoutMs: number;
  /** Activities closer together than this count as one. */
  throttleMs: number;
  onIdle: () => void;
}

/** Calls `onIdle` once nobody has done anything for `timeoutMs`, and again after the next activity. Returns the end of it. */
export function watchIdle({ timeoutMs, throttleMs, onIdle }: IdleWatch): () => void {
  const tabs = typeof BroadcastChannel === "function" ? new BroadcastChannel("reelcast-activity") : null;
  let last = performance.now();
  let idle = false;
  let timer = setTimeout(check, timeoutMs);
  // All tabs lock together, so this one says to the others that a game runs here: often enough for a throttled tab.
  const pulse = setInterval(() => busy > 0 && note(), timeoutMs / 4);

  function check(): void {
    const left = busy > 0 ? timeoutMs : last + timeoutMs - performance.now();
    if (left > 0) {
      timer = setTimeout(check, left);
    } else {
      idle = true;
      onIdle();
    }
  }
  function seen(): void {
    last = performance.now();
    if (!idle) return;
    idle = false;
    timer = setTimeout(check, timeoutMs);
  }
  note = () => {
    if (!idle && performance.now() - last < throttleMs) return;
    seen();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name: it is this one's own
    tabs?.postMessage(last);
  };
  // Taken as it stands at the time: `note` is another one after the next watch has begun.
  const onSign = () => note();
  for (const sign of SIGNS) globalThis.addEventListener(sign, onSign, { passive: true, capture: true });
  tabs?.addEventListener("message", seen);
  return () => {
    clearTimeout(timer);
    clearInterval(pulse);
    for (const sign of SIGNS) globalThis.removeEventListener(sign, onSign, { capture: true });
    tabs?.close();
    note = () => {};
  };
}
