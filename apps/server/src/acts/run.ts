/**
 * Carries out acts and records them: a change is one transaction with its row in the audit log; steps are several, for
 * example around a machine command, with the plan recorded first and the outcome last. Refusals are recorded too. The
 * same for the command line and for the console.
 */
import { ConsoleError } from "@reelcast/contract/console";
import { recordAct } from "../audit/index.ts";
import type { Domain } from "../domain.ts";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { auditOriginOf } from "./context.ts";
import type { ActContext, Actor } from "./context.ts";

export interface ActRule {
  /** In the audit log: words separated by dots. */
  name: string;
  /** Required for money, bans, exclusions and passwords. Refusals of those are recorded, and so are those of approvals. */
  why: "required" | "optional";
  /** Refusals are recorded although no reason must be given. */
  recordsRefusals?: true;
}
export interface ActRequest {
  actor: Actor;
  /** What was asked for, as the target of a refusal: "player 12", or the words that were typed. */
  target: string | null;
}
/** Target of an act, and the state before and after it, for its row in the audit log. */
export interface ActEffect {
  target: string | null;
  before: unknown;
  after: unknown;
}
/** @property result data, not text @property recordedAs the act to record, if it is another one */
export type ActDone<R> = ActEffect & { result: R; recordedAs?: string };
export interface ActPlan {
  target: string;
  before: unknown;
  /** The request, for the audit log. */
  requested: Record<string, unknown>;
}
export interface StepsDone<R> {
  after: Record<string, unknown>;
  result: R;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Adds the row of an act. In the act's transaction, as its last statement. */
export const recordActOf = (db: Db | Trx, name: string, actor: Actor, { target, before, after }: ActEffect) =>
  recordAct(db, {
    by: actor.by,
    via: actor.via,
    from: auditOriginOf(actor),
    act: name,
    target,
    before,
    after,
    why: actor.why,
  });

/** Records what became of an act. If that fails, the act's own result or error is what the person gets all the same. */
const recordOutcome = (context: ActContext, name: string, actor: Actor, effect: ActEffect) =>
  recordActOf(context.storage.db, name, actor, effect).catch((error: unknown) => context.onNotRecorded(error));

/** Whether the refusals of an act are recorded. */
const mustRecordRefusals = ({ name, why, recordsRefusals }: ActRule): boolean =>
  recordsRefusals === true || why === "required" || name.startsWith("approvals.");

/** Records that an act was refused, whatever its rule. */
export const recordRefused = (context: ActContext, { name }: ActRule, { actor, target }: ActRequest, error: unknown) =>
  recordOutcome(context, name, actor, {
    target,
    before: null,
    after: { outcome: "refused", because: messageOf(error) },
  });

/** Runs `work`, and records its refusal where the act's rule says so. */
export async function recordingRefusal<T>(
  context: ActContext,
  rule: ActRule,
  request: ActRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (mustRecordRefusals(rule)) await recordRefused(context, rule, request, error);
    throw error;
  }
}

/** All `parts` use one transaction, and publish at its commit. */
export function runChange<R, P = undefined>(
  context: ActContext,
  rule: ActRule,
  request: ActRequest,
  work: {
    /** Before the transaction. `change` gets its result. */
    prepare?: () => Promise<P>;
    change: (parts: Domain, prepared: P) => Promise<ActDone<R>>;
    /** After the rollback: the error to show in place of this one. */
    explain?: (error: unknown) => Promise<unknown>;
  },
): Promise<ActDone<R>> {
  return recordingRefusal(context, rule, request, async () => {
    try {
      const prepared = (await work.prepare?.()) as P;
      return await context.inTransaction(async (parts) => {
        const done = await work.change(parts, prepared);
        await recordActOf(parts.storage.db, done.recordedAs ?? rule.name, request.actor, done);
        return done;
      });
    } catch (error) {
      throw work.explain ? await work.explain(error) : error;
    }
  });
}

/** A refusal has changed nothing; after any other error the outcome is not known. */
const isRefusal = (error: unknown): boolean => error instanceof InputError || error instanceof ConsoleError;

export interface StepsWork<P extends ActPlan, R> {
  plan: () => Promise<P>;
  /** In the transaction that records the plan: what is done in its place, if it may not be carried out yet; null: it may. */
  instead?: (parts: Domain, plan: P) => Promise<ActDone<R> | null>;
  carryOut: (plan: P) => Promise<StepsDone<R>>;
}
export async function runSteps<P extends ActPlan, R>(
  context: ActContext,
  rule: ActRule,
  request: ActRequest,
  { plan, instead, carryOut }: StepsWork<P, R>,
): Promise<ActDone<R>> {
  const { actor } = request;
  const planned = await recordingRefusal(context, rule, request, plan);
  const { target, before, requested } = planned;
  const record = (after: Record<string, unknown>) => ({ target, before, after });
  const begun = record({ outcome: "asked", ...requested });
  const other = instead
    ? await recordingRefusal(context, rule, request, () =>
        context.inTransaction(async (parts) => {
          const done = await instead(parts, planned);
          await recordActOf(parts.storage.db, done?.recordedAs ?? rule.name, actor, done ?? begun);
          return done;
        }),
      )
    : null;
  if (other) return other;
  if (!instead) await recordActOf(context.storage.db, rule.name, actor, begun);
  // Of a payment: nothing of it has moved, so that it does not count with later ones.
  const { amount, counted } = requested;
  const { after, result } = await carryOut(planned).catch(async (error: unknown) => {
    const outcome = isRefusal(error)
      ? {
          outcome: "refused",
          ...(amount === undefined ? {} : { amount }),
          ...(counted === undefined ? {} : { counted }),
        }
      : { outcome: "unknown" };
    await recordOutcome(context, rule.name, actor, record({ ...outcome, because: messageOf(error) }));
    throw error;
  });
  const done = record({ outcome: "done", ...after });
  // It is done, whether or not this can be recorded: who is shown an error would do it again.
  await recordOutcome(context, rule.name, actor, done);
  return { ...done, result };
}
