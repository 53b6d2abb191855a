/** `house player credit` and `house player correct`: money by hand. */
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import type { PaymentRequested } from "../acts/index.ts";
import { InputError } from "../input.ts";
import { defineActCommand } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { findPlayer } from "./findPlayer.ts";
import { formatAmount, parseAmount } from "./money.ts";

const ALWAYS = {
  aboveDue: "since it is more than what is due",
  nobodys: "since it is nobody's money",
} as const;

/** Says that nothing has moved yet. @param by who has asked for it @param all what the bound of all targets is about */
export function describeRequest(
  { request, target, amount, above, ofAll, already, minutes, because }: PaymentRequested,
  by: string,
  all: "players" | "machines" = "players",
): string {
  const bound = `${formatAmount(above)}${ofAll ? ` to all ${all}` : ""}`;
  const moved =
    already > 0
      ? ` (${formatAmount(already)} were moved in the last 24 hours by ${by}, or by accounts that count as the same person)`
      : "";
  const why = because === undefined ? `since above ${bound}${moved}` : ALWAYS[because];
  return [
    `Nothing has moved yet: ${formatAmount(amount)} for ${target} need a second person, ${why}.`,
    `Request ${request} waits ${minutes} minutes. Another person types: house approvals approve ${request}`,
  ].join("\n");
}

type Paid = Awaited<ReturnType<typeof ACTS.money.credit.run>>["result"];

function describe(paid: Paid, by: string): string {
  switch (paid.state) {
    case "done":
      return `${paid.username} has ${formatAmount(paid.balance)}.`;
    case "requested":
      return describeRequest(paid, by);
    case "requestRepeated":
      return paid.isWaiting
        ? `Nothing has moved yet: request ${paid.request} with this key waits. Another person types: house approvals approve ${paid.request}`
        : `Request ${paid.request} with this key was approved: nothing more has moved.`;
  }
}

/** @throws InputError for a key of the server's own */
function keyOf({ key }: { key?: string }): { key?: string } {
  if (key === undefined) return {};
  if (/^approval \d+$/.test(key)) throw new InputError(`"${key}" is the key of an approval: choose another --key.`);
  return { key };
}

export function creditCommand(player: Command, withContext: WithContext): void {
  defineActCommand(
    player
      .command("credit <username> <amount>")
      .description(
        "bring money from the house to a player, e.g. 1500.00; above APPROVAL_ABOVE a second person approves",
      )
      .option("--key <key>", "the same key again changes nothing"),
    ACTS.money.credit,
    withContext,
    {
      async params({ accounts }, username: string, text: string, options: { key?: string }) {
        const amount = parseAmount(text);
        const { id: playerId } = await findPlayer(accounts, username);
        return { playerId, amount, ...keyOf(options) };
      },
      say: (paid, _: string, _amount: string, { by }: { by: string }) => describe(paid, by),
    },
  );
}

interface Correction {
  add?: string;
  take?: string;
  key?: string;
}

export function correctCommand(player: Command, withContext: WithContext): void {
  defineActCommand(
    player
      .command("correct <username>")
      .description("correct a balance; above APPROVAL_ABOVE a second person approves")
      .option("--add <amount>", "what the player gets, e.g. 15.00")
      .option("--take <amount>", "what the player had too much; no more than the balance")
      .option("--key <key>", "the same key again changes nothing"),
    ACTS.money.correct,
    withContext,
    {
      async params({ accounts }, username: string, options: Correction) {
        const { add, take } = options;
        if ((add === undefined) === (take === undefined)) throw new InputError("Give --add or --take.");
        const change = add === undefined ? -parseAmount(take ?? "") : parseAmount(add);
        const { id: playerId } = await findPlayer(accounts, username);
        return { playerId, change, ...keyOf(options) };
      },
      say: (paid, _: string, { by }: { by: string }) => describe(paid, by),
    },
  );
}
