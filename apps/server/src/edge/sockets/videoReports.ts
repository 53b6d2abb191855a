/** What browsers report of their pictures, as metrics. A browser can write anything: the figures decide nothing. */
import { SOCKET } from "@reelcast/contract";
import type { SocketParams } from "@reelcast/contract";
import type { Counter, Histogram } from "../../metrics/index.ts";
import type { Channel } from "./rpc.ts";

export interface VideoMetrics {
  firstFrame: Histogram;
  videoFreezes: Counter;
  videoLoss: Histogram;
  videoRoundTrip: Histogram;
}
type Report = SocketParams<"game", "video">;

/** Timers of browsers are not exact. */
const SOONEST_MS = SOCKET.videoReportEveryMs - 2_000;
/** One browser must not outweigh all others. */
const MAX_FREEZES = 30;

export class VideoReports {
  readonly #metrics: VideoMetrics | undefined;
  readonly #now: () => number;
  readonly #last = new WeakMap<Channel, Report & { at: number }>();
  constructor(metrics: VideoMetrics | undefined, now: () => number = () => performance.now()) {
    this.#metrics = metrics;
    this.#now = now;
  }

  add(channel: Channel, report: Report): void {
    const last = this.#last.get(channel);
    const at = this.#now();
    if (!this.#metrics || (last && at - last.at < SOONEST_MS)) return;
    this.#last.set(channel, { ...report, at });
    const { firstFrame, videoFreezes, videoLoss, videoRoundTrip } = this.#metrics;
    const { firstFrameMs, freezes, packetLoss, rttMs } = report;
    // The same time again is the same picture.
    const isSame = last?.firstFrameMs === firstFrameMs;
    if (!isSame) firstFrame.observe({}, firstFrameMs / 1000);
    const since = isSame ? last.freezes : 0;
    videoFreezes.add({}, Math.min(Math.max(0, freezes - since), MAX_FREEZES));
    if (packetLoss !== null) videoLoss.observe({}, packetLoss);
    if (rttMs !== null) videoRoundTrip.observe({}, rttMs / 1000);
  }
}
