/** Tells everybody what a game did to the jackpots, and its player what it won of them. */
import type { Bus } from "../bus/bus.ts";
import type { FedJackpot } from "../wallet/index.ts";

/** Answers what was won in all, minor units. */
export function tellJackpots(
  fed: readonly FedJackpot[],
  to: { bus: Bus; machineId: number; player: (params: { amount: number; name: string }) => void },
): number {
  let won = 0;
  for (const { id, name, amount, version, hit } of fed) {
    to.bus.publish("jackpot", { id, name, amount, version });
    if (hit === 0) continue;
    won += hit;
    to.bus.publish("jackpot.hit", { id, machineId: to.machineId, amount: hit });
    to.player({ amount: hit, name });
  }
  return won;
}
