/** The pictures of machines in play on the lobby's cards. */
import { createStillPictures } from "@reelcast/client/stillPictures";
import { call } from "../api/index.ts";

export const watchStill = createStillPictures((machines) => call("stills", { query: { machines } }));
