/** The floor for the console: the wall, one machine, and what people do with it. */
import { FLOOR_CALLS } from "@reelcast/contract/console";
import type { TimelineKind } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import type { MachinePaid, PaymentRequested } from "../../acts/index.ts";
import { readMachineRecord, readTimeline } from "../../floor/index.ts";
import type { FloorOverview } from "../../floor/index.ts";
import { RateLimiter, perMinute } from "../../rateLimiter.ts";
import type { Db } from "../../storage/index.ts";
import { STILL_PERIOD_MS } from "../../video/index.ts";
import type { Video } from "../../video/index.ts";
import { readWanted } from "../http/machines.ts";
import type { ConsoleFeed } from "./feed.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";
import { timelineShownTo } from "./shownTo.ts";

export interface FloorParts {
  overview: FloorOverview;
  video: Pick<Video, "stills">;
  /** For long reads. */
  db: Db;
  feed: ConsoleFeed;
}

/** Requests for stills of one session: an answer serves for two seconds, and a wall has more machines in sight than one names. */
const STILLS_PER_MINUTE = 600;

const DONE = { waiting: false, paid: null };
function answerOf(done: MachinePaid | PaymentRequested) {
  if (done.state === "done") return { waiting: done.waiting, paid: done.paid, requested: null };
  const { request, above, already, ofAll, minutes, because } = done;
  return { ...DONE, requested: { request, above, already, ofAll, minutes, ...(because ? { because } : {}) } };
}

export function floorRoutes(routes: ConsoleRoutes, { overview, video, db, feed }: FloorParts): FastifyPluginAsync {
  const stills = new RateLimiter(perMinute(STILLS_PER_MINUTE));
  feed.whileFollowed(
    "floor",
    () => overview.follow((changes) => feed.publish("floor", changes)),
    () => overview.position(),
  );
  return async (app) => {
    consoleRoute(app, routes, FLOOR_CALLS.floor, () => overview.snapshot());
    consoleRoute(app, routes, FLOOR_CALLS.floorStills, async ({ who, query }) => {
      stills.count(who.sessionId);
      return { stills: await video.stills(readWanted(query.machines)), nextMs: STILL_PERIOD_MS };
    });
    consoleRoute(app, routes, FLOOR_CALLS.machine, async ({ params: { id } }) => {
      const [record, live] = await Promise.all([readMachineRecord(db, id), overview.live(id)]);
      return { ...record, live };
    });
    consoleRoute(app, routes, FLOOR_CALLS.machineTimeline, ({ who, params: { id }, query: { kinds, ...query } }) => {
      const wanted = kinds?.split(",") as TimelineKind[] | undefined;
      return readTimeline(db, id, { ...query, kinds: wanted && timelineShownTo(who, wanted) });
    });
    consoleRoute(app, routes, FLOOR_CALLS.machineTrace, ({ params: { id } }) => overview.trace(id));
    machineActRoutes(app, routes);
  };
}

/** What people do with one machine. */
function machineActRoutes(app: FastifyInstance, routes: ConsoleRoutes): void {
  const { acts } = routes;
  const { machines } = ACTS;
  consoleRoute(app, routes, FLOOR_CALLS.takeOutOfOrder, async ({ who, params, body, request }) => {
    const given = { machineId: params.id, reason: body.reason };
    await machines.outOfOrder.run(acts, actorOf(who, request, body.reason), given);
    return DONE;
  });
  consoleRoute(app, routes, FLOOR_CALLS.putBack, async ({ who, params, body, request }) => {
    const { result } = await machines.back.run(acts, actorOf(who, request, body?.why), { machineId: params.id });
    return { ...DONE, ...result };
  });
  consoleRoute(app, routes, FLOOR_CALLS.closeMachine, async ({ who, params, body: { reason }, request }) => {
    const given = { machineId: params.id, ...(reason === undefined ? {} : { reason }) };
    await machines.close.run(acts, actorOf(who, request, reason), given);
    return DONE;
  });
  consoleRoute(app, routes, FLOOR_CALLS.openMachine, async ({ who, params, body, request }) => {
    await machines.open.run(acts, actorOf(who, request, body?.why), { machineId: params.id });
    return DONE;
  });
  consoleRoute(app, routes, FLOOR_CALLS.unlockMachine, async ({ who, params, body, request }) => {
    const { result } = await machines.unlock.run(acts, actorOf(who, request, body?.why), { machineId: params.id });
    return { ...DONE, ...result };
  });
  consoleRoute(app, routes, FLOOR_CALLS.setTouchAreas, async ({ who, params, body, request }) => {
    const given = { machineId: params.id, areas: body.areas };
    await machines.touchAreas.run(acts, actorOf(who, request, body.why), given);
    return DONE;
  });
  consoleRoute(app, routes, FLOOR_CALLS.payByHand, async ({ who, params, body, request }) => {
    const { result } = await machines.handPay.run(acts, actorOf(who, request, body?.why), { machineId: params.id });
    return answerOf(result);
  });
  consoleRoute(app, routes, FLOOR_CALLS.settleMachine, async ({ who, params, body, request }) => {
    const { why, pay, playerId } = body;
    const given = {
      machineId: params.id,
      ...(pay === undefined ? {} : { pay }),
      ...(playerId === undefined ? {} : { playerId }),
    };
    const { result } = await machines.settle.run(acts, actorOf(who, request, why), given);
    return answerOf(result);
  });
  consoleRoute(app, routes, FLOOR_CALLS.retireMachine, async ({ who, params, body, request }) => {
    await machines.retire.run(acts, actorOf(who, request, body.why), { machineId: params.id });
    return DONE;
  });
}
