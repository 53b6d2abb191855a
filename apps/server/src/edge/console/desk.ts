/** The support desk for the console: chats, answers, who has them, and answers that are written in advance. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { DESK_CALLS } from "@reelcast/contract/console";
import type { DeskChange, DeskChat, DeskMessage } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import type { Bus } from "../../bus/bus.ts";
import { cannedAnswers, cannedHistory, countDesk, deskMessages, listDesk, markSeenByDesk } from "../../chat/index.ts";
import type { DeskMessageRow, DeskRow } from "../../chat/index.ts";
import type { Records } from "../../records/index.ts";
import type { ConsoleFeed } from "./feed.ts";
import { namesPermitted } from "./queue.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

export interface DeskParts {
  bus: Pick<Bus, "publish" | "subscribe" | "onChange">;
  feed: Pick<ConsoleFeed, "publish">;
  records: Pick<Records, "deskContext">;
}

const closedOf = ({ closedAt, closedBy }: Pick<DeskRow, "closedAt" | "closedBy">) =>
  closedAt === null || closedBy === null ? null : { at: closedAt.toISOString(), by: closedBy };
const toChat = (row: DeskRow): DeskChat => ({
  playerId: row.playerId,
  username: row.username,
  name: row.name,
  waitsSince: row.waitsSince?.toISOString() ?? null,
  unread: row.unread,
  last: { at: row.lastAt.toISOString(), text: row.lastText, byDesk: row.lastByDesk, by: row.lastBy },
  assignedTo: row.assignedTo,
  closed: closedOf(row),
});
const toMessage = ({ at, ...message }: DeskMessageRow): DeskMessage => ({ ...message, at: at.toISOString() });

/** Of one chat only the last change is sent, and each person's presence apart from it. */
const published = (feed: DeskParts["feed"]) => (change: DeskChange) => feed.publish("chat", change);

function readRoutes(app: FastifyInstance, routes: ConsoleRoutes, records: DeskParts["records"]): void {
  const db = routes.acts.storage.calls;
  consoleRoute(app, routes, DESK_CALLS.deskChats, async ({ who, query: { state, owner, after, limit } }) => {
    const assignedTo = owner === undefined ? undefined : owner === "mine" ? who.name : null;
    const [rows, counts] = await Promise.all([
      listDesk(db, { state, assignedTo }, { after, limit: limit + 1 }),
      countDesk(db),
    ]);
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toChat),
      next: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
      counts: { ...counts, waitsSince: counts.waitsSince?.toISOString() ?? null },
    };
  });
  consoleRoute(app, routes, DESK_CALLS.deskDialog, async ({ who, params, query: { before, after } }) => {
    const wanted = { playerId: params.id, reader: who.name, before, after };
    const dialog = await deskMessages(db, wanted);
    if (!dialog) throw new AppError(ErrorCode.NotFound);
    const { player, messages, older, chat } = dialog;
    const { state, assignedTo, readByPlayer } = chat;
    return {
      player,
      messages: messages.map(toMessage),
      older,
      state,
      assignedTo,
      closed: closedOf(chat),
      readByPlayer,
    };
  });
  consoleRoute(app, routes, DESK_CALLS.deskContext, async ({ params }) => ({
    ...(await records.deskContext(params.id)),
    currency: routes.acts.settings.current().currency,
  }));
  consoleRoute(app, routes, DESK_CALLS.deskPeople, async () => ({
    names: await namesPermitted(db, routes.staff, "chat.answer"),
  }));
}

function writeRoutes(app: FastifyInstance, routes: ConsoleRoutes, bus: DeskParts["bus"]): void {
  const { acts } = routes;
  const db = acts.storage.calls;
  consoleRoute(app, routes, DESK_CALLS.deskSeen, async ({ params, body }) => {
    if (await markSeenByDesk(db, params.id, body.message)) bus.publish("desk.changed", { playerId: params.id });
    return undefined;
  });
  consoleRoute(app, routes, DESK_CALLS.deskPresence, async ({ who, params, body }) => {
    bus.publish("desk.presence", { playerId: params.id, by: who.name, typing: body.typing });
    return undefined;
  });
  consoleRoute(app, routes, DESK_CALLS.answerChat, async ({ who, params, body, request }) => {
    const { result } = await ACTS.chats.answer.run(acts, actorOf(who, request, undefined), {
      playerId: params.id,
      ...body,
    });
    return result;
  });
  consoleRoute(app, routes, DESK_CALLS.assignChat, async ({ who, params, body, request }) => {
    // Nobody else could answer it, and it would look taken.
    if (body.to !== null && !(await namesPermitted(db, routes.staff, "chat.answer")).includes(body.to))
      throw new AppError(ErrorCode.NotFound);
    await ACTS.chats.assign.run(acts, actorOf(who, request, undefined), { playerId: params.id, ...body });
    return undefined;
  });
  consoleRoute(app, routes, DESK_CALLS.closeChat, async ({ who, params, body, request }) => {
    await ACTS.chats.close.run(acts, actorOf(who, request, undefined), { playerId: params.id, ...body });
    return undefined;
  });
}

function cannedRoutes(app: FastifyInstance, routes: ConsoleRoutes): void {
  const { acts } = routes;
  const db = acts.storage.calls;
  consoleRoute(app, routes, DESK_CALLS.cannedAnswers, async ({ query }) => {
    const found = await cannedAnswers(db, query.version);
    if (!found) throw new AppError(ErrorCode.NotFound);
    return { ...found, at: found.at?.toISOString() ?? null };
  });
  consoleRoute(app, routes, DESK_CALLS.cannedHistory, async () => ({
    versions: (await cannedHistory(db)).map((version) => ({ ...version, at: version.at.toISOString() })),
  }));
  consoleRoute(app, routes, DESK_CALLS.changeCannedAnswers, async ({ who, body, request }) => {
    const { result } = await ACTS.chats.cannedAnswers.run(acts, actorOf(who, request, undefined), body);
    return result;
  });
}

export function deskRoutes(routes: ConsoleRoutes, { bus, feed, records }: DeskParts): FastifyPluginAsync {
  const publish = published(feed);
  return async (app) => {
    const subscriptions = [
      bus.subscribe("desk.changed", ({ playerId }) => publish({ key: `chat ${playerId}`, kind: "chat", playerId })),
      bus.subscribe("desk.presence", ({ playerId, by, typing }) =>
        publish({ key: `presence ${playerId} ${by}`, kind: "presence", playerId, by, typing }),
      ),
      bus.subscribe("desk.canned", () => publish({ key: "canned", kind: "canned" })),
      // What was said at other edges meanwhile is not known.
      bus.onChange((isUp) => isUp && publish({ key: "missed", kind: "missed" })),
    ];
    app.addHook("onClose", async () => {
      for (const end of subscriptions) end();
    });
    readRoutes(app, routes, records);
    writeRoutes(app, routes, bus);
    cannedRoutes(app, routes);
  };
}
