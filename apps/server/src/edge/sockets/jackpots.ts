/** `/ws/jackpots`: the values of progressive jackpots, and their hits. */
import type { Bus, Topics } from "../../bus/bus.ts";
import type { FloorService } from "../../floor/index.ts";
import { createFanout } from "./fanout.ts";
import type { Channel, Handlers } from "./rpc.ts";

type Value = Topics["jackpot"];
interface FeedParts {
  bus: Bus;
  jackpots: () => Promise<readonly Value[]>;
  whoSees: FloorService["whoSees"];
}

/** @param jackpots the value of every pot, which a socket gets after `init` */
export function createJackpotFeed({ bus, jackpots, whoSees }: FeedParts) {
  const fanout = createFanout();
  const channels = new Set<Channel>();
  const versions = new Map<number, number>();
  function show({ id, name, amount, version }: Value): void {
    // Several machines feed a pot: their events may arrive in another order than their commits.
    if (version <= (versions.get(id) ?? -1)) return;
    versions.set(id, version);
    fanout.toAll(`jackpot ${id}`, "jackpot", { id, name, amount });
  }
  /** After an interruption of the bus. What can't be read comes with the next game. */
  const readAgain = () =>
    jackpots().then(
      (values) => values.forEach(show),
      () => {},
    );
  /** To each socket for itself: that there was a hit, and where it was if its player may know of that machine. */
  async function showHit({ machineId, ...hit }: Topics["jackpot.hit"]): Promise<void> {
    const sees = await whoSees().catch(() => () => false);
    for (const channel of channels) {
      const where = sees(channel.who.playerId, machineId) ? { machineId } : {};
      fanout.toOne(channel, "jackpotHit", { ...hit, ...where });
    }
  }
  const ends = [
    bus.subscribe("jackpot", show),
    bus.subscribe("jackpot.hit", (hit) => void showHit(hit)),
    bus.onChange((up) => {
      if (up) void readAgain();
    }),
  ];
  const handlers: Handlers<"jackpots"> = {
    async init(_, channel) {
      // Joined before the values are read: a change in between is never missed, and what was read before it is not sent.
      fanout.join(channel);
      channels.add(channel);
      for (const { id, name, amount, version } of await jackpots())
        if (version >= (versions.get(id) ?? -1)) fanout.toOne(channel, "jackpot", { id, name, amount });
      return {};
    },
  };
  return {
    handlers,
    onClose(channel: Channel) {
      channels.delete(channel);
      fanout.leave(channel);
    },
    close() {
      for (const end of ends) end();
      fanout.close();
    },
  };
}
