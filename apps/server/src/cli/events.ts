/** `house events …`: significant events, and who has seen them. */
import { SIGNIFICANT_EVENTS } from "@reelcast/contract/console";
import type { SignificantEvent } from "@reelcast/contract/console";
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import { listEvents } from "../events/index.ts";
import { InputError } from "../input.ts";
import { defineActCommand, defineRead } from "./command.ts";
import { parseCount } from "./commandContext.ts";
import type { WithContext } from "./commandContext.ts";
import { findPlayer } from "./findPlayer.ts";
import { formatAmount, table } from "./money.ts";

interface ListOptions {
  unseen?: boolean;
  kind?: string;
  machine?: string;
  player?: string;
  before?: string;
  count: string;
  json?: boolean;
}

/** Facts that are amounts. */
const AMOUNTS = ["amount", "bet", "win", "held", "credit"];

/** @throws InputError */
function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InputError(`"${text}" is not the number of an event.`);
  return Number(text);
}

/** @throws InputError */
function kindOf(text: string) {
  const kind = SIGNIFICANT_EVENTS.find((each) => each === text);
  if (!kind) throw new InputError(`"${text}" is no kind of event: ${SIGNIFICANT_EVENTS.join(", ")}.`);
  return kind;
}

const factsOf = (facts: SignificantEvent["facts"]): string =>
  Object.entries(facts)
    .map(([name, value]) => {
      if (typeof value === "number" && AMOUNTS.includes(name)) return `${name} ${formatAmount(value)}`;
      return `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`;
    })
    .join(", ");

export function eventCommands(program: Command, withContext: WithContext): void {
  const events = program.command("events").description("significant events");
  defineRead(
    events
      .command("list")
      .description("the newest first")
      .option("--unseen", "those that nobody has seen")
      .option("--kind <kind>", SIGNIFICANT_EVENTS.join(", "))
      .option("--machine <number>")
      .option("--player <username>")
      .option("--before <number>", "those before this event: the next page")
      .option("--count <count>", "how many, 1 to 200", "50")
      .option("--json"),
    "events.list",
    withContext,
    async ({ storage, accounts }, options: ListOptions) => {
      const { unseen, kind, machine, player, before, count, json } = options;
      const page = await listEvents(storage.db, {
        ...(unseen ? { unseen } : {}),
        ...(kind === undefined ? {} : { kind: kindOf(kind) }),
        ...(machine === undefined ? {} : { machineId: parseCount(machine, { from: 1, to: 9_999, of: "machines" }) }),
        ...(player === undefined ? {} : { playerId: (await findPlayer(accounts, player)).id }),
        ...(before === undefined ? {} : { before: parseId(before) }),
        limit: parseCount(count, { from: 1, to: 200, of: "events" }),
      });
      if (json) return { target: null, output: JSON.stringify(page) };
      const rows = page.events.map((event) => [
        event.id,
        event.at,
        event.kind,
        event.machineId ?? "",
        event.playerId ?? "",
        factsOf(event.facts),
        event.seen === null ? "" : `${event.seen.by}, ${event.seen.at}`,
      ]);
      const output = [
        table(["event", "at", "kind", "machine", "player", "facts", "seen"], rows),
        ...(page.next === null ? [] : [`There are older ones: --before ${page.next}`]),
      ];
      return { target: null, output: output.join("\n") };
    },
  );
  defineActCommand(
    events.command("seen <events...>").description("mark events as seen by you; the first mark stays"),
    ACTS.events.see,
    withContext,
    {
      params: (_, ids: string[]) => ({ eventIds: ids.map(parseId) }),
      say: ({ seen }) =>
        seen.length === 0 ? "Nothing has changed: they were seen, or are none." : `Seen: ${seen.join(", ")}.`,
    },
  );
}
