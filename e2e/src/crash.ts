/**
 * The crash test: a server that is killed with SIGKILL at random moments of cash-in and cash-out, round after round,
 * on the same data. After each round a client that remembers what it asked and what it was told compares that with
 * the books.
 */
import { randomUUID } from "node:crypto";
import { PlayerClient, Refused, Unanswered } from "./client.ts";
import type { GameClient } from "./client.ts";
import { House } from "./house.ts";

/** What `house ledger check --json` prints. */
interface Books {
  ok: boolean;
  pending: number;
  sums: Record<string, number>;
  machines: { id: number; ledger: number; meter: number | null }[];
  broken: string[];
}

interface Asked {
  kind: "cashin" | "cashout";
  transferId: string;
  amount: number;
  /** What the server acknowledged before it was killed; null where no answer came. */
  told: { balance: number; credit: number } | null;
}

export interface CrashReport {
  rounds: number;
  /** Transfers that were acknowledged before the kill, and those that were cut off and settled afterwards. */
  acknowledged: number;
  cutOff: number;
  /** Of the cut off ones: given up, since the machine was never told. */
  voided: number;
  /** One sentence for each thing that was lost, doubled or left open. */
  faults: string[];
}

const MACHINE = 1;
const SETTLE_WITHIN_MS = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function readBooks(house: House): Promise<Books> {
  const { stdout, stderr } = await house.cli("ledger", "check", "--json");
  try {
    return JSON.parse(stdout) as Books;
  } catch {
    throw new Error(`the ledger check printed no JSON:\n${stdout}\n${stderr}`);
  }
}

async function sit(player: PlayerClient): Promise<{ game: GameClient; credit: number; pending: boolean }> {
  const giveUpAt = Date.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const game = await player.game();
    try {
      const init = await game.init(MACHINE);
      return { game, credit: init.meters.credit, pending: (init.transfer ?? null) !== null };
    } catch (error) {
      game.close();
      if (Date.now() > giveUpAt) throw error;
      await pause(100);
    }
  }
}

/** Sends the same transfer again until it has a final answer: done, or given up since the machine was never told. */
async function resend(
  player: PlayerClient,
  asked: Asked,
): Promise<{ game: GameClient; balance: number; credit: number; voided: boolean }> {
  const giveUpAt = Date.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const { game, credit } = await sit(player);
    try {
      const answer =
        asked.kind === "cashin"
          ? await game.cashIn(asked.amount, asked.transferId)
          : await game.cashOut(asked.transferId);
      return { game, balance: answer.balance, credit: answer.credit, voided: false };
    } catch (error) {
      if (error instanceof Refused && error.code === 60013) {
        return { game, balance: await player.balance(), credit, voided: true };
      }
      game.close();
      if (!(error instanceof Refused || error instanceof Unanswered) || Date.now() > giveUpAt) throw error;
      await pause(100);
    }
  }
}

/**
 * @param rounds kills
 * @param seedMs longest time between a request and the kill, in ms: about twice what a transfer takes
 */
export async function crash(rounds: number, onRound?: (round: number) => void, seedMs = 30): Promise<CrashReport> {
  const house = await House.open();
  const report: CrashReport = { rounds, acknowledged: 0, cutOff: 0, voided: 0, faults: [] };
  const fault = (round: number, what: string) => report.faults.push(`round ${round}: ${what}`);
  try {
    const player = await PlayerClient.login(house.url, "demo1");
    const opening = await player.balance();
    let { game } = await sit(player);
    let credit = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const kind = credit === 0 || Math.random() < 0.5 ? "cashin" : "cashout";
      const asked: Asked = {
        kind,
        transferId: randomUUID(),
        amount: kind === "cashin" ? 100 + Math.floor(Math.random() * 900) : credit,
        told: null,
      };
      const request = kind === "cashin" ? game.cashIn(asked.amount, asked.transferId) : game.cashOut(asked.transferId);
      const outcome = request.then(
        (answer) => {
          asked.told = { balance: answer.balance, credit: answer.credit };
        },
        (error: unknown) => {
          if (!(error instanceof Unanswered)) fault(round, `${kind} was refused: ${String(error)}`);
        },
      );
      await pause(Math.random() * seedMs);
      await house.kill();
      await outcome;
      game.terminate();
      await house.start();

      const answer = await resend(player, asked);
      game = answer.game;
      const expected = answer.voided ? credit : kind === "cashin" ? credit + asked.amount : 0;
      if (answer.voided) report.voided += 1;
      if (asked.told) report.acknowledged += 1;
      else report.cutOff += 1;
      if (asked.told && (asked.told.balance !== answer.balance || asked.told.credit !== answer.credit)) {
        fault(round, `${kind} was acknowledged as ${JSON.stringify(asked.told)} and is now ${JSON.stringify(answer)}`);
      }
      if (answer.credit !== expected) fault(round, `${kind}: credit ${answer.credit} instead of ${expected}`);
      if (answer.balance + answer.credit !== opening) {
        fault(round, `${kind}: ${answer.balance} + ${answer.credit} is not ${opening}`);
      }
      credit = answer.credit;

      const books = await readBooks(house);
      if (!books.ok) fault(round, `books: ${books.broken.join("; ")}`);
      if (books.pending !== 0) fault(round, `${books.pending} transfers are pending`);
      const machine = books.machines.find(({ id }) => id === MACHINE);
      if (machine?.ledger !== credit || machine.meter !== credit) {
        fault(round, `the machine shows ${machine?.meter} and the ledger ${machine?.ledger} instead of ${credit}`);
      }
      const total = Object.values(books.sums).reduce((sum, part) => sum + part, 0);
      if (total !== 0) fault(round, `the accounts sum up to ${total}`);
      onRound?.(round);
    }
    game.close();
  } finally {
    await house.close();
  }
  return report;
}
