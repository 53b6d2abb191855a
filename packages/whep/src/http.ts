/**
 * The HTTP half of WHEP (draft-ietf-wish-whep, on RFC 9725): POST, PATCH and DELETE, each answered as a value. It maps
 * statuses to failures. It is independent of peer connections and never retries.
 */
import { iceServersOf, retryAfterMs } from "./link.ts";
import type { WhepFailure } from "./types.ts";

const SDP = "application/sdp";
const FRAGMENT = "application/trickle-ice-sdpfrag";
const DETAIL_LENGTH = 2_000;
const REQUEST_TIMEOUT_MS = 10_000;

export interface Answered {
  answer: string;
  /** The URL of the session's resource; null if the server gave none. */
  resource: string | null;
  etag: string | null;
  iceServers: RTCIceServer[];
}
export type PatchAnswer =
  | { kind: "accepted"; etag: string | null }
  | { kind: "restarted"; fragment: string; etag: string | null; iceServers: RTCIceServer[] }
  /** The server does neither trickle ICE nor ICE restarts, or not this one of them. */
  | { kind: "unsupported" }
  /** Another ICE generation is current (412, 428). */
  | { kind: "stale" }
  /** The session does not exist any more (404, 410). */
  | { kind: "gone" }
  | { kind: "failure"; failure: WhepFailure };

export interface Requests {
  post(offer: string): Promise<Answered | WhepFailure>;
  patch(resource: string, ifMatch: string | null, fragment: string): Promise<PatchAnswer>;
  /** Survives the page; never rejects. */
  delete(resource: string): void;
}

interface Parts {
  fetch: typeof fetch;
  endpoint: () => string;
  token: string | (() => string | Promise<string>) | undefined;
  headers: Record<string, string>;
  now: () => number;
}

export function isFailure(answer: Answered | WhepFailure): answer is WhepFailure {
  return "reason" in answer;
}

export function createRequests(parts: Parts): Requests {
  // The headers of the last request, for the DELETE when the page closes and can't wait.
  let latest: Record<string, string> = parts.headers;
  async function headers(): Promise<Record<string, string>> {
    const token = typeof parts.token === "function" ? await parts.token() : parts.token;
    latest = { ...parts.headers, ...(token !== undefined && token !== "" && { authorization: `Bearer ${token}` }) };
    return latest;
  }

  return {
    async post(offer) {
      let response: Response;
      const endpoint = parts.endpoint();
      try {
        response = await parts.fetch(endpoint, {
          method: "POST",
          headers: { ...(await headers()), "content-type": SDP, accept: SDP },
          body: offer,
          cache: "no-store",
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        if (response.status !== 201) return await failureOf(response, parts.now());
        const type = response.headers.get("content-type") ?? "";
        if (!type.toLowerCase().startsWith(SDP))
          return { reason: "protocol", retryable: false, status: 201, detail: `content type ${type}` };
        return {
          answer: await response.text(),
          resource: locationOf(response, endpoint),
          etag: response.headers.get("etag"),
          iceServers: iceServersOf(response.headers.get("link")),
        };
      } catch (error) {
        return { reason: "network", retryable: true, detail: String(error).slice(0, DETAIL_LENGTH) };
      }
    },
    async patch(resource, ifMatch, body) {
      try {
        const response = await parts.fetch(resource, {
          method: "PATCH",
          headers: { ...(await headers()), "content-type": FRAGMENT, ...(ifMatch !== null && { "if-match": ifMatch }) },
          body,
          cache: "no-store",
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        const etag = response.headers.get("etag");
        if (response.status === 204) return { kind: "accepted", etag };
        if (response.ok) {
          const text = await response.text();
          if (!text.includes("ice-ufrag")) return { kind: "accepted", etag };
          return { kind: "restarted", fragment: text, etag, iceServers: iceServersOf(response.headers.get("link")) };
        }
        if ([405, 415, 422, 501].includes(response.status)) return { kind: "unsupported" };
        if (response.status === 412 || response.status === 428) return { kind: "stale" };
        if (response.status === 404 || response.status === 410) return { kind: "gone" };
        return { kind: "failure", failure: await failureOf(response, parts.now()) };
      } catch (error) {
        return {
          kind: "failure",
          failure: { reason: "network", retryable: true, detail: String(error).slice(0, DETAIL_LENGTH) },
        };
      }
    },
    delete(resource) {
      // If it is lost, the server's session times out, so errors are ignored.
      void Promise.resolve(parts.fetch(resource, { method: "DELETE", headers: latest, keepalive: true })).catch(
        () => undefined,
      );
    },
  };
}

/** Location may be relative; it is resolved against the address that answered (after redirects). */
function locationOf(response: Response, endpoint: string): string | null {
  const location = response.headers.get("location");
  if (location === null) return null;
  try {
    return new URL(location, response.url === "" ? endpoint : response.url).href;
  } catch {
    return null;
  }
}

async function failureOf(response: Response, nowMs: number): Promise<WhepFailure> {
  const { status } = response;
  const detail = (await response.text().catch(() => "")).slice(0, DETAIL_LENGTH);
  // A date is one of the server's clock; this device's may be wrong.
  const serverMs = Date.parse(response.headers.get("date") ?? "");
  const wait = retryAfterMs(response.headers.get("retry-after"), Number.isNaN(serverMs) ? nowMs : serverMs);
  return { ...meaningOf(status), status, detail, ...(wait !== undefined && { retryAfterMs: wait }) };
}

function meaningOf(status: number): Pick<WhepFailure, "reason" | "retryable"> {
  if (status === 401) return { reason: "unauthorized", retryable: false };
  if (status === 403) return { reason: "forbidden", retryable: false };
  if (status === 404 || status === 410) return { reason: "notFound", retryable: false };
  if (status === 406) return { reason: "noCodec", retryable: false };
  if (status === 409) return { reason: "conflict", retryable: true };
  if (status === 429) return { reason: "busy", retryable: true };
  if (status >= 500 && status !== 501) return { reason: "unavailable", retryable: true };
  return { reason: "protocol", retryable: false };
}
