/**
 * WHEP (draft-ietf-wish-whep, on RFC 9725): live video, only for the player who sits at the machine.
 * Statuses by the drafts: 201 with Location, ETag and Link; 204 for trickled candidates; 406 without a common codec.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { IceServer } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { FloorService } from "../../floor/index.ts";
import type { Video } from "../../video/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { Guard } from "../guard.ts";
import { declareRoutes } from "./calls.ts";
import { isInHouseNetwork } from "./callerNetwork.ts";
import { API_BASE } from "./route.ts";

export const SDP = "application/sdp";
export const FRAGMENT = "application/trickle-ice-sdpfrag";

export interface WhepParts {
  guard: Guard;
  floor: Pick<FloorService, "seatOf">;
  video: Video;
  iceServers: (playerId: number) => IceServer[];
}

/** Address of a machine's WHEP endpoint for the connection that holds the seat with this epoch. */
export const videoUrl = (machineId: number, epoch: number) => `${API_BASE}/machine/${machineId}/whep?seat=${epoch}`;

/** RFC 9725 §4.6: one Link header per address. */
export function linkHeader(servers: readonly IceServer[]): string {
  return servers
    .flatMap(({ urls, username, credential }) =>
      (Array.isArray(urls) ? urls : [urls]).map((url) => {
        const secret =
          username !== undefined && credential !== undefined
            ? `; username="${username}"; credential="${credential}"; credential-type="password"`
            : "";
        return `<${url}>; rel="ice-server"${secret}`;
      }),
    )
    .join(", ");
}

/** @throws AppError UnsupportedMediaType where the body is not of that type */
export function bodyOf(request: FastifyRequest, type: string): string {
  const given = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (given !== type || typeof request.body !== "string") throw new AppError(ErrorCode.UnsupportedMediaType);
  return request.body;
}

export function acceptSdp(app: FastifyInstance): void {
  app.addContentTypeParser([SDP, FRAGMENT], { parseAs: "string" }, (_request, body, done) => done(null, body));
}

/** @param location of the viewer's resource */
export function answerOffer(
  reply: FastifyReply,
  location: string,
  { etag, answer, link }: Awaited<ReturnType<Video["create"]>>,
  iceServers: readonly IceServer[],
): FastifyReply {
  const links = [linkHeader(iceServers), link ?? ""].filter((part) => part !== "").join(", ");
  if (links !== "") void reply.header("Link", links);
  return reply
    .code(201)
    .headers({ Location: location, ETag: etag, "Accept-Patch": FRAGMENT, "Cache-Control": "no-store" })
    .type(SDP)
    .send(answer);
}
/** With an ICE restart, a browser gathers anew: those of the session may have ended by then. */
export function answerPatch(
  reply: FastifyReply,
  result: Awaited<ReturnType<Video["patch"]>>,
  iceServers: readonly IceServer[],
): FastifyReply {
  if (result.status === 204) return reply.code(204).send();
  if (iceServers.length > 0) void reply.header("Link", linkHeader(iceServers));
  return reply.code(200).headers({ ETag: result.etag }).type(FRAGMENT).send(result.fragment);
}

/** The page's place for the picture, CSS pixels; not said, or no such number: undefined. */
function pictureSizeIn(request: FastifyRequest) {
  const { width, height } = request.query as { width?: unknown; height?: unknown };
  const pixels = (said: unknown) => (typeof said === "string" && /^\d{1,5}$/.test(said) ? Number(said) : undefined);
  return { pictureWidth: pixels(width), pictureHeight: pixels(height) };
}

export function whepRoutes({ guard, floor, video, iceServers }: WhepParts): FastifyPluginAsync {
  async function seatOf(request: FastifyRequest) {
    const who = await guard.player(request);
    mustBeAllowedToPlay(who);
    const { playerId } = who;
    const { id } = request.params as { id: string };
    const machineId = /^\d{1,9}$/.test(id) ? Number(id) : 0;
    const seat = await floor.seatOf(playerId, machineId);
    if (!seat) throw new AppError(ErrorCode.NotPermitted);
    // `videoUrl` contains the epoch of its connection: once another connection has the seat, it shows no picture.
    const { seat: epoch } = request.query as { seat?: unknown };
    if (epoch !== undefined && epoch !== String(seat.epoch)) throw new AppError(ErrorCode.SeatTakenOver);
    return { ...seat, playerId, machineId };
  }
  /** The viewer that the address names, and the caller: its player may end it also after the seat has ended. */
  async function resourceOf(request: FastifyRequest) {
    const { playerId } = await guard.player(request);
    const { id, resource } = request.params as { id: string; resource: string };
    return { resource, playerId, machineId: Number(id) };
  }

  /** @throws AppError as `video.create` does: an offer that can't be accepted is the client's fault, and logged as info */
  async function show(request: FastifyRequest, viewer: Parameters<Video["create"]>[0]) {
    try {
      return await video.create(viewer);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        const { playerId, machineId } = viewer;
        request.log.info({ playerId, machineId, code: error.code }, "an offer of video was refused");
      }
      throw error;
    }
  }

  return async (app) => {
    declareRoutes(app, { counts: "caller" });
    acceptSdp(app);
    const base = `${API_BASE}/machine/:id/whep`;
    app.options(base, async (_, reply) => reply.header("Accept-Post", SDP).code(204).send());
    app.options(`${base}/:resource`, async (_, reply) => reply.header("Accept-Patch", FRAGMENT).code(204).send());
    app.post(base, async (request, reply) => {
      const { playerId, machineId, sessionId, epoch } = await seatOf(request);
      const offer = bodyOf(request, SDP);
      const created = await show(request, {
        machineId,
        sessionId,
        playerId,
        epoch,
        offer,
        isLocal: isInHouseNetwork(request),
        ...pictureSizeIn(request),
      });
      return answerOffer(reply, `${API_BASE}/machine/${machineId}/whep/${created.id}`, created, iceServers(playerId));
    });
    app.patch(`${base}/:resource`, async (request, reply) => {
      const { resource, ...caller } = await resourceOf(request);
      const fragment = bodyOf(request, FRAGMENT);
      return answerPatch(
        reply,
        await video.patch(resource, { ...caller, ifMatch: request.headers["if-match"], fragment }),
        iceServers(caller.playerId),
      );
    });
    app.delete(`${base}/:resource`, async (request, reply) => {
      const { resource, ...caller } = await resourceOf(request);
      await video.remove(resource, caller);
      return reply.code(200).send();
    });
  };
}
