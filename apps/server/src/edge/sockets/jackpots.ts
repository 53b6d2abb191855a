/** `/ws/jackpots`: the values of progressive jackpots, and who was hit. */
import type { Bus } from "../../bus/bus.ts";
import { createFanout } from "./fanout.ts";
import type { Channel, Handlers } from "./rpc.ts";

export function createJackpotFeed(bus: Bus) {
  const fanout = createFanout();
  let hits = 0;
  const ends = [
    bus.subscribe("jackpot", (jackpot) => fanout.toAll(`jackpot ${jackpot.id}`, "jackpot", jackpot)),
    bus.subscribe("jackpot.hit", (hit) => fanout.toAll(`hit ${(hits += 1)}`, "jackpotHit", hit)),
  ];
  const handlers: Handlers<"jackpots"> = {
    async init(_, channel) {
      fanout.join(channel);
      return {};
    },
  };
  return {
    handlers,
    onClose: (channel: Channel) => fanout.leave(channel),
    close() {
      for (const end of ends) end();
      fanout.close();
    },
  };
}
