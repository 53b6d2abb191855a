import { GAME_SOCKET } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createMetrics } from "../../metrics/index.ts";
import type { Channel } from "./rpc.ts";
import { VideoReports } from "./videoReports.ts";

const report = { firstFrameMs: 400, freezes: 0, packetLoss: 0.02, rttMs: 30 };

it("counts one picture once, its freezes as they come, and nothing that comes too often", async () => {
  const metrics = createMetrics();
  let now = 0;
  const reports = new VideoReports(metrics, () => now);
  const [ann, bob] = [{} as Channel, {} as Channel];
  const values = async () =>
    Object.fromEntries(
      (await metrics.text())
        .split("\n")
        .filter((line) =>
          /^reelcast_(first_frame_seconds_(sum|count)|video_(freezes_total|loss_ratio_count))/.test(line),
        )
        .map((line) => line.split(" ")),
    ) as Record<string, string>;
  reports.add(ann, report);
  reports.add(ann, { ...report, freezes: 25 });
  reports.add(bob, { ...report, firstFrameMs: 600, packetLoss: null, rttMs: null });
  expect(await values()).toEqual({
    reelcast_first_frame_seconds_sum: "1",
    reelcast_first_frame_seconds_count: "2",
    reelcast_video_freezes_total: "0",
    reelcast_video_loss_ratio_count: "1",
  });
  now += 30_000;
  reports.add(ann, { ...report, freezes: 3 });
  now += 30_000;
  reports.add(ann, { ...report, freezes: 4 });
  expect(await values()).toMatchObject({
    reelcast_first_frame_seconds_count: "2",
    reelcast_video_freezes_total: "4",
  });
  now += 30_000;
  // A new picture, whose freezes count from its start; and one browser can't outweigh all others.
  reports.add(ann, { ...report, firstFrameMs: 900, freezes: 1_000_000 });
  expect(await values()).toMatchObject({
    reelcast_first_frame_seconds_count: "3",
    reelcast_video_freezes_total: "34",
  });
});

it.each([
  ["negative", { ...report, firstFrameMs: -1 }],
  ["longer than a picture may take", { ...report, firstFrameMs: 60_000.5 }],
  ["no number", { ...report, freezes: Number.NaN }],
  ["half a freeze", { ...report, freezes: 0.5 }],
  ["more lost than sent", { ...report, packetLoss: 1.1 }],
])("refuses a report that is %s", (_, params) => {
  expect(GAME_SOCKET.requests.video.params.safeParse(params).success).toBe(false);
  expect(GAME_SOCKET.requests.video.params.safeParse(report).success).toBe(true);
});
