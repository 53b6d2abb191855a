/**
 * The one way to make a command of `house`. Each is declared as one of
 *
 * - a list: it shows nothing of a person's money or words, and is not recorded;
 * - a read: it shows money, evidence or what players wrote; who read it is recorded before it is shown;
 * - a change: its work and its row in the audit log are one transaction;
 * - steps: several transactions, such as around what a machine must do; the intention is recorded first, what came of it
 *   last.
 *
 * cli/commands.test.ts walks over all commands and fails for one that is not declared.
 */
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import type { Command } from "commander";
import { recordAct } from "../audit/index.ts";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { House, Parts, WithHouse } from "./commandContext.ts";
import { plainLines } from "./money.ts";
import { nameOf, origin, reasonOf, systemUser } from "./actor.ts";

/** Who acts, from where and why. */
export interface Acting {
  by: string;
  from: string;
  why: string | null;
}
/** On whom or what an act was, and what was true before and afterwards, as its row in the audit log has it. */
export interface Effect {
  target: string | null;
  before: unknown;
  after: unknown;
}
/** @property say what is printed once it is durable @property act where another act came of it than the command's */
export type Done = Effect & { say: string; act?: string };
export type Shown = Pick<Effect, "target"> & { show: string | AsyncIterable<string> };
export interface Plan {
  target: string;
  before: unknown;
  /** What is asked for. */
  asked: Record<string, unknown>;
}

interface ActOptions {
  /** In the audit log: plain words with dots. */
  name: string;
  /** Required for money, bans, exclusions and passwords. Refusals of those are recorded too. */
  why: "required" | "optional";
  /** Done before, in transactions of its own. */
  prepare?: (house: House) => Promise<void>;
  /** Called after the rollback: the sentence for the operator, where the error itself does not have it. */
  explain?: (parts: Parts, error: unknown, ...args: unknown[]) => Promise<unknown>;
}
interface Declaration {
  kind: "list" | "read" | "change" | "steps";
  name: string;
  why: ActOptions["why"] | null;
}
const declared = new WeakMap<Command, Declaration>();
/** Undefined: the command was made past this file. */
export const declarationOf = (command: Command): Declaration | undefined => declared.get(command);

interface Typed {
  by?: string;
  why?: string;
  reason?: string;
}
/** Commander gives a handler its arguments, its options, and the command. */
function split(given: unknown[]): { args: unknown[]; typed: Typed } {
  const args = given.slice(0, -1);
  return { args, typed: args.at(-1) as Typed };
}

const withWhy = (command: Command, why: ActOptions["why"]) =>
  command
    .option("--by <name>", "who does this", systemUser())
    .option("--why <reason>", why === "required" ? "why; must be given" : "why")
    .addOption(new Option("--reason <text>", "the former name of --why").hideHelp());

/** @throws InputError, before anything is opened */
function actingOf({ by, why, reason }: Typed, rule: ActOptions["why"]): Acting {
  const given = why ?? reason;
  return {
    by: nameOf(by ?? systemUser()),
    from: origin(),
    why: rule === "required" || given !== undefined ? reasonOf(given) : null,
  };
}

function record(db: Db | Trx, name: string, { by, from, why }: Acting, effect: Effect): Promise<void> {
  return recordAct(db, { by, via: "command", from, act: name, why, ...effect });
}
const isReadOnly = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "25006";
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Records an act that has failed. Where that fails too, the operator is told so, and the act's own error stays the one that is thrown. */
async function recordFailure(db: Db, name: string, acting: Acting, effect: Effect): Promise<void> {
  await record(db, name, acting, effect).catch((error: unknown) =>
    console.error(`This is not recorded: ${messageOf(error)}`),
  );
}

/** Runs the work of an act; where it is refused, that is recorded as well for acts that need a reason and for approvals. */
async function noteRefusal<T>(
  house: Parts,
  { name, why, explain }: ActOptions,
  { acting, args }: { acting: Acting; args: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    const error = explain ? await explain(house, caught, ...args) : caught;
    if (why === "required" || name.startsWith("approvals.")) {
      const asked = args.slice(0, -1).join(" ");
      await recordFailure(house.storage.db, name, acting, {
        target: asked === "" ? null : asked,
        before: null,
        after: { outcome: "refused", because: messageOf(error) },
      });
    }
    throw error;
  }
}

/** A command that shows what is no secret of anybody. */
export function list(
  command: Command,
  withHouse: WithHouse,
  handler: (parts: Parts, ...args: never[]) => Promise<void>,
): void {
  declared.set(command, { kind: "list", name: command.name(), why: null });
  command.action((...given: unknown[]) => withHouse((house) => handler(house, ...(split(given).args as never[]))));
}

/** A command that shows money, evidence or words of players: recorded before it is shown. */
export function read(
  command: Command,
  name: string,
  withHouse: WithHouse,
  handler: (parts: Parts, ...args: never[]) => Promise<Shown>,
): void {
  declared.set(withWhy(command, "optional"), { kind: "read", name, why: "optional" });
  command.action((...given: unknown[]) => {
    const { args, typed } = split(given);
    const acting = actingOf(typed, "optional");
    return withHouse(async (house) => {
      const { target, show } = await handler(house, ...(args as never[]));
      await record(house.storage.db, name, acting, { target, before: null, after: null }).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
        console.error("This is not recorded: the database takes no writes.");
      });
      if (typeof show === "string") console.log(plainLines(show));
      else await pipeline(Readable.from(show), process.stdout, { end: false });
    });
  });
}

/** A command whose change and audit row are one transaction: `parts` all work in it, and tell at its commit. */
export function change(
  command: Command,
  options: ActOptions,
  withHouse: WithHouse,
  handler: (parts: Parts, acting: Acting, ...args: never[]) => Promise<Done>,
): void {
  const { name, why } = options;
  declared.set(withWhy(command, why), { kind: "change", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = split(given);
    const acting = actingOf(typed, options.why);
    return withHouse(async (house) => {
      await options.prepare?.(house);
      const { say } = await noteRefusal(house, options, { acting, args }, () =>
        house.inTransaction(async (parts) => {
          const { say: words, act = name, ...effect } = await handler(parts, acting, ...(args as never[]));
          await record(parts.storage.db, act, acting, effect);
          return { say: words };
        }),
      );
      console.log(plainLines(say));
    });
  });
}

/**
 * A command that waits for a machine, or works in several transactions: the plan is recorded before, the outcome
 * afterwards. A plan that is a text is shown instead: nothing is done then.
 */
export function steps(
  command: Command,
  options: ActOptions,
  withHouse: WithHouse,
  work: {
    plan: (parts: Parts, acting: Acting, ...args: never[]) => Promise<Plan | string>;
    carryOut: (
      parts: Parts,
      acting: Acting,
      ...args: never[]
    ) => Promise<{ after: Record<string, unknown>; say: string }>;
  },
): void {
  const { name, why } = options;
  declared.set(withWhy(command, why), { kind: "steps", name, why });
  command.action((...given: unknown[]) => {
    const { args, typed } = split(given);
    const acting = actingOf(typed, options.why);
    return withHouse(async (house) => {
      const plan = await noteRefusal(house, options, { acting, args }, () =>
        work.plan(house, acting, ...(args as never[])),
      );
      if (typeof plan === "string") return console.log(plan);
      const { target, before, asked } = plan;
      const { db } = house.storage;
      await record(db, name, acting, { target, before, after: { outcome: "asked", ...asked } });
      const done = await work.carryOut(house, acting, ...(args as never[])).catch(async (error: unknown) => {
        const outcome = error instanceof InputError ? "refused" : "unknown";
        await recordFailure(db, name, acting, { target, before, after: { outcome, because: messageOf(error) } });
        throw error;
      });
      await record(db, name, acting, { target, before, after: { outcome: "done", ...done.after } });
      console.log(plainLines(done.say));
    });
  });
}
