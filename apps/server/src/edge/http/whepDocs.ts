/** WHEP in OpenAPI, of players and of staff. It has bodies and headers of its own, so it is not a call of the contract. */
import { ErrorCode, LARGE_PICTURE_FROM } from "@reelcast/contract";
import { API_BASE } from "./route.ts";

export type Json = Record<string, unknown>;

export const refused = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});
const sdp = (type: string): Json => ({ [type]: { schema: { type: "string" } } });
const inPath = (name: string, type: string): Json => ({ name, in: "path", required: true, schema: { type } });
const FRAGMENT = "application/trickle-ice-sdpfrag";

interface WhepText {
  /** Of the offer; a video has its id behind it. */
  path: string;
  tag: string;
  /** Scheme by which the caller is known. */
  security: string;
  names: { offer: string; patch: string; end: string };
  summary: string;
  parameters?: Json[];
  /** Of the offer, by status: what only these viewers are refused. */
  refusals: Json;
  /** Whose a video is. */
  owner: string;
}

/** Credentials of the moment. */
const LINK = { description: '<…>; rel="ice-server", one per address', schema: { type: "string" } };

function offer({ names, summary, parameters = [], refusals }: WhepText): Json {
  return {
    operationId: names.offer,
    summary,
    parameters: [inPath("id", "integer"), ...parameters],
    requestBody: { required: true, content: sdp("application/sdp") },
    responses: {
      201: {
        description: "SDP answer",
        headers: {
          Location: { description: "Of this video, for PATCH and DELETE", schema: { type: "string" } },
          ETag: { description: "Of the ICE session, for If-Match", schema: { type: "string" } },
          Link: LINK,
        },
        content: sdp("application/sdp"),
      },
      404: refused("No such machine"),
      406: refused("No video format in common"),
      415: refused("Not application/sdp"),
      503: refused(`The video could not be started (${ErrorCode.VideoStartFailed})`),
      default: refused("Refused"),
      ...refusals,
    },
  };
}
function patch({ names, owner }: WhepText): Json {
  return {
    operationId: names.patch,
    summary: "Trickled candidates, or an ICE restart with If-Match: *",
    parameters: [
      inPath("id", "integer"),
      inPath("resource", "string"),
      { name: "If-Match", in: "header", required: true, schema: { type: "string" } },
    ],
    requestBody: { required: true, content: sdp(FRAGMENT) },
    responses: {
      200: {
        description: "ICE restarted: the fragment of the server",
        headers: { ETag: { schema: { type: "string" } }, Link: LINK },
        content: sdp(FRAGMENT),
      },
      204: { description: "The candidates are taken" },
      404: refused(`No such video of this ${owner}`),
      412: refused("If-Match names an ICE session that is over"),
      415: refused(`Not ${FRAGMENT}`),
      422: refused("ICE can't be restarted here: begin again with POST"),
      428: refused("If-Match is missing"),
      default: refused("Refused"),
    },
  };
}
const end = ({ names, owner }: WhepText): Json => ({
  operationId: names.end,
  summary: "End the video",
  parameters: [inPath("id", "integer"), inPath("resource", "string")],
  responses: {
    200: { description: "Ended" },
    404: refused(`No such video of this ${owner}`),
    default: refused("Refused"),
  },
});

function whep(text: WhepText): Record<string, Json> {
  const known = { tags: [text.tag], security: [{ [text.security]: [] }] };
  return {
    [text.path]: { post: { ...known, ...offer(text) } },
    [`${text.path}/{resource}`]: { patch: { ...known, ...patch(text) }, delete: { ...known, ...end(text) } },
  };
}

export const PLAYER_WHEP = whep({
  path: `${API_BASE}/machine/{id}/whep`,
  tag: "video",
  security: "token",
  names: { offer: "whep", patch: "whepPatch", end: "whepDelete" },
  summary: "Live video of the machine at which the player sits (WHEP): an SDP offer, answered",
  parameters: [
    {
      name: "seat",
      in: "query",
      description: "As in `video.url` of the game socket's init: refused once another connection has the seat",
      schema: { type: "integer" },
    },
    {
      name: "width",
      in: "query",
      description: `How wide the page's place for the picture is, CSS pixels: above ${LARGE_PICTURE_FROM}, a simulated machine may come in 1280×720`,
      schema: { type: "integer" },
    },
    {
      name: "height",
      in: "query",
      description:
        "How high that place is: where it is for a phone that is held upright, a simulated machine comes in a tall picture",
      schema: { type: "integer" },
    },
  ],
  refusals: {
    403: refused("The player does not sit there"),
    409: refused(`The seat has a newer connection (${ErrorCode.SeatTakenOver}), or this video a newer one`),
  },
  owner: "player",
});

export const STAFF_WHEP = whep({
  path: `${API_BASE}/machines/{id}/whep`,
  tag: "floor",
  security: "staff",
  names: { offer: "watch", patch: "watchPatch", end: "watchEnd" },
  summary: "Live video of a machine (WHEP): an SDP offer, answered; in the audit log (needs machine.watch)",
  refusals: { 403: refused("The member may not watch") },
  owner: "session",
});
