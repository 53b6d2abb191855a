/**
 * The life of a transfer, after the ideas of AFT: stored and held, the machine locked, "sent" durable before the first
 * message to the machine, ended only by the machine's answer. A lost answer is asked for by its id; without an answer
 * nothing is decided. Pure.
 */
import type { InterrogateAnswer } from "@reelcast/machine";
import { ErrorCode } from "@reelcast/contract";
import type { Transfer } from "../../wallet/index.ts";
import { conclude } from "./reconcile.ts";
import type { Asker, OpenTransfer, SeatEffect, SeatEvent, SeatState } from "./types.ts";

/** So long may a machine that answers not know what became of a transfer, before it becomes a case for a person. */
export const MANUAL_AFTER_MS = 60_000;
const ASK_AGAIN_MS = 250;
const ASK_MANUAL_AGAIN_MS = 5_000;
/** Between two questions no more than this counts as time in which both sides answered. */
const COUNTED_AT_MOST_MS = 1_000;

type Found = Extract<OpenTransfer, { transfer: Transfer }>;

const askerOf = (open: OpenTransfer): Asker => ("asker" in open ? open.asker : null);
function reply(open: OpenTransfer, transfer: Transfer): SeatEffect[] {
  const asker = askerOf(open);
  return asker === null ? [] : [{ do: "answer", asker, transfer }];
}

function notSettled(open: OpenTransfer | null): SeatEffect[] {
  const asker = open && askerOf(open);
  return asker === null ? [] : [{ do: "refuse", asker, code: ErrorCode.TransferInDoubt, params: {} }];
}

/** Asked for again after a while; the one who waits is told that it is not settled yet. */
function wait(open: Found, now: number, answered: boolean): { transfer: OpenTransfer; effects: SeatEffect[] } {
  const before = "answeredMs" in open ? open : { answeredMs: 0, askedAt: now };
  const step = open.transfer.state === "manual" ? "manual" : "waiting";
  const again = step === "manual" ? ASK_MANUAL_AGAIN_MS : ASK_AGAIN_MS;
  return {
    transfer: {
      step,
      transfer: open.transfer,
      askAfter: now + again,
      askedAt: now,
      answeredMs: before.answeredMs + (answered ? Math.min(now - before.askedAt, COUNTED_AT_MOST_MS) : 0),
    },
    effects: reply(open, open.transfer),
  };
}

/** What is known of a transfer that an owner before this one left: never told to the machine → given up; told → asked for. */
function takeUp(transfer: Transfer, now: number): { transfer: OpenTransfer | null; effects: SeatEffect[] } {
  switch (transfer.state) {
    case "created":
    case "reserved":
      return {
        transfer: { step: "concluding", asker: null, transfer },
        effects: [
          { do: "fail", transfer, code: ErrorCode.TransferRefused, detail: "cut off before the machine was told" },
        ],
      };
    case "sent":
      return {
        transfer: { step: "noting", asker: null, transfer },
        effects: [{ do: "noteUnknown", transfer, evidence: { lost: "the owner of the machine changed" } }],
      };
    case "unknown":
    case "manual":
      return {
        transfer: {
          step: transfer.state === "manual" ? "manual" : "waiting",
          transfer,
          askAfter: now,
          askedAt: now,
          answeredMs: 0,
        },
        effects: [],
      };
    default:
      return { transfer: null, effects: [] };
  }
}

/** The machine's own answer to the command. It needs no comparison: meters are compared at rest, soon. */
function answered(open: Found, answer: InterrogateAnswer): { transfer: OpenTransfer; effects: SeatEffect[] } {
  const { transfer } = open;
  const concluding: OpenTransfer = { step: "concluding", asker: askerOf(open), transfer };
  const most = transfer.amount ?? Number.MAX_SAFE_INTEGER;
  if (answer.status === "done" && answer.moved >= 0 && answer.moved <= most)
    return { transfer: concluding, effects: [{ do: "settle", transfer, moved: answer.moved, credit: answer.credit }] };
  if (answer.status === "refused") {
    const code = answer.reason === "gameInProgress" ? ErrorCode.GameInProgress : ErrorCode.TransferRefused;
    return { transfer: concluding, effects: [{ do: "fail", transfer, code, detail: answer.reason }] };
  }
  // Not clear, or not possible: the interrogation, with its comparison, has the last word.
  return {
    transfer: { step: "noting", asker: askerOf(open), transfer },
    effects: [{ do: "noteUnknown", transfer, evidence: { answered: answer } }],
  };
}

function interrogated(
  open: Found,
  event: Extract<SeatEvent, { type: "interrogated" }>,
): { transfer: OpenTransfer; effects: SeatEffect[] } {
  const { transfer } = open;
  const { answer, meters, ledger, now } = event;
  // What was in suspense is on the machine, as far as the ledger knows.
  const verdict = conclude(transfer, answer, meters, { ...ledger, credit: ledger.credit + event.expected });
  const concluding: OpenTransfer = { step: "concluding", asker: askerOf(open), transfer };
  const evidence = { asked: transfer.id, answered: answer, meters, ledger };
  const inDoubt = ledger.credit + (transfer.kind === "cashin" ? (transfer.amount ?? 0) : 0);
  if (transfer.state === "manual") {
    // Only a clear answer with meters that all agree ends it without a person.
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

/** A transfer that nothing stands against: written down and held first. */
function ask(state: SeatState, event: Extract<SeatEvent, { type: "transferAsked" }>) {
  const { asker, request } = event;
  const refuse = (
    code:
      typeof ErrorCode.GameInProgress | typeof ErrorCode.EarlierTransferPending | typeof ErrorCode.SessionTerminated,
  ): { transfer: OpenTransfer | null; effects: SeatEffect[] } => ({
    transfer: state.transfer,
    effects: asker === null ? [] : [{ do: "refuse", asker, code, params: {} }],
  });
  if (state.seat === null || state.seat.ending === "checking") return refuse(ErrorCode.SessionTerminated);
  if (state.transfer !== null) return refuse(ErrorCode.EarlierTransferPending);
  if (state.machine.phase !== "idle") return refuse(ErrorCode.GameInProgress);
  const transfer: OpenTransfer = { step: "reserving", asker, request };
  if (request.kind === "cashout" && state.machine.credit === 0)
    return { transfer, effects: [{ do: "recordNothing", request }] satisfies SeatEffect[] };
  const amount = request.amount ?? state.machine.credit;
  const effects: SeatEffect[] = [
    { do: "tellPending", request, amount },
    { do: "reserve", request },
  ];
  return { transfer, effects };
}

/** The part of the reducer that knows transfers. Events that belong to another step change nothing. */
export function transferStep(
  state: SeatState,
  event: SeatEvent,
): { transfer: OpenTransfer | null; effects: SeatEffect[] } {
  const open = state.transfer;
  const unchanged = { transfer: open, effects: [] };
  if (event.type === "transferAsked") return ask(state, event);
  if (event.type === "transferFound") {
    const found = takeUp(event.transfer, event.now);
    return { ...found, effects: [...found.effects, ...notSettled(open)] };
  }
  if (open === null) return unchanged;
  if (event.type === "transferLost") {
    const inDoubt = "inDoubt" in open ? { inDoubt: open.inDoubt } : {};
    return { transfer: { step: "lost", since: event.now, ...inDoubt }, effects: notSettled(open) };
  }
  // Its host has read the ledger by then, and found nothing.
  if (open.step === "lost")
    return event.type === "tick" && event.now - open.since >= ASK_AGAIN_MS
      ? { transfer: null, effects: [] }
      : unchanged;
  if (open.step === "reserving") {
    if (event.type === "notReserved") {
      const { asker, request } = open;
      const { code, params } = event;
      const refuse: SeatEffect[] = asker === null ? [] : [{ do: "refuse", asker, code, params }];
      return { transfer: null, effects: [{ do: "tellRefused", request, code }, ...refuse] };
    }
    if (event.type !== "reserved") return unchanged;
    const { transfer } = event;
    // Known already, or over at once: its answer is the stored one.
    if (transfer.state === "done" || transfer.state === "failed")
      return { transfer: null, effects: [{ do: "tellTransfer", transfer }, ...reply(open, transfer)] };
    if (!event.fresh) {
      const found = takeUp(transfer, event.now);
      return { ...found, effects: [...found.effects, ...reply(open, transfer)] };
    }
    return { transfer: { step: "locking", asker: open.asker, transfer }, effects: [{ do: "lock" }] };
  }
  const { transfer } = open;
  switch (event.type) {
    case "lockAnswered":
      if (open.step !== "locking") return unchanged;
      if (event.answer === "granted")
        return { transfer: { ...open, step: "marking" }, effects: [{ do: "markSent", transfer }] };
      // Nothing was said about money yet: the transfer may be given up.
      return {
        transfer: { ...open, step: "concluding" },
        effects: [
          event.answer === "lost"
            ? { do: "fail", transfer, code: ErrorCode.MachineOffline, detail: "no lock: the machine does not answer" }
            : { do: "fail", transfer, code: ErrorCode.GameInProgress, detail: "no lock" },
        ],
      };
    case "markedSent":
      if (open.step !== "marking") return unchanged;
      return {
        transfer: { ...open, step: "sending", transfer: event.transfer },
        effects: [{ do: "send", transfer: event.transfer }],
      };
    case "answered":
      return open.step === "sending" ? answered(open, event.answer) : unchanged;
    case "answerLost":
      if (open.step !== "sending") return unchanged;
      return {
        transfer: { ...open, step: "noting" },
        effects: [{ do: "noteUnknown", transfer, evidence: { lost: "the answer of the machine" } }],
      };
    case "notedUnknown":
      if (open.step !== "noting") return unchanged;
      return {
        transfer: { ...open, step: "asking", transfer: event.transfer },
        effects: [{ do: "interrogate", transfer: event.transfer }],
      };
    case "interrogated":
      return open.step === "asking" || open.step === "waiting" || open.step === "manual"
        ? interrogated(open, event)
        : unchanged;
    case "interrogationLost":
      return open.step === "asking" || open.step === "waiting" || open.step === "manual"
        ? wait(open, event.now, false)
        : unchanged;
    case "concluded":
      if (open.step !== "concluding") return unchanged;
      return {
        transfer: null,
        effects: [
          { do: "unlock" },
          // All agree again: what is left on the machine goes to its player, and the machine back into play.
          ...(transfer.state === "manual" ? [{ do: "healMachine" } as const] : []),
          { do: "refreshTotals" },
          { do: "tellTransfer", transfer: event.transfer },
          ...reply(open, event.transfer),
        ],
      };
    case "madeManual":
      if (open.step !== "concluding") return unchanged;
      return {
        transfer: { step: "manual", transfer: event.transfer, askAfter: event.now, askedAt: event.now, answeredMs: 0 },
        effects: [{ do: "unlock" }, { do: "tellTransfer", transfer: event.transfer }, ...reply(open, event.transfer)],
      };
    case "settledElsewhere":
      return event.transfer.id === transfer.id ? { transfer: null, effects: reply(open, event.transfer) } : unchanged;
    case "tick":
      if ((open.step !== "waiting" && open.step !== "manual") || event.now < open.askAfter) return unchanged;
      return { transfer: { ...open, askAfter: Infinity }, effects: [{ do: "interrogate", transfer }] };
    default:
      return unchanged;
  }
}
