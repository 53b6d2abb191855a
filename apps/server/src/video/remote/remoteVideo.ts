/**
 * Live video as an edge has it: each machine's picture is made by one media node. The id of a viewer's resource names its
 * node, so that any edge finds it. When a node is gone or drains, its viewers are notified to join again, at another one.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ReelsView } from "@reelcast/machine/screen";
import type { Bus } from "../../bus/bus.ts";
import { BusAway } from "../../bus/errors.ts";
import type { PatchResult } from "../cameraForwarder.ts";
import type { LivingStill, WantedStill } from "../stills.ts";
import type { Requester, Video } from "../types.ts";
import { nodesFor } from "./choose.ts";
import { ALIVE, ALL_EDGES, LOST, MEDIA } from "./messages.ts";

const CREATE_WITHIN_MS = 10_000;
const PATCH_WITHIN_MS = 10_000;
const STILLS_WITHIN_MS = 700;
const DRAW_WITHIN_MS = 2_000;
/** Sessions whose node is remembered, the newest; ends of sessions are not known here. */
const KEPT_SHOWN = 20_000;
const LOOK_EVERY_MS = 500;
const PING_WITHIN_MS = 1_000;
/** A node that says nothing for so long is gone. If it is only slow, its viewers have another picture before they leave it. */
const SILENT_MS = 2_000;

type Created = Awaited<ReturnType<Video["create"]>>;
interface KnownNode {
  seenAt: number;
  /** It takes no new viewers. */
  ends: boolean;
}

export interface RemoteVideoOptions {
  bus: Bus;
  /** The seat of this session, if its connection is here, has no picture any more: its client must ask for a new one. */
  onLost: (sessionId: string) => void;
}

class RemoteVideo implements Video {
  readonly #bus: Bus;
  readonly #onLost: RemoteVideoOptions["onLost"];
  readonly #nodes = new Map<string, KnownNode>();
  /** The node of each session's picture, whichever edge asked for it. */
  readonly #shown = new Map<string, string>();
  #ends: (() => void)[] = [];
  constructor({ bus, onLost }: RemoteVideoOptions) {
    this.#bus = bus;
    this.#onLost = onLost;
  }

  async start(): Promise<void> {
    const look = setInterval(() => this.#look(), LOOK_EVERY_MS);
    look.unref();
    this.#ends = [
      this.#bus.listen(ALIVE, "*", ({ ends, shown = [] }, node) => {
        if (!this.#nodes.has(node)) this.#readSessions(node);
        this.#nodes.set(node, { seenAt: performance.now(), ends });
        for (const sessionId of shown) this.#note(sessionId, node);
      }),
      this.#bus.listen(LOST, ALL_EDGES, ({ seats }) => seats.forEach(({ sessionId }) => this.#onLost(sessionId))),
      () => clearInterval(look),
    ];
  }
  async stop(): Promise<void> {
    for (const end of this.#ends) end();
  }
  pid(): null {
    return null;
  }
  viewers(): number {
    return this.#shown.size;
  }
  stats(): ReturnType<Video["stats"]> {
    return { viewers: this.#shown.size, machines: 0, restarts: 0, frames: 0 };
  }

  async create(request: Parameters<Video["create"]>[0]): Promise<Created> {
    for (const node of nodesFor(request.machineId, this.#open())) {
      try {
        const created = await this.#bus.request(MEDIA, node, "create", request, { withinMs: CREATE_WITHIN_MS });
        this.#note(request.sessionId, node);
        return { ...created, id: `${node}.${created.id}` };
      } catch (error) {
        if (!(error instanceof BusAway)) throw error;
        this.#gone(node);
      }
    }
    throw new AppError(ErrorCode.VideoStartFailed);
  }
  async patch(
    id: string,
    { ifMatch, ...request }: Requester & { ifMatch: string | undefined; fragment: string },
  ): Promise<PatchResult> {
    const [node, resource] = placeOf(id);
    const params = { ...request, resource, ifMatch: ifMatch ?? null };
    return this.#asked(node, () => this.#bus.request(MEDIA, node, "patch", params, { withinMs: PATCH_WITHIN_MS }));
  }
  async remove(id: string, requester: Requester): Promise<void> {
    const [node, resource] = placeOf(id);
    const params = { ...requester, resource };
    await this.#asked(node, () => this.#bus.request(MEDIA, node, "remove", params, { withinMs: PATCH_WITHIN_MS }));
  }
  async isViewed(id: string, requester: Requester): Promise<boolean> {
    const [node, resource] = placeOf(id);
    try {
      return (await this.#bus.request(MEDIA, node, "viewed", { ...requester, resource }, { withinMs: PING_WITHIN_MS }))
        .isViewed;
    } catch (error) {
      // Without an answer, or of an older version, it is not known: only a node that is gone has no viewers.
      return !(error instanceof BusAway) || !this.#bus.isUp;
    }
  }
  async stills(wanted: readonly WantedStill[]): Promise<LivingStill[]> {
    const byNode = new Map<string, WantedStill[]>();
    for (const still of wanted) {
      const [node] = nodesFor(still.id, this.#open());
      if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), still]);
    }
    const answers = await Promise.all(
      [...byNode].map(([node, own]) =>
        this.#bus.request(MEDIA, node, "stills", { wanted: own }, { withinMs: STILLS_WITHIN_MS }).then(
          ({ stills }) => stills,
          // They are optional, and asked for again soon.
          () => [],
        ),
      ),
    );
    return answers.flat();
  }
  async drawReels(view: ReelsView): Promise<string | null> {
    const [node] = this.#open();
    if (node === undefined) return null;
    return this.#bus.request(MEDIA, node, "drawReels", { view }, { withinMs: DRAW_WITHIN_MS }).then(
      ({ image }) => image,
      () => null,
    );
  }

  /** @throws AppError NotFound of a node that is gone: its viewers are gone too */
  async #asked<T>(node: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BusAway)) throw error;
      this.#gone(node);
      throw new AppError(ErrorCode.NotFound, {}, { cause: error });
    }
  }
  #note(sessionId: string, node: string): void {
    this.#shown.delete(sessionId);
    this.#shown.set(sessionId, node);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > KEPT_SHOWN && oldest !== undefined) this.#shown.delete(oldest);
  }
  /** What it showed before this edge began. */
  #readSessions(node: string): void {
    this.#bus.request(MEDIA, node, "sessions", {}, { withinMs: PING_WITHIN_MS }).then(
      ({ sessionIds }) => {
        for (const sessionId of sessionIds) if (!this.#shown.has(sessionId)) this.#note(sessionId, node);
      },
      // Of an older version, or gone again: an app whose picture stands still asks for another one by itself.
      () => {},
    );
  }
  /** Nodes that take viewers. */
  #open(): string[] {
    return [...this.#nodes].flatMap(([node, { ends }]) => (ends ? [] : [node]));
  }
  #look(): void {
    const now = performance.now();
    for (const [node, known] of this.#nodes) {
      // Nothing arrives.
      if (!this.#bus.isUp) known.seenAt = now;
      else if (now - known.seenAt > SILENT_MS) this.#gone(node);
    }
    for (const node of new Set(this.#shown.values())) this.#ping(node);
  }
  /** A process that was killed serves its address no longer, as soon as its connection to the bus has ended. */
  #ping(node: string): void {
    this.#bus.request(MEDIA, node, "ping", {}, { withinMs: PING_WITHIN_MS }).catch((error: unknown) => {
      if (error instanceof BusAway) this.#gone(node);
    });
  }
  #gone(node: string): void {
    if (!this.#bus.isUp) return;
    this.#nodes.delete(node);
    // Each edge finds this out, and notifies the seats that it has.
    const lost = [...this.#shown].flatMap(([sessionId, shownBy]) => (shownBy === node ? [sessionId] : []));
    for (const sessionId of lost) this.#shown.delete(sessionId);
    for (const sessionId of lost) this.#onLost(sessionId);
  }
}

/** @throws AppError NotFound */
function placeOf(id: string): [node: string, resource: string] {
  const [node = "", resource = "", ...rest] = id.split(".");
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(node) || resource === "" || rest.length > 0)
    throw new AppError(ErrorCode.NotFound);
  return [node, resource];
}

export const createRemoteVideo = (options: RemoteVideoOptions): Video => new RemoteVideo(options);
