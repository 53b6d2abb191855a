import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPlaying, shownOf, watchShown } from "./shown.ts";
import type { Shown } from "./shown.ts";
import { FakeClock, settle } from "./testing.ts";
import type { WhepPage } from "./types.ts";

class FakeStream {
  active = true;
}
/** A video element that a test plays, pauses and gives frames. */
class FakeVideo extends EventTarget {
  ownerDocument = new EventTarget();
  srcObject = new FakeStream();
  paused = true;
  refuses = false;
  played = 0;
  frames = 0;
  #callback: (() => void) | null = null;
  play(): Promise<void> {
    this.played += 1;
    if (this.refuses) return Promise.reject(new DOMException("no", "NotAllowedError"));
    this.paused = false;
    return Promise.resolve();
  }
  /** As the system does it. */
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }
  requestVideoFrameCallback(callback: () => void): number {
    this.#callback = callback;
    return 1;
  }
  cancelVideoFrameCallback(): void {
    this.#callback = null;
  }
  frame(): void {
    this.frames += 1;
    const callback = this.#callback;
    this.#callback = null;
    callback?.();
  }
  getVideoPlaybackQuality() {
    return { totalVideoFrames: this.frames };
  }
}
/** Of a browser that does not say when it presents a frame. */
class OldVideo extends FakeVideo {}
Object.defineProperty(OldVideo.prototype, "requestVideoFrameCallback", { value: undefined });

function fakePage() {
  const target = new EventTarget();
  const state = { hidden: false };
  const page: WhepPage = {
    hidden: () => state.hidden,
    on(event, listener) {
      target.addEventListener(event, listener);
      return () => target.removeEventListener(event, listener);
    },
  };
  const fire = (event: string) => target.dispatchEvent(new Event(event));
  return {
    page,
    fire,
    hide(hidden: boolean) {
      state.hidden = hidden;
      fire("visibilitychange");
    },
  };
}
function setUp<V extends FakeVideo>(video: V) {
  const clock = new FakeClock();
  const shown: Shown[] = [];
  const { page, ...actions } = fakePage();
  const playing = watchShown(video as unknown as HTMLVideoElement, {
    clock,
    page,
    onShown: (next) => shown.push(next),
  });
  /** 25 a second. */
  const move = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 40) {
      video.frame();
      await clock.advance(40);
    }
  };
  const press = (type = "click") => video.ownerDocument.dispatchEvent(new Event(type));
  return { video, clock, shown, playing, move, press, ...actions };
}
beforeEach(() => {
  vi.stubGlobal("MediaStream", FakeStream);
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [{ frameMs: 500, sinceMs: 0, blocked: false }, 1_500, { kind: "moving" }],
  [{ frameMs: 500, sinceMs: 0, blocked: false }, 1_501, { kind: "still", seconds: 1 }],
  [{ frameMs: 500, sinceMs: 0, blocked: true }, 501, { kind: "waiting" }],
  [{ frameMs: null, sinceMs: 0, blocked: false }, 1_000, { kind: "nothing" }],
  [{ frameMs: null, sinceMs: 0, blocked: false }, 3_999, { kind: "still", seconds: 3 }],
  [{ frameMs: null, sinceMs: null, blocked: false }, 9_000, { kind: "nothing" }],
] as const)("%j at %i ms is %j", (facts, now, shown) => expect(shownOf(facts, now)).toEqual(shown));

for (const Video of [FakeVideo, OldVideo])
  it(`moves with its frames, and stands still a second after the last one (${Video.name})`, async () => {
    const { video, clock, shown, move, playing } = setUp(new Video());
    playing.play();
    await move(2_000);
    expect(shown).toEqual([{ kind: "moving" }]);
    await clock.advance(1_300);
    expect(shown.at(-1)).toEqual({ kind: "still", seconds: 1 });
    await clock.advance(2_000);
    expect(shown.slice(2)).toEqual([
      { kind: "still", seconds: 2 },
      { kind: "still", seconds: 3 },
    ]);
    video.frame();
    await clock.advance(300);
    expect(shown.at(-1)).toEqual({ kind: "moving" });
    playing.stop();
    expect(clock.pending).toBe(0);
  });

it("waits where the browser refuses to play, and plays with any press that may start it", async () => {
  const { video, shown, press, playing, move } = setUp(new FakeVideo());
  video.refuses = true;
  playing.play();
  await settle();
  expect(shown).toEqual([{ kind: "waiting" }]);
  // The beginning of a touch gives no right to play.
  press("pointerdown");
  await settle();
  expect(shown).toEqual([{ kind: "waiting" }]);
  video.refuses = false;
  press("touchend");
  await settle();
  await move(40);
  expect(shown.at(-1)).toEqual({ kind: "moving" });
  const { played } = video;
  press();
  expect(video.played).toBe(played);
});

it("waits where the system has paused it, and plays again when the page comes back or a small window is closed", async () => {
  for (const comeBack of ["pageshow", "resume", "visibilitychange"]) {
    const { video, shown, playing, move, fire } = setUp(new FakeVideo());
    playing.play();
    await move(80);
    video.pause();
    expect(shown.at(-1)).toEqual({ kind: "waiting" });
    fire(comeBack);
    await move(40);
    expect(shown.at(-1)).toEqual({ kind: "moving" });
    video.pause();
    video.dispatchEvent(new Event("leavepictureinpicture"));
    await move(40);
    expect(shown.at(-1)).toEqual({ kind: "moving" });
  }
});

it("takes neither the end of a stream nor a newer one for a pause", async () => {
  const { video, shown, playing } = setUp(new FakeVideo());
  playing.play();
  await settle();
  video.srcObject.active = false;
  video.pause();
  expect(shown).toEqual([]);
  const audio = new FakeVideo();
  const blocked = vi.fn<(blocked: boolean) => void>();
  const keeper = keepPlaying(audio as unknown as HTMLMediaElement, blocked, null);
  audio.play = () => {
    audio.paused = false;
    return Promise.reject(new DOMException("a newer one", "AbortError"));
  };
  keeper.play();
  await settle();
  expect(blocked).not.toHaveBeenCalled();
});

it("is not judged while nobody sees the page, and has to show a frame afterwards", async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object
  const { clock, shown, playing, move, hide } = setUp(new FakeVideo());
  playing.play();
  await move(400);
  hide(true);
  expect(shown.at(-1)).toEqual({ kind: "nothing" });
  await clock.advance(60_000);
  expect(shown.at(-1)).toEqual({ kind: "nothing" });
  hide(false);
  await clock.advance(900);
  expect(shown.at(-1)).toEqual({ kind: "nothing" });
  await clock.advance(200);
  expect(shown.at(-1)).toEqual({ kind: "still", seconds: 1 });
  await move(40);
  expect(shown.at(-1)).toEqual({ kind: "moving" });
});
