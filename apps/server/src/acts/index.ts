/**
 * What people of the house do: every act once, for the command line (`cli/`) and for the operator's console. An act checks
 * the permission and the reason, changes something by the domain folders, and has its row in the audit log. It knows
 * neither commands nor HTTP, and answers data.
 */
import type { Act } from "./act.ts";
import { approvalActs } from "./approvals.ts";
import { auditActs } from "./audit.ts";
import { chatActs } from "./chats.ts";
import { eventActs } from "./events.ts";
import { jackpotAdd, jackpotSet } from "./jackpots.ts";
import { machineActs } from "./machines.ts";
import { correct, credit } from "./playerMoney.ts";
import { ageActs } from "./playerAge.ts";
import { playerActs } from "./players.ts";
import { queueActs } from "./queue.ts";
import { settingsActs } from "./settings.ts";
import { staffActs } from "./staff.ts";
import { resolveTransfer } from "./transfers.ts";

export type { Act } from "./act.ts";
export { createActContext, auditOriginOf } from "./context.ts";
export type { ActContext, Actor } from "./context.ts";
export { brandOf } from "./jackpots.ts";
export { machineOf } from "./machineOf.ts";
export { isServed, requestMachine } from "./machineRequests.ts";
export { recordActOf, recordingRefusal, runChange, runSteps } from "./run.ts";
export type { ActDone, ActEffect, ActPlan, ActRule, ActRequest, StepsDone } from "./run.ts";
export { playRulesEffect } from "./settings.ts";
export type { PaymentRequested } from "./payments.ts";
export type { MachinePaid } from "./machineMoney.ts";
export type { TransferDecided } from "./transfers.ts";
export type { JackpotDone } from "./jackpots.ts";

/** By subject; each has `name`, `permission`, `why`, `params` and `run`. */
export const ACTS = {
  approvals: approvalActs,
  audit: auditActs,
  chats: chatActs,
  events: eventActs,
  jackpots: { add: jackpotAdd, set: jackpotSet },
  machines: machineActs,
  money: { credit, correct },
  players: { ...playerActs, ...ageActs },
  queue: queueActs,
  settings: settingsActs,
  staff: staffActs,
  transfers: { resolve: resolveTransfer },
} as const;

/**
 * All of them. For the test of all acts.
 *
 * @internal
 */
export function allActs(): Act[] {
  return Object.values(ACTS).flatMap((subject) => Object.values(subject) as unknown as Act[]);
}
