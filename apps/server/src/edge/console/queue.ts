/** The work queue for the console: what waits, who works on it, and to whom an item can be given. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { QUEUE_CALLS, WORK_PERMISSIONS, permissionsOf, workKindOf } from "@reelcast/contract/console";
import type { Permission, WorkKind, WorkQueueState } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ACTS } from "../../acts/index.ts";
import type { Actor } from "../../acts/index.ts";
import type { Member, Staff } from "../../staff/index.ts";
import type { Db } from "../../storage/index.ts";
import type { WatchedQueue, WorkQueue } from "../../workQueue/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";
import { assertWorkShownTo, queueShownTo } from "./shownTo.ts";

export interface QueueParts {
  db: Db;
  queue: WorkQueue;
  watched: Pick<WatchedQueue, "changed">;
}

/** Names of the active members whose roles permit that. */
export async function namesPermitted(db: Db, staff: Staff, permission: Permission): Promise<string[]> {
  const members = await staff.administration.list(db);
  return members
    .filter(({ state, roles }) => state === "active" && permissionsOf(roles).includes(permission))
    .map(({ name }) => name);
}

/** The player of a chat's item. */
const playerOf = (key: string) => Number(key.slice("chat:".length));

export function queueRoutes(app: FastifyInstance, routes: ConsoleRoutes, { db, queue, watched }: QueueParts): void {
  const { acts, staff, guard } = routes;
  /**
   * The kind of an item that this member may take. A refusal is recorded as that of a call, of which a few are written.
   * @throws AppError NotFound for an item that does not wait, or that the member does not see; NotPermitted
   */
  async function kindOf(who: Member, request: FastifyRequest, key: string): Promise<WorkKind> {
    assertWorkShownTo(who, key);
    await queue.assertWaits(key);
    const kind = workKindOf(key);
    if (kind === null) throw new AppError(ErrorCode.NotFound);
    await guard.member(request, { permission: WORK_PERMISSIONS[kind] });
    return kind;
  }
  async function changed(who: Member): Promise<WorkQueueState> {
    watched.changed();
    return queueShownTo(who, await queue.state());
  }
  const take = (kind: WorkKind, actor: Actor, { key, seen }: { key: string; seen: string | null }) =>
    kind === "chat"
      ? ACTS.chats.assign.run(acts, actor, { playerId: playerOf(key), to: actor.by, seen })
      : ACTS.queue.take.run(acts, actor, { key, seen });
  const give = (kind: WorkKind, actor: Actor, { key, to }: { key: string; to: string | null }) =>
    kind === "chat"
      ? ACTS.chats.assign.run(acts, actor, { playerId: playerOf(key), to, seen: actor.by })
      : ACTS.queue.handOver.run(acts, actor, { key, to });

  consoleRoute(app, routes, QUEUE_CALLS.workPeople, async ({ query: { kind } }) => ({
    names: await namesPermitted(db, staff, WORK_PERMISSIONS[kind]),
  }));
  consoleRoute(app, routes, QUEUE_CALLS.workQueue, async ({ who }) => queueShownTo(who, await queue.state()));
  consoleRoute(app, routes, QUEUE_CALLS.takeWork, async ({ who, request, body }) => {
    const kind = await kindOf(who, request, body.key);
    await take(kind, actorOf(who, request, undefined), body);
    return changed(who);
  });
  consoleRoute(app, routes, QUEUE_CALLS.handOverWork, async ({ who, request, body }) => {
    const kind = await kindOf(who, request, body.key);
    if (body.to !== null && !(await namesPermitted(db, staff, WORK_PERMISSIONS[kind])).includes(body.to))
      throw new AppError(ErrorCode.NotFound);
    await give(kind, actorOf(who, request, undefined), body);
    return changed(who);
  });
}
