/** The pictures of machines in play on the lobby's cards. Their code comes when the first such machine is shown. */
import type { WatchStill } from "@reelcast/client/stillPictures";
import { retryUntilLoaded } from "@reelcast/ui";
import { call } from "../api/index.ts";

let loading: Promise<WatchStill> | undefined;
async function load(): Promise<WatchStill> {
  const { createStillPictures } = await retryUntilLoaded(() => import("@reelcast/client/stillPictures"));
  return createStillPictures((machines) => call("stills", { query: { machines } }));
}

export const watchStill: WatchStill = (machineId, card) => {
  let end: (() => void) | undefined;
  let isOver = false;
  loading ??= load();
  void loading.then((watch) => {
    if (!isOver) end = watch(machineId, card);
  });
  return () => {
    isOver = true;
    end?.();
  };
};
