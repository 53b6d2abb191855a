/**
 * What a video element really shows: from the frames that the browser presents, and from whether it plays. A connection
 * says nothing about it: a browser may refuse to play (a phone that saves power), and the system may pause (a call).
 */
import { browserClock, browserPage } from "./browser.ts";
import type { WhepClock, WhepPage } from "./types.ts";

/** A picture without a new frame for so long is not live. */
export const LIVE_WITHIN_MS = 1_000;

export type Shown =
  /** No frame yet since it was attached or since the page came into sight, which was a moment ago; or nobody sees the page. */
  | { kind: "nothing" }
  | { kind: "moving" }
  /** No frame for more than a second. */
  | { kind: "still"; seconds: number }
  /** It does not play: the browser has refused to, or the system has paused it. A press of the player starts it. */
  | { kind: "waiting" };

/** What is known of the element. Times are those of the clock. */
export interface ShownFacts {
  /** Of the last frame; null: none since `sinceMs`. */
  frameMs: number | null;
  /** Since when frames are expected; null: nobody sees the page. */
  sinceMs: number | null;
  blocked: boolean;
}
export function shownOf({ frameMs, sinceMs, blocked }: ShownFacts, nowMs: number): Shown {
  if (blocked) return { kind: "waiting" };
  if (sinceMs === null) return { kind: "nothing" };
  const ageMs = nowMs - (frameMs ?? sinceMs);
  if (ageMs > LIVE_WITHIN_MS) return { kind: "still", seconds: Math.floor(ageMs / 1_000) };
  return { kind: frameMs === null ? "nothing" : "moving" };
}
export const sameShown = (one: Shown, other: Shown): boolean =>
  one.kind === other.kind && (one.kind !== "still" || other.kind !== "still" || one.seconds === other.seconds);

/** Not every one of them gives the right to play: a touch does so when it ends. */
const ACTIVATIONS = ["pointerdown", "pointerup", "touchend", "click", "keydown"] as const;
/** Calls back at each press or key that may start picture and sound. Returns what ends it. */
export function onActivation(listener: () => void, target: EventTarget = document): () => void {
  for (const type of ACTIVATIONS) target.addEventListener(type, listener, true);
  return () => {
    for (const type of ACTIVATIONS) target.removeEventListener(type, listener, true);
  };
}

/** Whether its stream has something to play: an element whose stream has ended is paused by that. */
const isFed = ({ srcObject }: HTMLMediaElement): boolean => srcObject instanceof MediaStream && srcObject.active;

/**
 * Plays an element whenever there is a reason to: when asked to, after a refusal with the next press, and after a pause by
 * the system when the page comes back. The app itself never pauses it.
 */
export interface Playing {
  play: () => void;
  stop: () => void;
}
/** @param onBlocked whether a press is needed */
export function keepPlaying(
  element: HTMLMediaElement,
  onBlocked: (blocked: boolean) => void,
  page: WhepPage | null = browserPage(),
): Playing {
  let blocked = false;
  let over = false;
  const change = (next: boolean) => {
    if (over || next === blocked) return;
    blocked = next;
    onBlocked(next);
  };
  // A refusal for another reason, such as a newer stream, leaves nothing to press for.
  const check = () => change(element.paused && isFed(element));
  const play = () => void element.play().then(check, check);
  const again = () => {
    if (blocked) play();
  };
  const ends = [
    onActivation(again, element.ownerDocument),
    ...(["pageshow", "resume", "visibilitychange"] as const).flatMap((event) => page?.on(event, again) ?? []),
  ];
  // Where its small window is closed, some browsers pause it.
  const events = [
    ["pause", check],
    ["playing", check],
    ["leavepictureinpicture", again],
    ["webkitpresentationmodechanged", again],
  ] as const;
  for (const [type, listener] of events) element.addEventListener(type, listener);
  return {
    play,
    stop() {
      over = true;
      for (const end of ends) end();
      for (const [type, listener] of events) element.removeEventListener(type, listener);
    },
  };
}

/** Calls back at each frame that is presented, where the browser says when it presents one. */
function followFrames(element: HTMLVideoElement, onFrame: () => void): (() => void) | null {
  if (typeof element.requestVideoFrameCallback !== "function") return null;
  let handle = 0;
  const next = () => {
    handle = element.requestVideoFrameCallback(() => {
      onFrame();
      next();
    });
  };
  next();
  return () => element.cancelVideoFrameCallback(handle);
}
/** Elsewhere: how many frames it has presented, or how far it has played. */
const framesOf = (element: HTMLVideoElement): number =>
  element.getVideoPlaybackQuality?.().totalVideoFrames ?? element.currentTime;
const LOOK_MS = 250;

export interface WatchParts {
  /** Only when it changes, while it stands still once a second. */
  onShown: (shown: Shown) => void;
  onFrame?: () => void;
  clock?: WhepClock;
  page?: WhepPage | null;
}
/** Plays the element, and reports what it shows. */
export function watchShown(
  element: HTMLVideoElement,
  { onShown, onFrame, clock = browserClock, page = browserPage() }: WatchParts,
): Playing {
  const isHidden = () => page?.hidden() === true;
  const facts: ShownFacts = { frameMs: null, sinceMs: isHidden() ? null : clock.now(), blocked: false };
  let reported: Shown = { kind: "nothing" };
  let timer: unknown = null;
  const report = () => {
    const shown = shownOf(facts, clock.now());
    if (sameShown(shown, reported)) return;
    reported = shown;
    onShown(shown);
  };
  /** Looks again when it may stand still by then, and after that once a second. */
  const schedule = () => {
    clock.clearTimeout(timer);
    const ageMs = clock.now() - (facts.frameMs ?? facts.sinceMs ?? clock.now());
    const waitMs = frames === null ? LOOK_MS : LIVE_WITHIN_MS - (ageMs % LIVE_WITHIN_MS) + 1;
    timer = clock.setTimeout(look, waitMs);
  };
  const frame = () => {
    // In a small window it may be seen while the page is not; that is judged there.
    if (isHidden()) return onFrame?.();
    facts.frameMs = clock.now();
    onFrame?.();
    report();
  };
  let counted = framesOf(element);
  const look = () => {
    const count = framesOf(element);
    if (frames === null && count !== counted) frame();
    counted = count;
    // Of a page that is not seen no frames are presented: it begins anew when it is.
    if (isHidden()) facts.frameMs = facts.sinceMs = null;
    else facts.sinceMs ??= clock.now();
    report();
    schedule();
  };
  const frames = followFrames(element, frame);
  const playing = keepPlaying(
    element,
    (blocked) => {
      facts.blocked = blocked;
      report();
    },
    page,
  );
  const unlisten = page?.on("visibilitychange", look);
  schedule();
  return {
    play: playing.play,
    stop() {
      clock.clearTimeout(timer);
      frames?.();
      unlisten?.();
      playing.stop();
    },
  };
}
