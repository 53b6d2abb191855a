/**
 * Defines the commands of `house`. Each command is one of:
 *
 * - a list: it shows neither money nor messages of a person, and is not recorded;
 * - a read: it shows money, evidence or messages of players; the access is recorded before the output;
 * - a change: its work and its row in the audit log are in one transaction;
 * - steps: several transactions, for example around a machine command; the plan is recorded first, the outcome last.
 *
 * cli/commands.test.ts checks that every command is declared.
 */
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import type { Command } from "commander";
import { recordAct } from "../audit/index.ts";
import { InputError } from "../input.ts";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { CommandContext, Parts, WithContext } from "./commandContext.ts";
import { withoutControlCharactersPerLine } from "./money.ts";
import { parseActorName, origin, parseReason, systemUser } from "./actor.ts";

/** Who acts, from where and why. */
export interface Actor {
  by: string;
  from: string;
  why: string | null;
}
/** Target of an act, and the state before and after it, for its row in the audit log. */
export interface AuditEffect {
  target: string | null;
  before: unknown;
  after: unknown;
}
/** @property message printed after the commit @property act the act to record, if it differs from the command's */
export type CommandResult = AuditEffect & { message: string; act?: string };
/** @property after what was found, for the row in the audit log */
export type ReadResult = Pick<AuditEffect, "target"> & { output: string | AsyncIterable<string>; after?: unknown };
export interface CommandPlan {
  target: string;
  before: unknown;
  /** The request, for the audit log. */
  requested: Record<string, unknown>;
}

interface ActOptions {
  /** Name of the act in the audit log: words separated by dots. */
  name: string;
  /** Required for money, bans, exclusions and passwords. Refusals of those are recorded too. */
  why: "required" | "optional";
  /** Runs before, in its own transactions, with the command's arguments. The handler gets its result as last argument. */
  prepare?: (context: CommandContext, ...args: never[]) => Promise<unknown>;
  /** Called after the rollback: returns the error to show to the operator in place of `error`. */
  explain?: (parts: Parts, error: unknown, ...args: unknown[]) => Promise<unknown>;
}
interface Declaration {
  kind: "list" | "read" | "change" | "steps";
  name: string;
  why: ActOptions["why"] | null;
}
const declarations = new WeakMap<Command, Declaration>();
/** Undefined: the command was not defined by this file. For the test of all commands. @internal */
export const declarationOf = (command: Command): Declaration | undefined => declarations.get(command);

interface ActorOptions {
  by?: string;
  why?: string;
  reason?: string;
}
/** Commander passes a handler its arguments, its options, and the command. */
function splitArguments(given: unknown[]): { args: unknown[]; typed: ActorOptions } {
  const args = given.slice(0, -1);
  return { args, typed: args.at(-1) as ActorOptions };
}

const addActorOptions = (command: Command, why: ActOptions["why"]) =>
  command
    .option("--by <name>", "who does this", systemUser())
    .option("--why <reason>", why === "required" ? "why; must be given" : "why")
    .addOption(new Option("--reason <text>", "the former name of --why").hideHelp());

/** @throws InputError, before anything is opened */
function readActor({ by, why, reason }: ActorOptions, rule: ActOptions["why"]): Actor {
  const given = why ?? reason;
  return {
    by: parseActorName(by ?? systemUser()),
    from: origin(),
    why: rule === "required" || given !== undefined ? parseReason(given) : null,
  };
}

function recordCommand(db: Db | Trx, name: string, { by, from, why }: Actor, effect: AuditEffect): Promise<void> {
  return recordAct(db, { by, via: "command", from, act: name, why, ...effect });
}
const isReadOnly = (error: unknown): boolean => hasSqlState(error, SQL_STATE.readOnlyTransaction);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Records a failed act. If that fails too, it prints so; the act's own error is thrown in both cases. */
async function recordFailure(db: Db, name: string, actor: Actor, effect: AuditEffect): Promise<void> {
  await recordCommand(db, name, actor, effect).catch((error: unknown) =>
    console.error(`This is not recorded: ${messageOf(error)}`),
  );
}

/** Runs the work of an act. Its refusal is recorded for approvals and for acts that need a reason. */
async function recordRefusal<T>(
  context: Parts,
  { name, why, explain }: ActOptions,
  { actor, args }: { actor: Actor; args: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    const error = explain ? await explain(context, caught, ...args) : caught;
    if (why === "required" || name.startsWith("approvals.")) {
      const words = args.slice(0, -1).join(" ");
      await recordFailure(context.storage.db, name, actor, {
        target: words === "" ? null : words,
        before: null,
        after: { outcome: "refused", because: messageOf(error) },
      });
    }
    throw error;
  }
}

/** A command that shows nothing confidential. */
export function defineList(
  command: Command,
  withContext: WithContext,
  handler: (parts: Parts, ...args: never[]) => Promise<void>,
): void {
  declarations.set(command, { kind: "list", name: command.name(), why: null });
  command.action((...given: unknown[]) =>
    withContext((context) => handler(context, ...(splitArguments(given).args as never[]))),
  );
}

/** A command that shows money, evidence or messages of players: recorded before the output. */
export function defineRead(
  command: Command,
  name: string,
  withContext: WithContext,
  handler: (parts: Parts, ...args: never[]) => Promise<ReadResult>,
): void {
  declarations.set(addActorOptions(command, "optional"), { kind: "read", name, why: "optional" });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const actor = readActor(typed, "optional");
    return withContext(async (context) => {
      const { target, output, after = null } = await handler(context, ...(args as never[]));
      await recordCommand(context.storage.db, name, actor, { target, before: null, after }).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
        console.error("This is not recorded: the database takes no writes.");
      });
      if (typeof output === "string") console.log(withoutControlCharactersPerLine(output));
      else await pipeline(Readable.from(output), process.stdout, { end: false });
    });
  });
}

/** A command whose change and audit row are one transaction: all `parts` use it, and publish at its commit. */
export function defineChange(
  command: Command,
  options: ActOptions,
  withContext: WithContext,
  handler: (parts: Parts, actor: Actor, ...args: never[]) => Promise<CommandResult>,
): void {
  const { name, why } = options;
  declarations.set(addActorOptions(command, why), { kind: "change", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const actor = readActor(typed, options.why);
    return withContext(async (context) => {
      const { message } = await recordRefusal(context, options, { actor, args }, async () => {
        const prepared = await options.prepare?.(context, ...(args as never[]));
        return context.inTransaction(async (parts) => {
          const outcome = await handler(parts, actor, ...([...args, prepared] as never[]));
          const { message: text, act = name, ...effect } = outcome;
          await recordCommand(parts.storage.db, act, actor, effect);
          return { message: text };
        });
      });
      console.log(withoutControlCharactersPerLine(message));
    });
  });
}

/**
 * A command that waits for a machine or uses several transactions: the plan is recorded before, the outcome afterwards.
 * If `plan` returns a text, the text is printed and nothing is done.
 */
export function defineSteps(
  command: Command,
  options: ActOptions,
  withContext: WithContext,
  work: {
    plan: (parts: Parts, actor: Actor, ...args: never[]) => Promise<CommandPlan | string>;
    carryOut: (
      parts: Parts,
      actor: Actor,
      ...args: never[]
    ) => Promise<{ after: Record<string, unknown>; message: string }>;
  },
): void {
  const { name, why } = options;
  declarations.set(addActorOptions(command, why), { kind: "steps", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const actor = readActor(typed, options.why);
    return withContext(async (context) => {
      const plan = await recordRefusal(context, options, { actor, args }, () =>
        work.plan(context, actor, ...(args as never[])),
      );
      if (typeof plan === "string") return console.log(plan);
      const { target, before, requested } = plan;
      const { db } = context.storage;
      await recordCommand(db, name, actor, { target, before, after: { outcome: "asked", ...requested } });
      const done = await work.carryOut(context, actor, ...(args as never[])).catch(async (error: unknown) => {
        const outcome = error instanceof InputError ? "refused" : "unknown";
        await recordFailure(db, name, actor, { target, before, after: { outcome, because: messageOf(error) } });
        throw error;
      });
      await recordCommand(db, name, actor, { target, before, after: { outcome: "done", ...done.after } });
      console.log(withoutControlCharactersPerLine(done.message));
    });
  });
}
