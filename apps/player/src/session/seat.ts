/**
 * What the game screen shows: one pure function of the connection, the server's answer to `init`, its pushes, and what
 * the player has pressed. Nothing here sends or waits.
 */
import { ErrorCode, InfoCode, NO_PLAY_RULES } from "@reelcast/contract";
import type {
  AutoplayPush,
  GameInitAnswer,
  Info,
  LimitsPush,
  MetersState,
  PlayRules,
  TransferPush,
} from "@reelcast/contract";
import type { Connection } from "@reelcast/client/connection";
import type { ApiError } from "../api/index.ts";
import { EMPTY_WIN_PRESENTATION, nextWinPresentation, resumedWinPresentation } from "./winPresentation.ts";
import type { WinPresentation } from "./winPresentation.ts";

/** A transfer without an answer. Its id stays until the answer, so that one click is one transfer. */
export interface TransferUnderWay {
  clientTransferId: string;
  kind: "cashin" | "cashout";
  amount: number | null;
  /** Asked for by this page, which gets its answer. Another one was named by the server, which also says that it is over. */
  own?: true;
}
/** The seconds left to deposit or to play on, before the session ends. */
export interface Countdown {
  kind: "deposit" | "idle";
  seconds: number;
}
/** A notice of the server. `id` rises, so that each is shown exactly once. */
export interface ServerNotice extends Info {
  id: number;
}
/** What the server has said of autoplay last. `id` rises. */
export interface AutoplayNotice extends AutoplayPush {
  id: number;
}
/** Stored notices: a new listener gets them at once. */
const KEPT_NOTICES = 8;
/** Why the server ends the session: `removed` by an operator or another device, or `closed` by a rule. */
export interface Closing {
  why: "removed" | "closed";
  code: string | number;
  params: Info["params"];
}

export interface SeatView {
  connection: Connection;
  /** Null until the first answer. */
  session: GameInitAnswer["session"] | null;
  machine: GameInitAnswer["machine"] | null;
  limits: GameInitAnswer["limits"] | null;
  video: GameInitAnswer["video"] | null;
  meters: MetersState | null;
  /** What must be shown or hidden at this seat. */
  playRules: Readonly<PlayRules>;
  autoplay: AutoplayNotice | null;
  /** What is made of wins. */
  winPresentation: WinPresentation;
  transfer: TransferUnderWay | null;
  /** Controls that were pressed and not answered yet. */
  pressing: readonly string[];
  /** The running countdown; a new value every second. */
  countdown: Countdown | null;
  /** The latest notices, oldest first. */
  notices: readonly ServerNotice[];
  /** Why the player got no seat, or has lost it. */
  refusal: ApiError | null;
  /** The server is ending the session. */
  closing: Closing | null;
  /** Rises when the server has restarted its video. */
  videoEpoch: number;
  roundTripMs: number | null;
}

export const EMPTY_SEAT: SeatView = {
  connection: { kind: "connecting", attempt: 0 },
  session: null,
  machine: null,
  limits: null,
  video: null,
  meters: null,
  playRules: NO_PLAY_RULES,
  autoplay: null,
  winPresentation: EMPTY_WIN_PRESENTATION,
  transfer: null,
  pressing: [],
  countdown: null,
  notices: [],
  refusal: null,
  closing: null,
  videoEpoch: 0,
  roundTripMs: null,
};

type MetersChange = { [K in keyof MetersState]?: MetersState[K] | undefined } & { seq: number };

export type SeatEvent =
  | { type: "connection"; connection: Connection }
  | { type: "init"; answer: GameInitAnswer }
  | { type: "meters"; change: MetersChange }
  | { type: "info"; info: Info }
  | { type: "limits"; change: LimitsPush }
  | { type: "autoplayPush"; push: AutoplayPush }
  | { type: "playRules"; rules: GameInitAnswer["playRules"] }
  | { type: "transferPush"; push: TransferPush }
  | { type: "transferBegun"; transfer: TransferUnderWay }
  | { type: "transferOver"; clientTransferId: string }
  | { type: "pressed"; control: string }
  | { type: "pressAnswered"; control: string }
  | { type: "refused"; error: ApiError }
  | { type: "roundTrip"; ms: number };

/** A session that continued elsewhere is announced by the close code (4409), not by this notice. */
const TAKEN_OVER = ErrorCode.SeatTakenOver;
/** After these there is no more play, so a countdown ends. */
const GRAVE: readonly string[] = ["OUT_OF_ORDER", "MACHINE_OFFLINE", "LIMIT_REACHED"];

function withNotice(view: SeatView, info: Info): SeatView {
  const { action, code, params } = info;
  const seconds = typeof params["count"] === "number" ? params["count"] : 0;
  switch (action) {
    case "SESSION_CLOSE_WARNING":
      return { ...view, countdown: { kind: code === InfoCode.DepositCountdown ? "deposit" : "idle", seconds } };
    case "SESSION_CLOSE_CANCELLED":
      return { ...view, countdown: null };
    case "VIDEO_RESTARTED":
      return { ...view, videoEpoch: view.videoEpoch + 1 };
    case "CLOSE_SESSION":
      return { ...view, closing: view.closing ?? { why: "closed", code, params }, countdown: null };
    case "QUIT_REQUEST":
      if (code === TAKEN_OVER) return view;
      return { ...view, closing: { why: "removed", code, params }, countdown: null };
    default: {
      const notice = { ...info, id: (view.notices.at(-1)?.id ?? 0) + 1 };
      return {
        ...view,
        countdown: GRAVE.includes(action) ? null : view.countdown,
        notices: [...view.notices, notice].slice(-KEPT_NOTICES),
      };
    }
  }
}

/** A rule that the server does not name is none. */
const rulesOf = (named: GameInitAnswer["playRules"]): PlayRules => ({
  ...NO_PLAY_RULES,
  ...(named as Partial<PlayRules>),
});

/** On the wire the id has a shorter name. */
const underWay = ({ transferId, kind, amount }: NonNullable<GameInitAnswer["transfer"]>): TransferUnderWay => ({
  clientTransferId: transferId,
  kind,
  amount,
});

export function nextSeat(view: SeatView, event: SeatEvent): SeatView {
  switch (event.type) {
    case "connection":
      if (event.connection.kind === "live") return { ...view, connection: event.connection };
      // Presses of a lost connection get no answer, and its countdown stops.
      return { ...view, connection: event.connection, pressing: [], countdown: null };
    case "init": {
      const { session, machine, limits, video, meters, transfer = null, playRules } = event.answer;
      return {
        ...view,
        session,
        machine,
        limits,
        video,
        meters,
        playRules: rulesOf(playRules),
        winPresentation: resumedWinPresentation(view.winPresentation, meters),
        // Ours stays while it has no answer; any other is as the server names it now.
        transfer: view.transfer?.own ? view.transfer : transfer && underWay(transfer),
        pressing: [],
        refusal: null,
        countdown: null,
      };
    }
    case "meters": {
      const { meters } = view;
      // Older than what is known: it came late.
      if (!meters || event.change.seq <= meters.seq) return view;
      const { controls, selects, ...rest } = event.change;
      const changed = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const merged: MetersState = {
        ...meters,
        ...changed,
        controls: controls ? { ...meters.controls, ...controls } : meters.controls,
        selects: selects ? { ...meters.selects, ...selects } : meters.selects,
      };
      const funded = view.countdown?.kind === "deposit" && merged.credit > 0;
      const winPresentation = nextWinPresentation(view.winPresentation, meters, merged, view.playRules);
      return { ...view, meters: merged, winPresentation, countdown: funded ? null : view.countdown };
    }
    case "info":
      return withNotice(view, event.info);
    case "playRules":
      return { ...view, playRules: rulesOf(event.rules) };
    case "limits":
      return { ...view, limits: view.limits && { ...view.limits, ...event.change } };
    case "autoplayPush":
      return { ...view, autoplay: { ...event.push, id: (view.autoplay?.id ?? 0) + 1 } };
    case "transferPush": {
      const { push } = event;
      if (push.state === "pending") return view.transfer?.own ? view : { ...view, transfer: underWay(push) };
      return view.transfer?.clientTransferId === push.transferId ? { ...view, transfer: null } : view;
    }
    case "transferBegun":
      return { ...view, transfer: { ...event.transfer, own: true }, countdown: null };
    case "transferOver":
      return view.transfer?.clientTransferId === event.clientTransferId ? { ...view, transfer: null } : view;
    case "pressed":
      return {
        ...view,
        pressing: [...view.pressing, event.control],
        // A press answers the idle countdown; only funds end the other.
        countdown: view.countdown?.kind === "idle" ? null : view.countdown,
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
  if (play === undefined || (meters.phase === "spinning" && !view.playRules.skillStop)) return null;
  return { does: meters.phase === "spinning" ? "stop" : "play", control: play };
}

/** The next jackpot to be celebrated. Where the last one is not among them, they are of another seat: all are new. */
export function jackpotAfter(
  notices: readonly ServerNotice[],
  celebrated: ServerNotice | null,
): ServerNotice | undefined {
  return notices
    .slice(notices.findIndex((notice) => notice === celebrated) + 1)
    .find(({ action }) => action === "JACKPOT");
}
