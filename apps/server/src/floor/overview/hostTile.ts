/** What the process that runs a machine says of it in the operators' overview. Changes nothing. */
import type { LiveMachine, TileState } from "@reelcast/contract/console";
import type { GameResult, MachineState } from "@reelcast/machine";
import type { Transfer } from "../../wallet/index.ts";
import type { HostParts } from "../hostParts.ts";
import type { MachineRow } from "../machineStore.ts";
import type { Seat } from "../seat/types.ts";
import { statusOf } from "../seat/view.ts";
import type { HostTile } from "./messages.ts";
import type { ReportedNeed } from "./reportedNeed.ts";

/** What of a host the overview needs. */
export interface ShownHost {
  row: Pick<MachineRow, "id" | "out_of_order" | "out_of_order_at" | "quarantined" | "quarantined_at" | "closed_at">;
  epoch: number;
  machine: MachineState;
  seat: Pick<Seat, "session" | "ending" | "connected"> | null;
  unresolved: Pick<Transfer, "state"> | null;
  /** What the machine reports to be wrong, and since when; null: none. */
  reportedNeed: ReportedNeed | null;
  lastGame: HostTile["lastGame"];
}

export const lastGameOf = ({ bet, win, endedAt }: Pick<GameResult, "bet" | "win" | "endedAt">) => ({
  bet,
  win,
  at: endedAt,
});

const STATES = {
  available: "free",
  waiting: "waiting",
  playing: "playing",
  bonus: "bonus",
  cashout: "ending",
  error: "tilt",
  offline: "unreachable",
  unknown: "unreachable",
} as const satisfies Record<ReturnType<typeof statusOf>, TileState>;

type PlayRow = ShownHost["row"];
/** By its row alone; null: it is in play. */
export function stateOfRow({ quarantined, out_of_order }: PlayRow): TileState | null {
  if (quarantined !== null) return "quarantined";
  return out_of_order === null ? null : "outOfOrder";
}
export function needOfRow(row: PlayRow, unresolved: ShownHost["unresolved"] = null): HostTile["need"] {
  if (row.quarantined !== null) {
    const what = unresolved?.state === "manual" ? "transfer" : "mismatch";
    return { what, since: row.quarantined_at?.getTime() ?? null, text: row.quarantined };
  }
  if (row.out_of_order === null) return null;
  return { what: "outOfOrder", since: row.out_of_order_at?.getTime() ?? null, text: row.out_of_order };
}
function stateOf({ row, machine, seat }: ShownHost): TileState {
  if (row.quarantined === null && row.out_of_order === null && machine.online && machine.phase === "handPay")
    return "handPay";
  const state = stateOfRow(row) ?? STATES[statusOf(machine, seat, false)];
  return state === "free" && row.closed_at !== null ? "closed" : state;
}
function needOf({ row, unresolved, reportedNeed }: ShownHost): HostTile["need"] {
  return row.quarantined === null && reportedNeed !== null ? reportedNeed : needOfRow(row, unresolved);
}

export function hostTile(host: ShownHost): HostTile {
  const { row, epoch, machine, seat, lastGame } = host;
  return {
    id: row.id,
    lease: epoch,
    state: stateOf(host),
    need: needOf(host),
    player: seat && { id: seat.session.player_id, since: seat.session.started_at.getTime() },
    credit: machine.credit,
    closed: row.closed_at !== null,
    lastGame,
    online: machine.online,
  };
}

export async function liveMachine({ driver, identity }: Pick<HostParts, "driver" | "identity">): Promise<LiveMachine> {
  const { manufacturer, model, game, returnToPlayer } = identity;
  const meters = await driver.meters().catch(() => null);
  const controls = driver
    .bands()
    .flatMap((band) => band.controls)
    .map(({ id, kind, label }) => ({ id, kind, label }));
  const areDescribed = (identity.video.parts ?? []).some((parts) => parts.controls.length > 0);
  return { manufacturer, model, game, returnToPlayer, meters, controls, areDescribed };
}

/** Whether both show the same. */
export function isSameTile(one: HostTile, other: HostTile): boolean {
  return (
    one.state === other.state &&
    one.credit === other.credit &&
    one.closed === other.closed &&
    one.lease === other.lease &&
    one.online === other.online &&
    one.need?.what === other.need?.what &&
    one.need?.since === other.need?.since &&
    one.need?.text === other.need?.text &&
    one.need?.amount === other.need?.amount &&
    one.player?.id === other.player?.id &&
    one.player?.since === other.player?.since &&
    one.lastGame?.at === other.lastGame?.at &&
    one.lastGame?.bet === other.lastGame?.bet &&
    one.lastGame?.win === other.lastGame?.win
  );
}
