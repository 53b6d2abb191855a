/**
 * Cameras of real machines: forwards the seated player's WHEP requests to the camera's WHEP server
 * (draft-ietf-wish-whep, on RFC 9725). The player learns only the media path, not that server's address. Answers are
 * bounded in size and time. No session is left there: one whose answer comes too late is deleted, too, and a deletion that
 * fails is repeated.
 */
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { CameraFault } from "./cameraFaults.ts";

const SDP = "application/sdp";
const FRAGMENT = "application/trickle-ice-sdpfrag";
const WITHIN_MS = 5_000;
/** So long a late answer is awaited, to delete its session. */
const LATE_WITHIN_MS = 60_000;
/** Pauses between deletions that fail. */
const DELETE_AGAIN_MS = [1_000, 5_000, 20_000];
const MAX_BYTES = 64 * 1024;
const MAX_REDIRECTS = 3;

export interface OutsideSession {
  machineId: number;
  /** The resource at the outside server; null if it gave none. */
  resource: string | null;
  etag: string | null;
}
export type PatchResult = { status: 204 } | { status: 200; etag: string; fragment: string };

export interface OutsideRequest {
  url: string;
  offer: string;
  /** Asked when the answer is there. */
  isWanted: () => boolean;
}
export type OutsideAnswer = OutsideSession & { answer: string; link: string | null };

export interface CameraForwarder {
  /**
   * @throws AppError NoCommonVideoFormat no codec in common, VideoStartFailed the outside server does not serve it, Conflict not wanted
   * any more: its session there is deleted
   */
  create(of: { machineId: number }, request: OutsideRequest): Promise<OutsideAnswer>;
  /**
   * Passes on the outside server's own ETags.
   * @throws AppError PreconditionFailed changed, VideoNotRenewable not that way, NotFound gone, VideoStartFailed
   */
  patch(at: OutsideSession, fragment: string, restart: boolean): Promise<PatchResult>;
  /** Never rejects: an outside session that can't be deleted, although it was tried repeatedly, times out. */
  remove(at: OutsideSession): Promise<void>;
  /** No deletion is repeated any more. Resolves once answers and deletions under way have ended, at most after 5 s. */
  stop(): Promise<void>;
}
export interface CameraForwarderOptions {
  fetcher?: typeof fetch;
  /** A request to a machine's camera failed, by its address. */
  onFault?: (machineId: number, url: string, fault: CameraFault) => void;
  /** @throws when `signal` aborts */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** For an answer; default 5 s. */
  withinMs?: number;
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
    if (text.length > MAX_BYTES) throw new Error(`its answer is longer than ${MAX_BYTES} bytes`);
  }
  return text;
}
const ignore = (response: Response) => response.body?.cancel().catch(() => {});
const failed = (cause: unknown) => new AppError(ErrorCode.VideoStartFailed, {}, { cause });

/**
 * An address that the camera names, with the credentials of the camera's address. Only one at the camera's own server: a camera can't
 * make this server send requests elsewhere.
 * @param base that it may be relative to
 * @throws Error it is elsewhere, or none
 */
function namedAddress(location: string, base: string, camera: string): string {
  if (!URL.canParse(location, base)) throw new Error("it names an address that can't be read");
  const named = new URL(location, base);
  const { username, password, origin } = new URL(camera);
  if (!/^https?:$/.test(named.protocol) || named.origin !== origin)
    throw new Error("it names an address at another server");
  return Object.assign(named, { username, password }).href;
}

class Forwarder implements CameraForwarder {
  readonly #fetcher: typeof fetch;
  readonly #onFault: NonNullable<CameraForwarderOptions["onFault"]>;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #withinMs: number;
  readonly #stopped = new AbortController();
  /** Requests that may leave a session behind. */
  readonly #underWay = new Set<Promise<unknown>>();

  constructor({ fetcher = fetch, onFault = () => {}, wait, withinMs = WITHIN_MS }: CameraForwarderOptions) {
    this.#fetcher = fetcher;
    this.#onFault = onFault;
    this.#withinMs = withinMs;
    this.#wait = wait ?? ((ms, signal) => pause(ms, undefined, { signal, ref: false }));
  }

  async #send(
    text: string,
    init: { method: string; headers: Record<string, string>; body?: string },
    withinMs = this.#withinMs,
  ): Promise<Response> {
    const { url, headers } = addressOf(text);
    return this.#fetcher(url, {
      ...init,
      headers: { ...headers, ...init.headers },
      redirect: init.method === "POST" ? "manual" : "error",
      signal: AbortSignal.timeout(withinMs),
    });
  }
  #track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    );
    this.#underWay.add(settled);
    void settled.then(() => this.#underWay.delete(settled));
    return work;
  }
  #fault(machineId: number, url: string, fault: CameraFault): AppError {
    this.#onFault(machineId, url, fault);
    return failed("error" in fault ? fault.error : new Error(`HTTP status ${fault.status}`));
  }

  async create({ machineId }: { machineId: number }, request: OutsideRequest): Promise<OutsideAnswer> {
    let isLate = false;
    const isWanted = () => !isLate && request.isWanted();
    const asked = this.#track(this.#ask(machineId, { ...request, isWanted }));
    const over = new AbortController();
    try {
      const late = pause(this.#withinMs, null, { signal: over.signal, ref: false });
      const created = await Promise.race([asked, late]);
      if (created) return created;
    } finally {
      over.abort();
    }
    isLate = true;
    throw this.#fault(machineId, request.url, { error: new Error("no answer in time") });
  }
  /** Deletes the session that it was given where it is of no use, whenever the answer comes. */
  async #ask(machineId: number, { url, offer, isWanted }: OutsideRequest): Promise<OutsideAnswer> {
    const response = await this.#post(machineId, url, offer);
    const { status, headers } = response;
    if (status !== 201) {
      await ignore(response);
      const fault = this.#fault(machineId, url, { status });
      throw [406, 415, 422].includes(status) ? new AppError(ErrorCode.NoCommonVideoFormat) : fault;
    }
    const session = { machineId, resource: await this.#resource(machineId, url, response), etag: headers.get("etag") };
    try {
      const answer = await textOf(response);
      if (isWanted()) return { ...session, answer, link: headers.get("link") };
    } catch (error) {
      void this.remove(session);
      throw this.#fault(machineId, url, { error });
    }
    void this.remove(session);
    throw new AppError(ErrorCode.Conflict);
  }
  /** Null: the answer names none. */
  async #resource(machineId: number, url: string, response: Response): Promise<string | null> {
    const location = response.headers.get("location");
    if (location === null) return null;
    try {
      return namedAddress(location, response.url || url, url);
    } catch (error) {
      await ignore(response);
      throw this.#fault(machineId, url, { error });
    }
  }
  async #post(machineId: number, url: string, offer: string): Promise<Response> {
    const init = { method: "POST", headers: { "content-type": SDP, accept: SDP }, body: offer };
    try {
      let at = url;
      for (let redirects = 0; ; redirects += 1) {
        const response = await this.#send(at, init, LATE_WITHIN_MS);
        const location = response.headers.get("location");
        if (![307, 308].includes(response.status) || location === null || redirects === MAX_REDIRECTS) return response;
        await ignore(response);
        at = namedAddress(location, at, url);
      }
    } catch (error) {
      throw this.#fault(machineId, url, { error });
    }
  }

  async patch({ machineId, resource, etag }: OutsideSession, fragment: string, restart: boolean): Promise<PatchResult> {
    if (resource === null) throw new AppError(ErrorCode.VideoNotRenewable);
    const match = restart ? "*" : etag;
    const headers = { "content-type": FRAGMENT, ...(match === null ? {} : { "if-match": match }) };
    try {
      const response = await this.#send(resource, { method: "PATCH", headers, body: fragment });
      if (response.status === 200)
        return { status: 200, etag: response.headers.get("etag") ?? '""', fragment: await textOf(response) };
      await ignore(response);
      if (response.status === 204) return { status: 204 };
      if ([412, 428].includes(response.status)) throw new AppError(ErrorCode.PreconditionFailed);
      if ([404, 410].includes(response.status)) throw new AppError(ErrorCode.NotFound);
      if ([400, 405, 415, 422, 501].includes(response.status)) throw new AppError(ErrorCode.VideoNotRenewable);
      throw this.#fault(machineId, resource, { status: response.status });
    } catch (error) {
      throw error instanceof AppError ? error : this.#fault(machineId, resource, { error });
    }
  }

  remove({ machineId, resource }: OutsideSession): Promise<void> {
    return resource === null ? Promise.resolve() : this.#track(this.#remove(machineId, resource));
  }
  async #remove(machineId: number, resource: string): Promise<void> {
    for (const again of [...DELETE_AGAIN_MS, null]) {
      const fault = await this.#delete(resource);
      if (fault === null) return;
      this.#onFault(machineId, resource, fault);
      if (again === null) return;
      try {
        await this.#wait(again, this.#stopped.signal);
      } catch {
        return;
      }
    }
  }
  /** Null: it is gone. */
  async #delete(resource: string): Promise<CameraFault | null> {
    try {
      const response = await this.#send(resource, { method: "DELETE", headers: {} });
      await ignore(response);
      const { ok, status } = response;
      // A server without this method ends its sessions by itself.
      return ok || [404, 405, 410, 501].includes(status) ? null : { status };
    } catch (error) {
      return { error };
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    const over = new AbortController();
    const limit = pause(WITHIN_MS, undefined, { signal: over.signal, ref: false }).catch(() => {});
    await Promise.race([this.#settle(), limit]);
    over.abort();
  }
  /** A late answer is followed by a deletion. */
  async #settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

export function createCameraForwarder(options: CameraForwarderOptions = {}): CameraForwarder {
  return new Forwarder(options);
}
