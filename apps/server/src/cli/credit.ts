/** `house player credit`: money from the house to a player. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Command } from "commander";
import { expireApprovals, requestWithKey } from "../approvals/index.ts";
import { InputError } from "../input.ts";
import { defineChange } from "./command.ts";
import type { CommandResult } from "./command.ts";
import { findPlayer } from "./findPlayer.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { payOrRequestApproval } from "./manualPayment.ts";
import { formatAmount, parseAmount } from "./money.ts";

export const CREDIT = "player.credit";
/** Prefix of the ledger key of an approved payment (`approvalTarget`). */
const APPROVAL_KEY = /^approval \d+$/;

/** @property key idempotency key of the ledger */
export async function credit(
  { accounts, wallet }: Parts,
  { playerId, amount, key }: { playerId: number; amount: number; key: string },
): Promise<CommandResult> {
  const { username } = await findPlayer(accounts, playerId);
  const before = await wallet.balance(playerId);
  const repeated = (await wallet.adjusted(playerId, key)) !== null;
  const { balance } = await wallet.adjust({ playerId, amount, key, tag: "operator" });
  return {
    target: `player ${playerId}`,
    before: { username, balance: before },
    // A repetition moves nothing, so it has no amount to add up.
    after: { username, balance, key, ...(repeated ? { repeated: amount } : { amount }) },
    message: `${username} has ${formatAmount(balance)}.`,
  };
}

export function creditCommand(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("credit <username> <amount>")
      .description(
        "bring money from the house to a player, e.g. 1500.00; above APPROVAL_ABOVE a second person approves",
      )
      .option("--key <key>", "the same key again changes nothing"),
    { name: CREDIT, why: "required", prepare: ({ storage }) => expireApprovals(storage.db) },
    withContext,
    async (parts, actor, username: string, text: string, options: { key?: string }) => {
      const amount = parseAmount(text);
      const { id: playerId } = await findPlayer(parts.accounts, username);
      const target = `player ${playerId}`;
      const key = options.key ?? null;
      // A used key would make the approval's own payment a repetition that moves nothing.
      if (key !== null && APPROVAL_KEY.test(key))
        throw new InputError(`"${key}" is the key of an approval: choose another --key.`);
      const carryOut = () => credit(parts, { playerId, amount, key: key ?? randomUUID() });
      if (key !== null && (await parts.wallet.adjusted(playerId, key)) !== null) return carryOut();
      const request = await requestWithKey(parts.storage.db, { act: CREDIT, target, key });
      if (request) {
        if (request.amount !== amount) throw new AppError(ErrorCode.TransferIdReused);
        return {
          target,
          before: null,
          after: { repeated: amount, key, request: request.id },
          message:
            request.state === "waiting"
              ? `Nothing has moved yet: request ${request.id} with this key waits. Another person types: house approvals approve ${request.id}`
              : `Request ${request.id} with this key was approved: nothing more has moved.`,
        };
      }
      const wanted = { act: CREDIT, target, amount, params: { playerId }, key };
      return payOrRequestApproval(parts, actor, { ...wanted, acts: [CREDIT] }, carryOut);
    },
  );
}
