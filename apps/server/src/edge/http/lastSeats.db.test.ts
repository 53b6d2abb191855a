/** How a player sat at each machine the last time, over HTTP, from a real ledger. */
import type { LastSeat } from "@reelcast/contract";
import { afterAll, expect, it } from "vitest";
import type { Seat } from "../../history/testing.ts";
import { createWallet } from "../../wallet/index.ts";
import { openHistory } from "./testing/history.ts";

const house = await openHistory();
const { stage, ago } = house;
const wallet = createWallet({ db: house.superuser });
afterAll(() => house.close());

const read = async (who: number) => {
  const answer = await house.ask(who, "last-seats");
  expect(answer.statusCode).toBe(200);
  return answer.json<{ seats: LastSeat[] }>().seats;
};
const play = (at: Seat, bet: number, detail: unknown) =>
  wallet.recordGame(
    {
      machineId: at.machineId,
      playerId: at.playerId,
      sessionId: at.sessionId,
      gameNumber: house.nextGame(),
      free: bet === 0,
      bet,
      win: 0,
      handPay: 0,
      startedAt: ago(4),
      endedAt: ago(4),
      meters: null,
      detail,
    },
    { machineId: at.machineId, epoch: 1 },
  );

it("names the first amount and the last paid bet of the newest session with a game, by machine, and of this player alone", async () => {
  const { ann, bob } = await house.twoPlayers();
  await stage.adjust(ann, 1_000_000, "bank");
  await stage.adjust(bob, 1_000_000, "bank");
  expect(await read(ann)).toEqual([]);
  const [lale, meyhane] = [await stage.machine("Lale Devri"), await stage.machine("Meyhane")];
  const sit = async (who: number, machine: number, hours: number, ...amounts: number[]) => {
    const seat = await stage.sit(who, machine, ago(hours), ago(hours - 0.5));
    for (const amount of amounts) await stage.cashIn(seat, amount);
    return seat;
  };
  const older = await sit(ann, lale, 30, 90_000);
  await play(older, 500, { lines: 20, betPerLine: 25 });
  const newer = await sit(ann, lale, 20, 50_000, 10_000);
  await play(newer, 100, { lines: 5, betPerLine: 20 });
  await play(newer, 250, { lines: 5, betPerLine: 50 });
  await play(newer, 0, { lines: 9, betPerLine: 90 });
  // Money without a game, and nothing at all, say nothing about how one plays.
  await sit(ann, lale, 10, 70_000);
  await sit(ann, lale, 9);
  // A machine that reports no outcome.
  const camera = await sit(ann, meyhane, 8, 20_000);
  await play(camera, 300, null);
  await play(await sit(bob, lale, 3, 10_000), 150, null);
  expect(await read(ann)).toEqual([
    { machineId: meyhane, at: ago(8).toISOString(), amount: 20_000, bet: 300, lines: null, betPerLine: null },
    { machineId: lale, at: ago(20).toISOString(), amount: 50_000, bet: 250, lines: 5, betPerLine: 50 },
  ]);
  expect(await read(bob)).toMatchObject([{ machineId: lale, amount: 10_000, bet: 150 }]);
});
