/**
 * For tests of history over HTTP: its routes alone on a real database, with a fixed clock and past play that the floor could
 * not make. The token of a player is their id. Tests of the whole use `openTestApp` (../../../testing.ts).
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { pino } from "pino";
import { createHistory } from "../../../history/index.ts";
import { HistoryFixture } from "../../../history/testing.ts";
import { createTestDatabase } from "../../../storage/testing/index.ts";
import { createGuard } from "../../guard.ts";
import { createHttpApp } from "../app.ts";
import { CALL_LIMITS } from "../calls.ts";
import { historyRoutes } from "../history.ts";

const NOW = new Date("2026-06-10T12:00:00Z");
const HOUR = 3_600_000;

export async function openHistory() {
  const database = await createTestDatabase();
  const stage = new HistoryFixture(database.superuser);
  const guard = createGuard({
    accounts: {
      async verify(token) {
        if (!/^\d+$/.test(token)) throw new AppError(ErrorCode.TokenInvalid);
        return { playerId: Number(token), tokenId: token, username: token, permissions: [145], expiresAt: 2e9 };
      },
      redeemTicket: () => Promise.reject(new AppError(ErrorCode.TokenInvalid)),
      playerOf: async (token) => Number(token),
    },
  });
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [],
    guard,
    limits: { ...CALL_LIMITS, player: 100_000 },
    plugins: [
      historyRoutes({ history: createHistory({ db: database.db, now: () => NOW }), guard, recallGames: () => 10 }),
    ],
  });
  let people = 0;
  let games = 0;
  const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
  const nextGame = () => (games += 1);
  const ask = (who: number, path: string, query: Record<string, string> = {}) =>
    app.inject({
      url: `/api/v1/player/${path}?${new URLSearchParams(query).toString()}`,
      headers: { authorization: `Bearer ${who}`, "accept-language": "en" },
      remoteAddress: `10.1.${people >> 8}.${people & 255}`,
    });

  /** An evening: money in, a game, free games, a hand pay, money out. */
  async function evening(player: number, machineName: string) {
    const machine = await stage.machine(machineName);
    await stage.adjust(player, 100_000, "bank", "10.9.9.9");
    const seat = await stage.sit(player, machine, ago(5), ago(3), "10.0.0.7");
    await stage.cashIn(seat, 50_000);
    await stage.game(seat, nextGame(), { bet: 1_000, win: 250 });
    await stage.game(seat, nextGame(), { free: true, win: 500 });
    await stage.game(seat, nextGame(), { bet: 1_000, win: 2_000_000, handPay: 2_000_000 });
    await stage.cashOut(seat, 48_750);
    return { machine, seat };
  }

  return {
    db: database.db,
    superuser: database.superuser,
    stage,
    app,
    ask,
    ago,
    nextGame,
    evening,
    /** Two who have never played. */
    async twoPlayers() {
      people += 1;
      return { ann: await stage.player(`ann${people}`), bob: await stage.player(`bob${people}`) };
    },
    codeOf: async (who: number, path: string, query: Record<string, string>) => {
      const answer = await ask(who, path, query);
      return [answer.statusCode, answer.json<{ code: number }>().code];
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
