/** A player's history: sessions, transactions and the account's log; the first two also as files. */
import { Readable } from "node:stream";
import { AppError, ErrorCode, HISTORY_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { CsvFile, History } from "../../history/index.ts";
import type { Guard } from "../guard.ts";
import { declareRoutes } from "./calls.ts";
import { languageOf } from "./language.ts";
import { route } from "./route.ts";

const AGAIN_SECONDS = 5;

export interface HistoryParts {
  history: History;
  guard: Guard;
  /** How many of their last games players can look at. */
  recallGames: () => number;
  /** The download of a client that reads nothing for so long is ended. */
  silenceMs?: number;
}

/** @param taken called for each piece that is read @param ended called before the client gets the end of the file */
async function* watched(text: AsyncIterable<string>, taken: () => void, ended: () => void): AsyncGenerator<string> {
  for await (const piece of text) {
    taken();
    yield piece;
  }
  ended();
}

export function historyRoutes({ history, guard, recallGames, silenceMs = 60_000 }: HistoryParts): FastifyPluginAsync {
  /** Players with a download in progress: one each. */
  const reading = new Map<number, symbol>();

  /** Generated as fast as it is read; generation ends with the connection. @throws AppError TooManyRequests */
  async function send(
    reply: FastifyReply,
    playerId: number,
    name: string,
    open: () => Promise<CsvFile>,
  ): Promise<Readable> {
    if (reading.has(playerId)) throw new AppError(ErrorCode.TooManyRequests, { seconds: AGAIN_SECONDS });
    const turn = Symbol(name);
    const release = () => {
      if (reading.get(playerId) === turn) reading.delete(playerId);
    };
    reading.set(playerId, turn);
    try {
      const { total, text } = await open();
      const silence = setTimeout(() => file.destroy(new Error("the client does not read this file")), silenceMs);
      const file = Readable.from(
        watched(text, () => silence.refresh(), release),
        { objectMode: false },
      );
      file.once("close", () => {
        clearTimeout(silence);
        release();
      });
      void reply.headers({
        "X-Total-Count": total,
        "Content-Disposition": `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
      });
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  return async (app) => {
    declareRoutes(app, { heavy: true });
    route(app, guard, HISTORY_CALLS.sessions, ({ who, query }) => history.sessions(who.playerId, query));
    route(app, guard, HISTORY_CALLS.transactions, ({ who, query }) => history.transactions(who.playerId, query));
    route(app, guard, HISTORY_CALLS.logs, ({ who, query }) => history.logs(who.playerId, query));
    route(app, guard, HISTORY_CALLS.games, ({ who, query: { session, limit, game } }) =>
      history.games(who.playerId, { session, limit: Math.min(limit ?? Infinity, recallGames()), game }),
    );
    route(app, guard, HISTORY_CALLS.sessionStory, ({ who, query }) => history.story(who.playerId, query.session));
    route(app, guard, HISTORY_CALLS.lastSeats, async ({ who }) => ({ seats: await history.lastSeats(who.playerId) }));
    route(app, guard, HISTORY_CALLS.gameLinks, async ({ who, query }) => ({
      links: await history.gameLinks(who.playerId, query),
    }));
    route(app, guard, HISTORY_CALLS.summary, async ({ who, query }) => ({
      days: await history.summary(who.playerId, query),
    }));
    route(app, guard, HISTORY_CALLS.sessionsCsv, ({ who: { playerId }, query, request, reply }) =>
      send(reply, playerId, "sessions", () =>
        history.sessionsCsv(playerId, query, query.lang ?? languageOf(request.headers["accept-language"])),
      ),
    );
    route(app, guard, HISTORY_CALLS.transactionsCsv, ({ who: { playerId }, query, request, reply }) =>
      send(reply, playerId, "transactions", () =>
        history.transactionsCsv(playerId, query, query.lang ?? languageOf(request.headers["accept-language"])),
      ),
    );
  };
}
