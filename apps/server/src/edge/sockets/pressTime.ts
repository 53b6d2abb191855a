/** When a press was made, as far as this process can know it. Its clock runs evenly: nobody sets it, unlike that of the computer. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { PressTime } from "../../floor/index.ts";
import type { Channel } from "./rpc.ts";

/** A client's clock is ahead by less: it takes it from the heartbeats, and may add half a round trip. */
const AHEAD_MS = 1_000;

/** What heartbeats show, and presses carry: ms since 1970. */
export const pressClock = (): number => Math.round(performance.timeOrigin + performance.now());

/**
 * @param at by `pressClock`, as the client says it. Without it, what the client is known to have received before counts
 * @throws AppError PressTooLate for one that is in the future
 */
export function timeOfPress(at: number | undefined, channel: Pick<Channel<never>, "provenAt">): PressTime {
  const now = performance.now();
  if (at === undefined) return { madeAt: channel.provenAt };
  const madeAt = at - performance.timeOrigin;
  if (madeAt > now + AHEAD_MS) throw new AppError(ErrorCode.PressTooLate);
  return { madeAt: Math.min(madeAt, now), at };
}
