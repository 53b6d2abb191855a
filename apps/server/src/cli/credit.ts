/** `house player credit`: money from the house to a player. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Command } from "commander";
import { expireApprovals, requestWithKey } from "../approvals/index.ts";
import { InputError } from "../input.ts";
import { change } from "./command.ts";
import type { Done } from "./command.ts";
import { playerOf } from "./findPlayer.ts";
import type { Parts, WithHouse } from "./commandContext.ts";
import { byHand } from "./manualPayment.ts";
import { formatAmount, parseAmount } from "./money.ts";

export const CREDIT = "player.credit";
/** Under which the ledger posts what was approved (`approvalTarget`). */
const APPROVAL_KEY = /^approval \d+$/;

/** @property key under which the ledger posts it once */
export async function credit(
  { accounts, wallet }: Parts,
  { playerId, amount, key }: { playerId: number; amount: number; key: string },
): Promise<Done> {
  const { username } = await playerOf(accounts, String(playerId));
  const before = await wallet.balance(playerId);
  const repeated = (await wallet.adjusted(playerId, key)) !== null;
  const { balance } = await wallet.adjust({ playerId, amount, key, tag: "operator" });
  return {
    target: `player ${playerId}`,
    before: { username, balance: before },
    // A repetition moves nothing: it has no amount to add up.
    after: { username, balance, key, ...(repeated ? { repeated: amount } : { amount }) },
    say: `${username} has ${formatAmount(balance)}.`,
  };
}

export function creditCommand(player: Command, withHouse: WithHouse): void {
  change(
    player
      .command("credit <username> <amount>")
      .description(
        "bring money from the house to a player, e.g. 1500.00; above APPROVAL_ABOVE a second person approves",
      )
      .option("--key <key>", "the same key again changes nothing"),
    { name: CREDIT, why: "required", prepare: ({ storage }) => expireApprovals(storage.db) },
    withHouse,
    async (parts, acting, username: string, text: string, options: { key?: string }) => {
      const amount = parseAmount(text);
      const { id: playerId } = await playerOf(parts.accounts, username);
      const target = `player ${playerId}`;
      const key = options.key ?? null;
      // Used up by hand, it would keep the approval from moving anything.
      if (key !== null && APPROVAL_KEY.test(key))
        throw new InputError(`"${key}" is the key of an approval: choose another --key.`);
      const carryOut = () => credit(parts, { playerId, amount, key: key ?? randomUUID() });
      if (key !== null && (await parts.wallet.adjusted(playerId, key)) !== null) return carryOut();
      const asked = await requestWithKey(parts.storage.db, { act: CREDIT, target, key });
      if (asked) {
        if (asked.amount !== amount) throw new AppError(ErrorCode.TransferIdReused);
        return {
          target,
          before: null,
          after: { repeated: amount, key, request: asked.id },
          say:
            asked.state === "waiting"
              ? `Nothing has moved yet: request ${asked.id} with this key waits. Somebody else types: house approvals approve ${asked.id}`
              : `Request ${asked.id} with this key was approved: nothing more has moved.`,
        };
      }
      const wanted = { act: CREDIT, target, amount, params: { playerId }, key };
      return byHand(parts, acting, { ...wanted, acts: [CREDIT] }, carryOut);
    },
  );
}
