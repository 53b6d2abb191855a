/**
 * Defines the commands of `house`. Each command is one of:
 *
 * - a list: it shows neither money nor messages of a person, and is not recorded;
 * - a read: it shows money, evidence or messages of players; the access is recorded before the output;
 * - a change: its work and its row in the audit log are in one transaction;
 * - steps: several transactions, for example around a machine command; the plan is recorded first, the outcome last.
 *
 * Changes and steps that the console has too are acts (`acts/`): a command only reads its words and prints the result. Those
 * that only the command line has are defined here, and carried out and recorded in the same way. cli/commands.test.ts checks
 * that every command is declared.
 */
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import type { Command } from "commander";
import type * as z from "zod/mini";
import { recordActOf, recordingRefusal, runChange, runSteps } from "../acts/index.ts";
import type {
  Act,
  ActContext,
  ActDone,
  ActEffect,
  ActPlan,
  ActRule,
  Actor,
  ActRequest,
  StepsDone,
} from "../acts/index.ts";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { withoutControlCharactersPerLine } from "./money.ts";
import { parseActorName, origin, parseReason, systemUser } from "./actor.ts";

/** @property message printed after the commit */
export type CommandResult = ActEffect & { message: string };
/** @property after what was found, for the row in the audit log */
type ReadResult = Pick<ActEffect, "target"> & { output: string | AsyncIterable<string>; after?: unknown };

interface ChangeOptions extends ActRule {
  /** Runs before, in its own transactions, with the command's arguments. The handler gets its result as last argument. */
  prepare?: (context: ActContext, ...args: never[]) => Promise<unknown>;
  /** Carries out an act in the place of this change, where the arguments mean one; resolves with the message. Null: they don't. */
  instead?: (context: ActContext, request: ActRequest, ...args: never[]) => Promise<string | null>;
}
interface Declaration {
  kind: "list" | "read" | "change" | "steps";
  name: string;
  why: ActRule["why"] | null;
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

const addActorOptions = (command: Command, why: ActRule["why"]) =>
  command
    .option("--by <name>", "who does this", systemUser())
    .option("--why <reason>", why === "required" ? "why; must be given" : "why")
    .addOption(new Option("--reason <text>", "the former name of --why").hideHelp());

/** @throws InputError, before anything is opened */
function readActor({ by, why, reason }: ActorOptions, rule: ActRule["why"]): Actor {
  const given = why ?? reason;
  return {
    by: parseActorName(by ?? systemUser()),
    from: origin(),
    why: rule === "required" || given !== undefined ? parseReason(given) : null,
    via: "command",
  };
}

const isReadOnly = (error: unknown): boolean => hasSqlState(error, SQL_STATE.readOnlyTransaction);

/** What was typed behind the command, without options: the target of a refusal. */
function typedWords(args: unknown[]): string | null {
  const words = args.slice(0, -1).join(" ");
  return words === "" ? null : words;
}
const print = (message: string) => console.log(withoutControlCharactersPerLine(message));

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
      await recordActOf(context.storage.db, name, actor, { target, before: null, after }).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
        console.error("This is not recorded: the database takes no writes.");
      });
      if (typeof output === "string") console.log(withoutControlCharactersPerLine(output));
      else await pipeline(Readable.from(output), process.stdout, { end: false });
    });
  });
}

/** A command that carries out an act. Its words are read when the data is open; a refusal of them is the act's, too. */
export function defineActCommand<Schema extends z.ZodMiniType, Result>(
  command: Command,
  act: Act<Schema, Result>,
  withContext: WithContext,
  words: {
    params: (context: ActContext, ...args: never[]) => z.input<Schema> | Promise<z.input<Schema>>;
    say: (result: Result, ...args: never[]) => string;
  },
): void {
  const { name, why, kind } = act;
  declarations.set(addActorOptions(command, why), { kind, name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const request = { actor: readActor(typed, why), target: typedWords(args) };
    return withContext(async (context) => {
      const params = await recordingRefusal(context, act, request, async () =>
        words.params(context, ...(args as never[])),
      );
      const { result } = await act.run(context, request.actor, params, request.target ?? undefined);
      print(words.say(result, ...(args as never[])));
    });
  });
}

/** A command whose change and audit row are one transaction: all `parts` use it, and publish at its commit. */
export function defineChange(
  command: Command,
  options: ChangeOptions,
  withContext: WithContext,
  handler: (parts: Parts, actor: Actor, ...args: never[]) => Promise<CommandResult>,
): void {
  const { name, why, prepare, instead } = options;
  declarations.set(addActorOptions(command, why), { kind: "change", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const actor = readActor(typed, why);
    return withContext(async (context) => {
      const request = { actor, target: typedWords(args) };
      const said = (await instead?.(context, request, ...(args as never[]))) ?? null;
      if (said !== null) return print(said);
      const { result } = await runChange(context, options, request, {
        prepare: async () => prepare?.(context, ...(args as never[])),
        change: async (parts, prepared): Promise<ActDone<string>> => {
          const { message, ...effect } = await handler(parts, actor, ...([...args, prepared] as never[]));
          return { ...effect, result: message };
        },
      });
      print(result);
    });
  });
}

/** A command that opens the data by itself, because there is no house yet, and records itself there. */
export function defineAlone(
  command: Command,
  { name, why }: ActRule,
  handler: (actor: Actor, ...args: never[]) => Promise<void>,
): void {
  declarations.set(addActorOptions(command, why), { kind: "steps", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    return handler(readActor(typed, why), ...(args as never[]));
  });
}

/**
 * A command that waits for a machine or uses several transactions: the plan is recorded before, the outcome afterwards.
 * If `plan` returns a text, the text is printed and nothing is done.
 */
export function defineSteps(
  command: Command,
  options: ActRule,
  withContext: WithContext,
  work: {
    plan: (parts: Parts, actor: Actor, ...args: never[]) => Promise<ActPlan | string>;
    carryOut: (parts: Parts, actor: Actor, ...args: never[]) => Promise<StepsDone<string>>;
  },
): void {
  const { name, why } = options;
  declarations.set(addActorOptions(command, why), { kind: "steps", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = splitArguments(given);
    const actor = readActor(typed, why);
    return withContext(async (context) => {
      const request = { actor, target: typedWords(args) };
      const plan = await recordingRefusal(context, options, request, () =>
        work.plan(context, actor, ...(args as never[])),
      );
      if (typeof plan === "string") return console.log(plan);
      const { result } = await runSteps(context, options, request, {
        plan: async () => plan,
        carryOut: () => work.carryOut(context, actor, ...(args as never[])),
      });
      // Nothing: what it does is printed already.
      if (result !== "") print(result);
    });
  });
}
