/**
 * Defines what people of the house do: each act once, for the command line and for the console. An act says which permission
 * it needs, whether a reason must be given, and what its parameters are. It answers data; both ways in choose the words.
 */
import { AppError, ErrorCode, isPlainLine, isVisible } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Permission } from "@reelcast/contract/console";
import type * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import type { ActContext, Actor } from "./context.ts";
import { recordRefused, recordingRefusal, runChange, runSteps } from "./run.ts";
import type { ActDone, ActPlan, ActRule, ActRequest, StepsDone } from "./run.ts";

interface Declaration<Schema extends z.ZodMiniType> extends ActRule {
  permission: Permission;
  /** The permission that it needs besides, by what it is asked for. */
  permissionFor?: (params: z.output<Schema>) => Permission;
  params: Schema;
  /** What a refusal is about: "player 12". */
  target: (params: z.output<Schema>) => string;
}
interface Change<Params, Prepared, Result> {
  /** Before the transaction, which must not stand idle for long: hashes, for example. */
  prepare?: (context: ActContext, params: Params) => Promise<Prepared>;
  /** In one transaction with the row in the audit log: all `parts` use it, and publish at its commit. */
  change: (parts: Domain, actor: Actor, params: Params, prepared: Prepared) => Promise<ActDone<Result>>;
  /** After the rollback: the error to show in place of this one. */
  explain?: (context: ActContext, error: unknown, params: Params) => Promise<unknown>;
  /** After the commit: waits for what it has caused, and answers with that. */
  afterwards?: (context: ActContext, actor: Actor, done: Result) => Promise<Result>;
}
/** Waits for a machine: the plan is recorded before, the outcome afterwards. */
interface Steps<Params, Result, Plan extends ActPlan> {
  plan: (context: ActContext, actor: Actor, params: Params) => Promise<Plan>;
  /** As in `StepsWork`. */
  instead?: (parts: Domain, actor: Actor, params: Params, plan: Plan) => Promise<ActDone<Result> | null>;
  carryOut: (context: ActContext, actor: Actor, params: Params, plan: Plan) => Promise<StepsDone<Result>>;
}

export interface Act<Schema extends z.ZodMiniType = z.ZodMiniType, Result = unknown> extends Declaration<Schema> {
  kind: "change" | "steps";
  /**
   * @param words what was asked for, as the target of a refusal in the audit log; default: what the parameters name
   * @throws AppError NotPermitted, InvalidRequest; ConsoleError with the reason
   */
  run(context: ActContext, actor: Actor, params: z.input<Schema>, words?: string): Promise<ActDone<Result>>;
}

/** @throws AppError NotPermitted, InvalidRequest for a reason with control characters; ConsoleError ReasonMissing */
function assertAllowed(permissions: readonly Permission[], why: ActRule["why"], actor: Actor) {
  if (actor.via === "console" && !permissions.every((permission) => actor.permissions.includes(permission)))
    throw new AppError(ErrorCode.NotPermitted);
  if (why === "required" && (actor.why === null || !isVisible(actor.why)))
    throw new ConsoleError(ConsoleErrorCode.ReasonMissing);
  if (actor.why !== null && !isPlainLine(actor.why)) throw new AppError(ErrorCode.InvalidRequest, { field: "why" });
}

/** @throws AppError InvalidRequest with the name of the first field that does not fit */
function parse<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(ErrorCode.InvalidRequest, { field: issue?.path.join(".") ?? "" });
}

export function defineAct<Schema extends z.ZodMiniType, Result, Prepared = undefined, Plan extends ActPlan = ActPlan>(
  declared: Declaration<Schema> & (Change<z.output<Schema>, Prepared, Result> | Steps<z.output<Schema>, Result, Plan>),
): Act<Schema, Result> {
  const { name, permission, permissionFor, why, params: schema, target } = declared;
  return {
    name,
    permission,
    why,
    params: schema,
    target,
    kind: "change" in declared ? "change" : "steps",
    async run(context, actor, given, words) {
      const unread: ActRequest = { actor, target: words ?? null };
      const params = await recordingRefusal(context, declared, unread, async () => parse(schema, given));
      const request: ActRequest = { actor, target: words ?? target(params) };
      try {
        assertAllowed([permission, ...(permissionFor ? [permissionFor(params)] : [])], why, actor);
      } catch (error) {
        // Of every act: somebody tries what is not theirs to do.
        await recordRefused(context, declared, request, error);
        throw error;
      }
      if ("change" in declared) {
        const { prepare, change, explain, afterwards } = declared;
        const done = await runChange(context, declared, request, {
          ...(prepare ? { prepare: () => prepare(context, params) } : {}),
          change: (parts, prepared: Prepared) => change(parts, actor, params, prepared),
          ...(explain ? { explain: (error: unknown) => explain(context, error, params) } : {}),
        });
        return afterwards ? { ...done, result: await afterwards(context, actor, done.result) } : done;
      }
      const { plan, instead, carryOut } = declared;
      return runSteps(context, declared, request, {
        plan: () => plan(context, actor, params),
        ...(instead ? { instead: (parts: Domain, planned: Plan) => instead(parts, actor, params, planned) } : {}),
        carryOut: (planned: Plan) => carryOut(context, actor, params, planned),
      });
    },
  };
}
