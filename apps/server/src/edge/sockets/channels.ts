/**
 * The open channels of all sockets: at most so many for each player, closed when their token ends, checked every second
 * for what is overdue.
 */
import { AppError, CLOSE, ErrorCode } from "@reelcast/contract";
import type { PlayerIdentity } from "../../accounts/index.ts";
import type { Topics } from "../../bus/bus.ts";
import type { Channel, RpcChannel, SocketShape, TokenCheck } from "./rpc.ts";

/** Several tabs and devices of one player, each with up to three sockets. */
export const MAX_SOCKETS_PER_PLAYER = 24;
const SWEEP_EVERY_MS = 1_000;

type Ending = Topics["player.ended"];
const isEnded = ({ playerId, tokenIds, except }: Ending, who: PlayerIdentity) =>
  who.playerId === playerId && who.tokenId !== except && (tokenIds === null || tokenIds.includes(who.tokenId));

export class OpenChannels {
  readonly #all = new Set<Pick<RpcChannel<SocketShape>, "sweep" | "close">>();
  /** Those whose token is known to be valid. */
  readonly #byPlayer = new Map<number, Set<Channel>>();
  /** When all are to be closed; null: they stay open. */
  #drainedAt: number | null = null;
  readonly #closing = new Map<object, NodeJS.Timeout>();
  /** Ends what follows the player in other processes. */
  readonly #followed = new Map<number, () => void>();
  readonly #follow: (playerId: number) => () => void;
  /** For each check of a token that is under way: what has ended since it began. */
  readonly #checks = new Set<Ending[]>();
  readonly #timer = setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();

  /** @param follow wants the messages of other processes about a player, until the returned function is called */
  constructor(follow: (playerId: number) => () => void = () => () => {}) {
    this.#follow = follow;
  }

  add(channel: Pick<RpcChannel<SocketShape>, "sweep" | "close">): void {
    this.#all.add(channel);
    this.#closeLater(channel);
  }
  remove(channel: Pick<RpcChannel<SocketShape>, "sweep" | "close">): void {
    this.#all.delete(channel);
    clearTimeout(this.#closing.get(channel));
    this.#closing.delete(channel);
  }
  /** To be called once the channel's token is known to be valid. Closes the channel if its player has too many. */
  join(channel: Channel): void {
    const { playerId } = channel.who;
    const own = this.#byPlayer.get(playerId) ?? new Set();
    this.#byPlayer.set(playerId, own.add(channel));
    if (!this.#followed.has(playerId)) this.#followed.set(playerId, this.#follow(playerId));
    if (own.size > MAX_SOCKETS_PER_PLAYER) channel.close(CLOSE.flood, "too many connections");
  }
  leave(channel: Channel): void {
    const { playerId } = channel.who;
    const own = this.#byPlayer.get(playerId);
    own?.delete(channel);
    if (own?.size !== 0) return;
    this.#byPlayer.delete(playerId);
    this.#followed.get(playerId)?.();
    this.#followed.delete(playerId);
  }
  /** The players of all tokens with which a channel is open. */
  logins(): Map<string, number> {
    const channels = [...this.#byPlayer.values()].flatMap((own) => [...own]);
    return new Map(channels.map(({ who }) => [who.tokenId, who.playerId]));
  }
  /** Closes the channels whose tokens have ended. */
  end(ending: Ending): void {
    for (const endings of this.#checks) endings.push(ending);
    for (const channel of this.#byPlayer.get(ending.playerId) ?? [])
      if (isEnded(ending, channel.who)) channel.close(CLOSE.tokenInvalid, ending.reason);
  }
  /** A check that also fails if the token ends while it is checked: the database may have been read just before. */
  whileItHolds(check: () => Promise<PlayerIdentity>): TokenCheck {
    return async (use) => {
      const endings: Ending[] = [];
      this.#checks.add(endings);
      try {
        const who = await check();
        if (endings.some((ending) => isEnded(ending, who)))
          throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
        use(who);
      } finally {
        this.#checks.delete(endings);
      }
    };
  }
  /** Closes all channels, each at a moment of its own within that time; also those that open meanwhile. */
  drain(withinMs: number): void {
    this.#drainedAt = performance.now() + withinMs;
    for (const channel of this.#all) this.#closeLater(channel);
  }
  /** Those that are not closed yet stay. */
  undoDrain(): void {
    this.#drainedAt = null;
    for (const timer of this.#closing.values()) clearTimeout(timer);
    this.#closing.clear();
  }
  #closeLater(channel: Pick<RpcChannel<SocketShape>, "close">): void {
    if (this.#drainedAt === null || this.#closing.has(channel)) return;
    const left = Math.max(0, this.#drainedAt - performance.now());
    const close = () => channel.close(CLOSE.restart, "the server restarts");
    this.#closing.set(channel, setTimeout(close, Math.random() * left).unref());
  }
  closeAll(code: number, reason: string): void {
    clearInterval(this.#timer);
    this.undoDrain();
    for (const channel of this.#all) channel.close(code, reason);
  }

  #sweep(): void {
    for (const channel of this.#all) channel.sweep();
  }
}
