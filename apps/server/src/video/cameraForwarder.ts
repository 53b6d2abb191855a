/**
 * Cameras of real machines: forwards the seated player's WHEP requests to the camera's WHEP server
 * (draft-ietf-wish-whep, on RFC 9725). The player learns only the media path, not that server's address. Answers are
 * bounded in size and time.
 */
import { AppError, ErrorCode } from "@reelcast/contract";

const SDP = "application/sdp";
const FRAGMENT = "application/trickle-ice-sdpfrag";
const WITHIN_MS = 5_000;
const MAX_BYTES = 64 * 1024;

export interface OutsideSession {
  /** The resource at the outside server; null if it gave none. */
  resource: string | null;
  etag: string | null;
}
export type PatchResult = { status: 204 } | { status: 200; etag: string; fragment: string };

export interface CameraForwarder {
  /** @throws AppError NoCommonVideoFormat no codec in common, VideoStartFailed the outside server does not serve it */
  create(url: string, offer: string): Promise<OutsideSession & { answer: string; link: string | null }>;
  /**
   * Passes on the outside server's own ETags.
   * @throws AppError PreconditionFailed changed, VideoNotRenewable not that way, NotFound gone, VideoStartFailed
   */
  patch(at: OutsideSession, fragment: string, restart: boolean): Promise<PatchResult>;
  /** Never rejects: an outside session that can't be deleted times out. */
  remove(at: OutsideSession): Promise<void>;
}

/** Moves credentials of the URL into a header, because `fetch` refuses URLs with credentials. */
function addressOf(text: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(text);
  if (url.username === "" && url.password === "") return { url, headers: {} };
  const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = url.password = "";
  return { url, headers: { authorization: `Basic ${Buffer.from(secret).toString("base64")}` } };
}

async function textOf(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new AppError(ErrorCode.VideoStartFailed);
  }
  return text;
}

export function createCameraForwarder(fetcher: typeof fetch = fetch): CameraForwarder {
  async function call(text: string, init: { method: string; headers: Record<string, string>; body?: string }) {
    try {
      const { url, headers } = addressOf(text);
      return await fetcher(url, {
        ...init,
        headers: { ...headers, ...init.headers },
        redirect: init.method === "POST" ? "follow" : "error",
        signal: AbortSignal.timeout(WITHIN_MS),
      });
    } catch (error) {
      throw new AppError(ErrorCode.VideoStartFailed, {}, { cause: error });
    }
  }
  const ignore = (response: Response) => response.body?.cancel().catch(() => {});

  return {
    async create(url, offer) {
      const response = await call(url, { method: "POST", headers: { "content-type": SDP, accept: SDP }, body: offer });
      if (response.status !== 201) {
        await ignore(response);
        throw new AppError(
          [406, 415, 422].includes(response.status) ? ErrorCode.NoCommonVideoFormat : ErrorCode.VideoStartFailed,
        );
      }
      const location = response.headers.get("location");
      const resource = location === null ? null : new URL(location, response.url || url);
      if (resource) {
        // The DELETE uses the same credentials as the POST.
        const { username, password, origin } = new URL(url);
        if (resource.origin === origin) Object.assign(resource, { username, password });
      }
      const answer = await textOf(response);
      const { headers } = response;
      return { answer, resource: resource?.href ?? null, etag: headers.get("etag"), link: headers.get("link") };
    },
    async patch({ resource, etag }, fragment, restart) {
      if (resource === null) throw new AppError(ErrorCode.VideoNotRenewable);
      const match = restart ? "*" : etag;
      const response = await call(resource, {
        method: "PATCH",
        headers: { "content-type": FRAGMENT, ...(match === null ? {} : { "if-match": match }) },
        body: fragment,
      });
      if (response.status === 200) {
        return { status: 200, etag: response.headers.get("etag") ?? '""', fragment: await textOf(response) };
      }
      await ignore(response);
      if (response.status === 204) return { status: 204 };
      if ([412, 428].includes(response.status)) throw new AppError(ErrorCode.PreconditionFailed);
      if ([404, 410].includes(response.status)) throw new AppError(ErrorCode.NotFound);
      throw new AppError(
        [400, 405, 415, 422, 501].includes(response.status) ? ErrorCode.VideoNotRenewable : ErrorCode.VideoStartFailed,
      );
    },
    async remove({ resource }) {
      if (resource === null) return;
      const response = await call(resource, { method: "DELETE", headers: {} }).catch(() => null);
      if (response) await ignore(response);
    },
  };
}
