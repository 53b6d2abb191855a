/** The work queue, and what people of the house read about players, games, transfers and approvals. */
import type { Currency } from "@reelcast/contract";
import {
  APPROVAL_CALLS,
  GAME_CALLS,
  HOUSE_CALLS,
  PLAYER_ACT_CALLS,
  PLAYER_CALLS,
  TRANSFER_CALLS,
} from "@reelcast/contract/console";
import type { WorkItem } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { listActs } from "../../audit/index.ts";
import type { History } from "../../history/index.ts";
import { listNotes } from "../../notes/index.ts";
import type { Records } from "../../records/index.ts";
import { countKinds } from "../../workQueue/index.ts";
import type { WatchedQueue } from "../../workQueue/index.ts";
import type { ConsoleFeed } from "./feed.ts";
import { queueRoutes } from "./queue.ts";
import type { QueueParts } from "./queue.ts";
import { consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";
import { actsShownTo, approvalShownTo, approvalsShownTo, gameShownTo, transferShownTo } from "./shownTo.ts";

export interface RecordParts extends QueueParts {
  records: Records;
  history: Pick<History, "sessions" | "logs">;
  /** How amounts and days are shown. */
  formats: () => { currency: Currency; timeZone: string };
  watched: Pick<WatchedQueue, "changed" | "subscribe">;
  feed: Pick<ConsoleFeed, "publish" | "whileFollowed">;
}

function playerRoutes(app: FastifyInstance, routes: ConsoleRoutes, { db, records, history }: RecordParts): void {
  const { players, money } = records;
  consoleRoute(app, routes, PLAYER_CALLS.players, ({ query }) => players.list(query));
  consoleRoute(app, routes, PLAYER_CALLS.player, ({ params }) => players.one(params.id));
  consoleRoute(app, routes, PLAYER_CALLS.playerMoney, ({ params, query }) => money.movements(params.id, query));
  consoleRoute(app, routes, PLAYER_CALLS.playerSeries, async ({ params, query }) => ({
    points: await money.series(params.id, query),
  }));
  consoleRoute(app, routes, PLAYER_CALLS.playerSessions, async ({ params, query }) => {
    const { items, nextCursor } = await history.sessions(params.id, query);
    return { items, nextCursor };
  });
  consoleRoute(app, routes, PLAYER_CALLS.playerLog, async ({ params, query }) => {
    const { items, nextCursor } = await history.logs(params.id, query);
    return { items, nextCursor };
  });
  consoleRoute(app, routes, PLAYER_CALLS.playerActs, async ({ who, params, query: { before, limit } }) => {
    const rows = await listActs(db, { target: `player ${params.id}` }, { before, limit: limit + 1 });
    const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
    return { items: actsShownTo(who, items), nextBefore: rows.length > limit ? (items.at(-1)?.seq ?? null) : null };
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.playerNotes, async ({ params, query }) => {
    const rows = await listNotes(db, params.id, query.before);
    return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  });
}

/** As the contract has it: no count is undefined. */
const counted = (items: readonly WorkItem[]) => Object.fromEntries(Object.entries(countKinds(items)));

export function recordRoutes(routes: ConsoleRoutes, parts: RecordParts): FastifyPluginAsync {
  const { watched, feed } = parts;
  const { games, transfers, approvals } = parts.records;
  // The queue is read while somebody follows it. What it holds now is a call: the topic says that it has changed, and its counts.
  feed.whileFollowed("queue", () =>
    watched.subscribe(({ items }) => feed.publish("queue", { key: "queue", counts: counted(items) })),
  );
  return async (app) => {
    consoleRoute(app, routes, HOUSE_CALLS.house, async () => parts.formats());
    queueRoutes(app, routes, parts);
    playerRoutes(app, routes, parts);
    consoleRoute(app, routes, GAME_CALLS.games, ({ query }) => games.list(query));
    consoleRoute(app, routes, GAME_CALLS.game, async ({ who, params }) => gameShownTo(who, await games.one(params.id)));
    consoleRoute(app, routes, TRANSFER_CALLS.transfers, ({ query }) => transfers.list(query));
    consoleRoute(app, routes, TRANSFER_CALLS.transfer, async ({ who, params }) =>
      transferShownTo(who, await transfers.one(params.id)),
    );
    consoleRoute(app, routes, APPROVAL_CALLS.approvals, async ({ who, query }) => {
      const { items, nextCursor } = await approvals.list(query);
      return { items: approvalsShownTo(who, items), nextCursor };
    });
    consoleRoute(app, routes, APPROVAL_CALLS.approval, async ({ who, params }) =>
      approvalShownTo(who, await approvals.one(params.id)),
    );
  };
}
