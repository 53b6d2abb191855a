/**
 * What the game screen shows: one pure function of the connection, the server's answer to `init`, its pushes, and what
 * the player has pressed. Nothing here sends or waits.
 */
import type { GameInitAnswer, Info, MetersState, TransferPush } from "@reelcast/contract";
import type { ApiError } from "../api/index.ts";
import type { Connection } from "./connection.ts";

/** Money on its way. The id stays until an answer came, so that one click is one transfer whatever happens. */
export interface TransferUnderWay {
  transferId: string;
  kind: "cashin" | "cashout";
  amount: number | null;
}
export type Notice =
  | { kind: "depositCountdown"; seconds: number }
  | { kind: "idleCountdown"; seconds: number }
  | { kind: "winWaits"; amount: number }
  | { kind: "code"; code: string | number; action: string; message: string };

export interface SeatView {
  connection: Connection;
  /** Null until the first answer. */
  session: GameInitAnswer["session"] | null;
  machine: GameInitAnswer["machine"] | null;
  limits: GameInitAnswer["limits"] | null;
  video: GameInitAnswer["video"] | null;
  meters: MetersState | null;
  transfer: TransferUnderWay | null;
  /** Controls that were pressed and not answered yet. */
  pressing: readonly string[];
  /** The countdown that runs, or what was said last; it has an age so that the same words can be said again. */
  notice: { at: number; what: Notice } | null;
  /** Why the player may not sit here. */
  refusal: ApiError | null;
  /** The house ended the session. */
  closed: { code: string | number } | null;
  /** Rises when the house has started its video anew. */
  videoEpoch: number;
  roundTripMs: number | null;
  /** Server's clock less ours, ms. */
  clockOffset: number;
}

export const EMPTY_SEAT: SeatView = {
  connection: { kind: "connecting", attempt: 0 },
  session: null,
  machine: null,
  limits: null,
  video: null,
  meters: null,
  transfer: null,
  pressing: [],
  notice: null,
  refusal: null,
  closed: null,
  videoEpoch: 0,
  roundTripMs: null,
  clockOffset: 0,
};

type MetersChange = { [K in keyof MetersState]?: MetersState[K] | undefined } & { seq: number };

export type SeatEvent =
  | { type: "connection"; connection: Connection }
  | { type: "init"; answer: GameInitAnswer; now: number }
  | { type: "meters"; change: MetersChange }
  | { type: "info"; info: Info; now: number }
  | { type: "transferPush"; push: TransferPush }
  | { type: "transferBegun"; transfer: TransferUnderWay }
  | { type: "transferOver"; transferId: string }
  | { type: "pressed"; control: string }
  | { type: "pressAnswered"; control: string }
  | { type: "refused"; error: ApiError }
  | { type: "roundTrip"; ms: number };

const CLOSING = ["CLOSE_SESSION"];

function noticeOf(info: Info): Notice | null {
  const number = (key: string) => (typeof info.params[key] === "number" ? info.params[key] : 0);
  switch (info.action) {
    case "QUIT_REQUEST":
      return info.code === "CODE_18800"
        ? { kind: "depositCountdown", seconds: number("count") }
        : { kind: "code", ...info };
    case "SESSION_CLOSE_WARNING":
      return { kind: "idleCountdown", seconds: number("count") };
    case "SESSION_CLOSE_CANCELLED":
      return null;
    case "TAKE_WIN":
      return { kind: "winWaits", amount: number("amount") };
    default:
      return { kind: "code", code: info.code, action: info.action, message: info.message };
  }
}

export function nextSeat(view: SeatView, event: SeatEvent): SeatView {
  switch (event.type) {
    case "connection":
      // What was pressed on a lost connection will not be answered.
      return { ...view, connection: event.connection, pressing: event.connection.kind === "live" ? view.pressing : [] };
    case "init": {
      const { session, machine, limits, video, meters, transfer = null, now } = event.answer;
      return {
        ...view,
        session,
        machine,
        limits,
        video,
        meters,
        // Ours stays while it has no answer; the server's own is shown where we know of none.
        transfer: view.transfer ?? transfer,
        pressing: [],
        refusal: null,
        notice: null,
        clockOffset: now === undefined ? 0 : Date.parse(now) - event.now,
      };
    }
    case "meters": {
      const { meters } = view;
      // Older than what is known: it came late.
      if (!meters || event.change.seq <= meters.seq) return view;
      const { controls, selects, ...rest } = event.change;
      const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const merged: MetersState = {
        ...meters,
        ...told,
        controls: controls ? { ...meters.controls, ...controls } : meters.controls,
        selects: selects ? { ...meters.selects, ...selects } : meters.selects,
      };
      const counting = view.notice?.what.kind === "depositCountdown" && merged.credit > 0;
      return { ...view, meters: merged, notice: counting ? null : view.notice };
    }
    case "info": {
      const { info, now } = event;
      if (CLOSING.includes(info.action)) return { ...view, closed: { code: info.code }, notice: null };
      const videoEpoch = info.action === "VIDEO_RESTARTED" ? view.videoEpoch + 1 : view.videoEpoch;
      if (info.action === "VIDEO_RESTARTED") return { ...view, videoEpoch };
      const what = noticeOf(info);
      return { ...view, notice: what === null ? null : { at: now, what } };
    }
    case "transferPush": {
      const { state, transferId, kind, amount } = event.push;
      if (state === "pending") return view.transfer ? view : { ...view, transfer: { transferId, kind, amount } };
      return view.transfer?.transferId === transferId ? { ...view, transfer: null } : view;
    }
    case "transferBegun":
      return { ...view, transfer: event.transfer, notice: null };
    case "transferOver":
      return view.transfer?.transferId === event.transferId ? { ...view, transfer: null } : view;
    case "pressed":
      return {
        ...view,
        pressing: [...view.pressing, event.control],
        notice: view.notice?.what.kind === "code" ? view.notice : null,
      };
    case "pressAnswered":
      return { ...view, pressing: without(view.pressing, event.control) };
    case "refused":
      return { ...view, refusal: event.error };
    case "roundTrip":
      return { ...view, roundTripMs: Math.round(event.ms) };
  }
}

function without(list: readonly string[], one: string): string[] {
  const at = list.indexOf(one);
  return at === -1 ? [...list] : list.toSpliced(at, 1);
}

/** What the one big button does now. Null: nothing, it is dark. */
export type MainAction = { does: "play" | "stop" | "takeWin"; control: string } | null;

export function mainActionOf(view: SeatView): MainAction {
  const { meters, machine } = view;
  if (!meters || !machine) return null;
  const lit = (kind: string) =>
    machine.bands
      .flatMap(({ controls }) => controls)
      .find((control) => control.kind === kind && meters.controls[control.id] === true)?.id;
  const take = lit("takeWin");
  if (take !== undefined) return { does: "takeWin", control: take };
  const play = lit("play");
  if (play === undefined) return null;
  return { does: meters.phase === "spinning" ? "stop" : "play", control: play };
}
