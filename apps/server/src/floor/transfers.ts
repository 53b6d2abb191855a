/**
 * Money between wallet and machine, as AFT does it: written down and held, the machine locked, "sent" durable before the
 * first word to the machine, ended only by what the machine says. A lost answer is asked for by its id; silence decides
 * nothing.
 */
import { AppError } from "@reelcast/contract";
import type { ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { InterrogateAnswer, MachineDriver } from "@reelcast/machine";
import type { Fence, Transfer, TransferKind, Wallet } from "../wallet/index.ts";

const LOCK_MS = 10_000;

export interface TransferParts {
  driver: MachineDriver;
  wallet: Wallet;
  fence: Fence;
}
export interface TransferRequest {
  key: string;
  kind: TransferKind;
  playerId: number;
  machineId: number;
  sessionId: string;
  amount: number | null;
  ip: string | null;
}

/** The answer of a transfer that is over. @throws AppError with the code of a failed one, 60014 while it is not settled */
export function answerOf(transfer: Transfer): Transfer {
  if (transfer.state === "done") return transfer;
  if (transfer.state === "failed") throw new AppError((transfer.code ?? 60013) as ErrorCode);
  throw new AppError(60014);
}

/**
 * Carries one transfer out. Resolves with it done.
 * @throws AppError: 60009 where a game is under way, 60013 where the machine refused, 60014 where its answer was lost
 */
export async function carryOut(parts: TransferParts, request: TransferRequest): Promise<Transfer> {
  const { driver, wallet, fence } = parts;
  const known = await wallet.byKey(request.playerId, request.kind, request.key);
  // The wallet compares the request with the one it knows: `begin` answers 40902 where they differ.
  if (known === null && driver.state().phase !== "idle") throw new AppError(60009);
  const { transfer, fresh } = await wallet.begin({ ...request, fence });
  if (!fresh) return answerOf(transfer);

  let locked: boolean;
  try {
    locked = await driver.lock(LOCK_MS);
  } catch (error) {
    // Nothing was said about money yet: the transfer may be given up.
    await wallet.fail(transfer.id, { code: 60004, detail: "no lock: the machine does not answer" }, fence);
    throw error instanceof MachineUnreachable ? new AppError(60004, {}, { cause: error }) : error;
  }
  if (!locked) {
    await wallet.fail(transfer.id, { code: 60009, detail: "no lock" }, fence);
    throw new AppError(60009);
  }
  try {
    const sent = await wallet.markSent(transfer.id, fence);
    return answerOf(await send(parts, sent));
  } finally {
    await driver.unlock().catch(() => {});
  }
}

async function send(parts: TransferParts, transfer: Transfer): Promise<Transfer> {
  const { driver, wallet, fence } = parts;
  const request = { transferId: transfer.id, amount: transfer.amount };
  try {
    const answer = await (transfer.kind === "cashin" ? driver.transferIn(request) : driver.transferOut(request));
    return await conclude(parts, transfer, answer);
  } catch (error) {
    if (!(error instanceof MachineUnreachable)) throw error;
    const unknown = await wallet.markUnknown(transfer.id, fence);
    // Asked at once; where that is lost too, the host goes on asking.
    return resolve(parts, unknown).catch(() => unknown);
  }
}

async function conclude(parts: TransferParts, transfer: Transfer, answer: InterrogateAnswer): Promise<Transfer> {
  const { wallet, fence } = parts;
  switch (answer.status) {
    case "done":
      return wallet.settle(transfer.id, { moved: answer.moved, credit: answer.credit }, fence);
    case "refused":
      return wallet.fail(
        transfer.id,
        { code: answer.reason === "gameInProgress" ? 60009 : 60013, detail: answer.reason },
        fence,
      );
    case "notFound":
      return wallet.fail(transfer.id, { code: 60013, detail: "the machine does not know it" }, fence);
    case "pending":
      return transfer.state === "unknown" ? transfer : wallet.markUnknown(transfer.id, fence);
  }
}

/**
 * Finishes a transfer that was cut off: never told to the machine → given up; told → the machine is asked about its id.
 * @throws MachineUnreachable where the machine can't be asked; the transfer then stays as it is
 */
export async function resolve(parts: TransferParts, transfer: Transfer): Promise<Transfer> {
  const { driver, wallet, fence } = parts;
  switch (transfer.state) {
    case "done":
    case "failed":
    case "manual":
      return transfer;
    case "created":
    case "reserved":
      return wallet.fail(transfer.id, { code: 60013, detail: "cut off before the machine was told" }, fence);
    case "sent":
    case "unknown": {
      const asked = transfer.state === "sent" ? await wallet.markUnknown(transfer.id, fence) : transfer;
      return conclude(parts, asked, await driver.interrogate(transfer.id));
    }
  }
}
