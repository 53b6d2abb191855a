/** Significant events of component tests, the newest first. */
import type { NamedEvent } from "@reelcast/contract/console";
import { AT, PLAYER } from "./records.ts";

export const MACHINE = { id: 3, name: "Lantern Street" };
export const event = (id: number, kind: string, rest: Partial<NamedEvent> = {}): NamedEvent => ({
  id,
  at: AT,
  kind,
  machineId: MACHINE.id,
  sessionId: null,
  playerId: null,
  facts: {},
  seen: null,
  machine: MACHINE,
  player: null,
  ...rest,
});
export const EVENTS = [
  event(9, "largeWin", {
    facts: { game: 12, bet: 100, win: 2_000_000, amount: 2_000_000 },
    playerId: PLAYER.id,
    player: PLAYER,
  }),
  event(8, "tilt", { facts: { reason: "reel 2 stalled" } }),
  event(7, "selfExclusion", { facts: { until: AT }, machine: null, machineId: null, playerId: 7, player: PLAYER }),
  event(6, "doorOpened", { seen: { by: "Mehmet", at: AT } }),
  event(5, "earthquake", { facts: { strength: 4 } }),
];
