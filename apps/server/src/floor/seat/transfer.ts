/**
 * The life of a transfer, after AFT: its money is held, the machine locked, and "sent" stored before the first command
 * to the machine; only the machine's answer ends it. If an answer is lost, the machine is interrogated; without an
 * answer nothing is decided. Pure.
 */
import type { InterrogateAnswer } from "@reelcast/machine";
import { ErrorCode } from "@reelcast/contract";
import type { Transfer } from "../../wallet/index.ts";
import { conclude } from "./reconcile.ts";
import type { Caller, OpenTransfer, SeatEffect, SeatEvent, SeatState } from "./types.ts";

/** If a machine answers for so long without an outcome of the transfer, it becomes manual. */
export const MANUAL_AFTER_MS = 60_000;
const INTERROGATE_AGAIN_MS = 250;
const INTERROGATE_MANUAL_AGAIN_MS = 5_000;
/** Between two interrogations at most so much counts as time in which both sides answered. */
const LONGEST_STEP_MS = 1_000;

type Found = Extract<OpenTransfer, { transfer: Transfer }>;
/** A command of it runs, at the machine or in the database. */
type InCommand = Extract<Found, { caller: Caller }>;
interface Change {
  transfer: OpenTransfer | null;
  effects: SeatEffect[];
}
const NOTHING: Change = { transfer: null, effects: [] };

const callerOf = (open: OpenTransfer): Caller => ("caller" in open ? open.caller : null);
function reply(open: OpenTransfer, transfer: Transfer): SeatEffect[] {
  const caller = callerOf(open);
  return caller === null ? [] : [{ do: "answer", caller, transfer }];
}

function notSettled(open: OpenTransfer | null): SeatEffect[] {
  const caller = open && callerOf(open);
  return caller === null ? [] : [{ do: "refuse", caller, code: ErrorCode.TransferInDoubt, params: {} }];
}

/** The machine is interrogated again later; the caller gets the answer that the transfer is not settled yet. */
function wait(open: Found, now: number, answered: boolean): Change & { transfer: OpenTransfer } {
  const before = "answeredMs" in open ? open : { answeredMs: 0, interrogatedAt: now };
  const step = open.transfer.state === "manual" ? "manual" : "waiting";
  const again = step === "manual" ? INTERROGATE_MANUAL_AGAIN_MS : INTERROGATE_AGAIN_MS;
  return {
    transfer: {
      step,
      transfer: open.transfer,
      interrogateAfter: now + again,
      interrogatedAt: now,
      answeredMs: before.answeredMs + (answered ? Math.min(now - before.interrogatedAt, LONGEST_STEP_MS) : 0),
    },
    effects: reply(open, open.transfer),
  };
}

/** A transfer that an earlier owner left: never sent → it fails; sent → the machine is interrogated. */
function resumeTransfer(transfer: Transfer, now: number): Change {
  switch (transfer.state) {
    case "created":
    case "reserved":
      return {
        transfer: { step: "concluding", caller: null, transfer },
        effects: [
          {
            do: "fail",
            transfer,
            code: ErrorCode.TransferRefused,
            detail: "interrupted before the machine had the command",
          },
        ],
      };
    case "sent":
      return {
        transfer: { step: "markingUnknown", caller: null, transfer },
        effects: [{ do: "markUnknown", transfer, evidence: { lost: "the owner of the machine changed" } }],
      };
    case "unknown":
    case "manual":
      return {
        transfer: {
          step: transfer.state === "manual" ? "manual" : "waiting",
          transfer,
          interrogateAfter: now,
          interrogatedAt: now,
          answeredMs: 0,
        },
        effects: [],
      };
    default:
      return { transfer: null, effects: [] };
  }
}

/** The machine's own answer to the command. Meters are compared soon, when the machine is at rest. */
function answered(open: Found, answer: InterrogateAnswer): Change {
  const { transfer } = open;
  const concluding: OpenTransfer = { step: "concluding", caller: callerOf(open), transfer };
  const most = transfer.amount ?? Number.MAX_SAFE_INTEGER;
  if (answer.status === "done" && answer.moved >= 0 && answer.moved <= most)
    return { transfer: concluding, effects: [{ do: "settle", transfer, moved: answer.moved, credit: answer.credit }] };
  if (answer.status === "refused") {
    const code = answer.reason === "gameInProgress" ? ErrorCode.GameInProgress : ErrorCode.TransferRefused;
    return { transfer: concluding, effects: [{ do: "fail", transfer, code, detail: answer.reason }] };
  }
  // Unclear or impossible: the interrogation decides, together with the meters.
  return {
    transfer: { step: "markingUnknown", caller: callerOf(open), transfer },
    effects: [{ do: "markUnknown", transfer, evidence: { answered: answer } }],
  };
}

function interrogationAnswered(open: Found, event: Extract<SeatEvent, { type: "interrogated" }>): Change {
  const { transfer } = open;
  const { answer, meters, ledger, now } = event;
  // The ledger has moved the credit in doubt to suspense, but it is on the machine.
  const verdict = conclude(transfer, answer, meters, { ...ledger, credit: ledger.credit + event.expected });
  const concluding: OpenTransfer = { step: "concluding", caller: callerOf(open), transfer };
  const evidence = { asked: transfer.id, answered: answer, meters, ledger };
  const inDoubt = ledger.credit + (transfer.kind === "cashin" ? (transfer.amount ?? 0) : 0);
  if (transfer.state === "manual") {
    // Only a clear answer, with all meters in agreement, ends it without an operator.
    if (verdict.verdict !== "done" && verdict.verdict !== "failed") return wait(open, now, true);
    const moved = verdict.verdict === "done" ? verdict.moved : 0;
    return { transfer: concluding, effects: [{ do: "resolveManual", transfer, state: verdict.verdict, moved }] };
  }
  switch (verdict.verdict) {
    case "done":
      return {
        transfer: concluding,
        effects: [{ do: "settle", transfer, moved: verdict.moved, credit: verdict.credit }],
      };
    case "failed":
      return { transfer: concluding, effects: [{ do: "fail", transfer, code: verdict.code, detail: verdict.detail }] };
    case "manual":
      return {
        transfer: { ...concluding, inDoubt },
        effects: [{ do: "makeManual", transfer, reason: verdict.reason, evidence }],
      };
    case "wait": {
      const next = wait(open, now, true);
      const { transfer: waiting } = next;
      if (!("answeredMs" in waiting) || waiting.answeredMs < MANUAL_AFTER_MS) return next;
      const reason = "the machine answers, but not what became of the transfer";
      return { transfer: { ...concluding, inDoubt }, effects: [{ do: "makeManual", transfer, reason, evidence }] };
    }
  }
}

/** Begins a transfer: its money is held first. */
function requestTransfer(state: SeatState, event: Extract<SeatEvent, { type: "transferRequested" }>) {
  const { caller, request } = event;
  const refuse = (
    code:
      | typeof ErrorCode.GameInProgress
      | typeof ErrorCode.EarlierTransferPending
      | typeof ErrorCode.SessionTerminated,
  ): Change => ({
    transfer: state.transfer,
    effects: caller === null ? [] : [{ do: "refuse", caller, code, params: {} }],
  });
  if (state.seat === null || state.seat.ending === "checking") return refuse(ErrorCode.SessionTerminated);
  if (state.transfer !== null) return refuse(ErrorCode.EarlierTransferPending);
  if (state.machine.phase !== "idle") return refuse(ErrorCode.GameInProgress);
  const transfer: OpenTransfer = { step: "reserving", caller, request };
  if (request.kind === "cashout" && state.machine.credit === 0)
    return { transfer, effects: [{ do: "recordNothing", request }] satisfies SeatEffect[] };
  const amount = request.amount ?? state.machine.credit;
  const effects: SeatEffect[] = [
    { do: "notifyPending", request, amount },
    { do: "reserve", request },
  ];
  return { transfer, effects };
}

function reserving(open: Extract<OpenTransfer, { step: "reserving" }>, event: SeatEvent): Change | null {
  const { caller, request } = open;
  if (event.type === "notReserved") {
    const { code, params } = event;
    const refuse: SeatEffect[] = caller === null ? [] : [{ do: "refuse", caller, code, params }];
    return { transfer: null, effects: [{ do: "notifyRefused", request, code }, ...refuse] };
  }
  if (event.type !== "reserved") return null;
  const { transfer } = event;
  // Known already, or over at once: the stored transfer is the answer.
  if (transfer.state === "done" || transfer.state === "failed")
    return { transfer: null, effects: [{ do: "notifyTransfer", transfer }, ...reply(open, transfer)] };
  if (!event.fresh) {
    const found = resumeTransfer(transfer, event.now);
    return { ...found, effects: [...found.effects, ...reply(open, transfer)] };
  }
  return { transfer: { step: "locking", caller, transfer }, effects: [{ do: "lock" }] };
}

function locking(open: InCommand, answer: "granted" | "refused" | "lost"): Change {
  const { transfer } = open;
  if (answer === "granted")
    return { transfer: { ...open, step: "markingSent" }, effects: [{ do: "markSent", transfer }] };
  // The machine has no command about money yet: the transfer may fail.
  const fail: SeatEffect =
    answer === "lost"
      ? { do: "fail", transfer, code: ErrorCode.MachineOffline, detail: "no lock: the machine does not answer" }
      : { do: "fail", transfer, code: ErrorCode.GameInProgress, detail: "no lock" };
  return { transfer: { ...open, step: "concluding" }, effects: [fail] };
}

function sending(open: InCommand, event: SeatEvent): Change | null {
  const { transfer } = open;
  if (event.type === "answered") return answered(open, event.answer);
  if (event.type !== "answerLost") return null;
  const evidence = { lost: "the answer of the machine" };
  return { transfer: { ...open, step: "markingUnknown" }, effects: [{ do: "markUnknown", transfer, evidence }] };
}

function interrogating(open: Found, event: SeatEvent): Change | null {
  if (event.type === "interrogated") return interrogationAnswered(open, event);
  if (event.type === "interrogationLost") return wait(open, event.now, false);
  if (event.type !== "tick" || !("interrogateAfter" in open) || event.now < open.interrogateAfter) return null;
  return {
    transfer: { ...open, interrogateAfter: Infinity },
    effects: [{ do: "interrogate", transfer: open.transfer }],
  };
}

function concluding(open: Found, event: SeatEvent): Change | null {
  if (event.type !== "concluded" && event.type !== "madeManual") return null;
  const { transfer, now } = event;
  const answer = reply(open, transfer);
  if (event.type === "madeManual")
    return {
      transfer: { step: "manual", transfer, interrogateAfter: now, interrogatedAt: now, answeredMs: 0 },
      effects: [{ do: "unlock" }, { do: "notifyTransfer", transfer }, ...answer],
    };
  // All meters agree again: the rest of the credit goes to its player, and the machine back into play.
  const back: SeatEffect[] = open.transfer.state === "manual" ? [{ do: "putBackIntoPlay" }] : [];
  return {
    transfer: null,
    effects: [{ do: "unlock" }, ...back, { do: "refreshTotals" }, { do: "notifyTransfer", transfer }, ...answer],
  };
}

/** Null for an event that belongs to another step. */
function stepOf(open: OpenTransfer, event: SeatEvent): Change | null {
  switch (open.step) {
    case "reserving":
      return reserving(open, event);
    case "locking":
      return event.type === "lockAnswered" ? locking(open, event.answer) : null;
    case "markingSent": {
      if (event.type !== "markedSent") return null;
      const { transfer } = event;
      return { transfer: { ...open, step: "sending", transfer }, effects: [{ do: "send", transfer }] };
    }
    case "sending":
      return sending(open, event);
    case "markingUnknown": {
      if (event.type !== "markedUnknown") return null;
      const { transfer } = event;
      return { transfer: { ...open, step: "interrogating", transfer }, effects: [{ do: "interrogate", transfer }] };
    }
    case "interrogating":
    case "waiting":
    case "manual":
      return interrogating(open, event);
    case "concluding":
      return concluding(open, event);
    case "lost":
      // By then the host has read the ledger, and found no open transfer.
      return event.type === "tick" && event.now - open.since >= INTERROGATE_AGAIN_MS ? NOTHING : null;
  }
}

/** The part of the reducer that knows transfers. Events that belong to another step change nothing. */
export function transferStep(state: SeatState, event: SeatEvent): Change {
  const open = state.transfer;
  if (event.type === "transferRequested") return requestTransfer(state, event);
  if (event.type === "transferFound") {
    const found = resumeTransfer(event.transfer, event.now);
    return { ...found, effects: [...found.effects, ...notSettled(open)] };
  }
  if (open === null) return NOTHING;
  if (event.type === "transferLost") {
    const inDoubt = "inDoubt" in open ? { inDoubt: open.inDoubt } : {};
    return { transfer: { step: "lost", since: event.now, ...inDoubt }, effects: notSettled(open) };
  }
  if (event.type === "settledElsewhere" && "transfer" in open && event.transfer.id === open.transfer.id)
    return { transfer: null, effects: reply(open, event.transfer) };
  return stepOf(open, event) ?? { transfer: open, effects: [] };
}
