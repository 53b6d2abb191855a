/**
 * WHEP for staff (draft-ietf-wish-whep, on RFC 9725): a machine's live picture by the member's token. Each watch is in the
 * audit log, and ends with the session.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { IceServer } from "@reelcast/contract";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Bus } from "../../bus/bus.ts";
import { RateLimiter, perMinute } from "../../rateLimiter.ts";
import type { Watcher, Watching } from "../../watching/index.ts";
import { declareRoutes } from "../http/calls.ts";
import { isInHouseNetwork } from "../http/callerNetwork.ts";
import { API_BASE } from "../http/route.ts";
import { acceptSdp, answerOffer, answerPatch, bodyOf, FRAGMENT, SDP } from "../http/whep.ts";
import type { ConsoleRoutes } from "./route.ts";

/** Watches that one session begins: each is a picture that is made, and two rows of the audit log. */
const WATCHES_PER_MINUTE = 60;

export interface WatchParts {
  watching: Watching;
  bus: Bus;
  iceServers: (viewer: number) => IceServer[];
}

export function watchRoutes({ guard }: ConsoleRoutes, { watching, bus, iceServers }: WatchParts): FastifyPluginAsync {
  const begun = new RateLimiter(perMinute(WATCHES_PER_MINUTE));
  async function watcherOf(request: FastifyRequest): Promise<Watcher> {
    const who = await guard.member(request, { permission: "machine.watch" });
    return { staffId: who.id, sessionId: who.sessionId, name: who.name, from: request.ip };
  }
  /** The own watch that the address names. Who may not watch any more may still end it. */
  async function namedBy(request: FastifyRequest) {
    const { id: staffId, sessionId } = await guard.member(request, { permission: null });
    const { resource } = request.params as { resource: string };
    return { watcher: { staffId, sessionId }, resource };
  }
  return async (app) => {
    declareRoutes(app, { counts: "caller" });
    acceptSdp(app);
    const end = bus.subscribe("staff.ended", ({ staffId, sessionIds }) => {
      watching
        .endSessions(staffId, sessionIds)
        // It ends with the next look.
        .catch((error: unknown) => app.log.warn({ err: error, staffId }, "watches of an ended session are still open"));
    });
    app.addHook("onClose", async () => end());
    const base = `${API_BASE}/machines/:id/whep`;
    app.options(base, async (_, reply) => reply.header("Accept-Post", SDP).code(204).send());
    app.options(`${base}/:resource`, async (_, reply) => reply.header("Accept-Patch", FRAGMENT).code(204).send());
    app.post(base, async (request, reply) => {
      const watcher = await watcherOf(request);
      begun.count(watcher.sessionId);
      const { id } = request.params as { id: string };
      if (!/^[1-9]\d{0,8}$/.test(id)) throw new AppError(ErrorCode.NotFound);
      const created = await watching.begin(watcher, Number(id), bodyOf(request, SDP), isInHouseNetwork(request));
      return answerOffer(reply, `${API_BASE}/machines/${id}/whep/${created.id}`, created, iceServers(watcher.staffId));
    });
    app.patch(`${base}/:resource`, async (request, reply) => {
      const { watcher, resource } = await namedBy(request);
      const fragment = bodyOf(request, FRAGMENT);
      const ifMatch = request.headers["if-match"];
      const patched = await watching.patch(watcher, resource, { ifMatch, fragment });
      return answerPatch(reply, patched, iceServers(watcher.staffId));
    });
    app.delete(`${base}/:resource`, async (request, reply) => {
      const { watcher, resource } = await namedBy(request);
      await watching.end(watcher, resource);
      return reply.code(200).send();
    });
  };
}
