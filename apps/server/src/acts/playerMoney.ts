/** Money by hand: from the house to a player, and corrections of a balance in both directions. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode, MAX_TRANSFER } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { expireApprovals, lockKey, requestWithKey } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import type { Domain } from "../domain.ts";
import type { Trx } from "../storage/index.ts";
import { defineAct } from "./act.ts";
import type { ActContext, Actor } from "./context.ts";
import { Amount, PlayerParams, playerTarget } from "./params.ts";
import { payOrRequestApproval } from "./payments.ts";
import type { PaymentDone, PaymentRequested } from "./payments.ts";
import { playerOf } from "./playerOf.ts";
import type { ActDone } from "./run.ts";

export const CREDIT = "player.credit";
export const CORRECT = "player.correct";
/** Their amounts count together where a second person is needed. */
const PLAYER_PAYMENTS = [CREDIT, CORRECT];

/** Idempotency key: the same key again moves nothing more. Those of approved payments ("approval 3") are the server's. */
const Key = z.string().check(z.regex(/^(?!approval \d+$)[^\0]{1,200}$/u));

interface PlayerPayment {
  act: typeof CREDIT | typeof CORRECT;
  playerId: number;
  /** Minor units; negative: from the player to the house. */
  change: number;
}
export interface PlayerPaid {
  username: string;
  /** Minor units. */
  balance: number;
  /** Nothing has moved: the key was used before. */
  repeated: boolean;
}
/** Nothing more has moved: there is a request with this key. */
interface RequestRepeated {
  state: "requestRepeated";
  request: number;
  isWaiting: boolean;
}

/** @param payment.key idempotency key of the ledger @throws AppError InsufficientBalance, DepositLimitReached, TransferIdReused, NewPlayPaused */
export async function postPayment(
  { accounts, wallet, protection, storage }: Domain,
  { act, playerId, change, key }: PlayerPayment & { key: string },
): Promise<ActDone<PaymentDone<PlayerPaid>>> {
  const { username } = await playerOf({ accounts }, playerId);
  const before = await wallet.balance(playerId);
  const repeated = (await wallet.adjusted(playerId, key)) !== null;
  // A correction is no deposit.
  if (act === CREDIT && !repeated) {
    if (storage.space.level === "full") throw new AppError(ErrorCode.NewPlayPaused);
    await protection.mayDeposit(storage.db as Trx, playerId, change);
  }
  const { balance } = await wallet.adjust({
    playerId,
    amount: change,
    key,
    tag: act === CREDIT ? "operator" : "correction",
  });
  // What was moved in both directions is added up. A repetition moves nothing, so it has no amount to add up.
  const amount = Math.abs(change);
  return {
    target: playerTarget({ playerId }),
    before: { username, balance: before },
    after: {
      username,
      balance,
      key,
      ...(act === CORRECT ? { change } : {}),
      ...(repeated ? { repeated: amount } : { amount }),
    },
    result: { state: "done", username, balance, repeated },
  };
}

/** What a request asks for. Its parameters were validated when it was made. */
export function paymentOf({ act, amount, params }: ApprovalRequest): PlayerPayment {
  const playerId = Number(params["playerId"]);
  return act === CORRECT
    ? { act, playerId, change: Number(params["change"]) }
    : { act: CREDIT, playerId, change: amount };
}

async function pay(
  parts: Domain,
  actor: Actor,
  { key, ...payment }: PlayerPayment & { key: string | null },
): Promise<ActDone<PaymentDone<PlayerPaid> | PaymentRequested | RequestRepeated>> {
  const { act, playerId, change } = payment;
  await playerOf(parts, playerId);
  const target = playerTarget(payment);
  const trx = parts.storage.db as Trx;
  const carryOut = () => postPayment(parts, { ...payment, key: key ?? randomUUID() });
  if (key !== null) {
    await lockKey(trx, target, key);
    if ((await parts.wallet.adjusted(playerId, key)) !== null) return carryOut();
    const request = await requestWithKey(trx, { act, target, key });
    if (request) {
      if (paymentOf(request).change !== change) throw new AppError(ErrorCode.TransferIdReused);
      return {
        target,
        before: null,
        after: { repeated: Math.abs(change), key, request: request.id },
        result: { state: "requestRepeated", request: request.id, isWaiting: request.state === "waiting" },
      };
    }
  }
  const params = act === CREDIT ? { playerId } : { playerId, change };
  const wanted = { act, target, amount: Math.abs(change), params, key, acts: PLAYER_PAYMENTS };
  return payOrRequestApproval(parts, actor, wanted, carryOut);
}

/** After the rollback: says what the player has, where more was to be taken. */
export async function explainBalance(
  { accounts, wallet }: Pick<ActContext, "accounts" | "wallet">,
  error: unknown,
  playerId: number,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== ErrorCode.InsufficientBalance) return error;
  const { username } = await playerOf({ accounts }, playerId);
  const amount = await wallet.balance(playerId);
  return new ConsoleError(ConsoleErrorCode.BalanceTooLow, { player: username, amount }, { cause: error });
}

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number | undefined) => (bytes === undefined ? "?" : String(Math.floor(bytes / MEGABYTE)));

/** After the rollback: says to the staff which space is short; the message for a player says only that no new play begins. */
export async function explainSpace(
  { accounts, storage: { space } }: Pick<ActContext, "accounts" | "storage">,
  error: unknown,
  playerId: number,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== ErrorCode.NewPlayPaused) return error;
  const { username: player } = await playerOf({ accounts }, playerId);
  const params = { player, free: megabytes(space.room?.freeBytes), reserve: megabytes(space.reserveBytes) };
  return new ConsoleError(ConsoleErrorCode.NotCredited, params, { cause: error });
}

const prepare = ({ storage }: ActContext) => expireApprovals(storage.db);

/** Money from the house to a player. Above APPROVAL_ABOVE a second person approves. */
export const credit = defineAct({
  name: CREDIT,
  permission: "player.credit",
  why: "required",
  params: z.extend(PlayerParams, { amount: Amount, key: z.exactOptional(Key) }),
  target: playerTarget,
  prepare,
  change: (parts, actor, { playerId, amount, key = null }) =>
    pay(parts, actor, { act: CREDIT, playerId, change: amount, key }),
  explain: (context, error, { playerId }) => explainSpace(context, error, playerId),
});

/** Corrects a balance, up or down; never below what is there. Above APPROVAL_ABOVE a second person approves. */
export const correct = defineAct({
  name: CORRECT,
  permission: "player.correct",
  why: "required",
  params: z.extend(PlayerParams, {
    /** Minor units; negative: from the player to the house. */
    change: z.int().check(
      z.minimum(-MAX_TRANSFER),
      z.maximum(MAX_TRANSFER),
      z.refine((change) => change !== 0),
    ),
    key: z.exactOptional(Key),
  }),
  target: playerTarget,
  prepare,
  change: (parts, actor, { playerId, change, key = null }) =>
    pay(parts, actor, { act: CORRECT, playerId, change, key }),
  explain: (context, error, { playerId }) => explainBalance(context, error, playerId),
});
