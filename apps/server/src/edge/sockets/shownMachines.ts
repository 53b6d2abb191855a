/**
 * Which statuses each notification socket gets: of what it has named, or of all machines; of one that is hidden from all but
 * one player, that player's sockets alone.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ShowRequest, ShownMachines } from "@reelcast/contract";
import type { FloorService } from "../../floor/index.ts";
import { TokenBucket } from "../../rateLimiter.ts";
import type { Rate } from "../../rateLimiter.ts";
import type { Fanout, StatusChange } from "./fanout.ts";
import type { Channel } from "./rpc.ts";

/** Machines whose statuses one socket may have answered: a house of 10,000 twice, and then so many a minute. */
const ANSWERED: Rate = { tokens: 20_000, perMs: 60_000, refill: "evenly" };
/** What a change costs, however little is new in it. */
const CHANGE_COSTS = 50;

const isNamed = (request: ShowRequest): request is ShownMachines => "brands" in request;

type State = Omit<StatusChange, "brand">;
interface Shown {
  /** null: nothing, so all are sent. */
  named: { brands: ReadonlySet<number>; machines: ReadonlySet<number> } | null;
  bucket: TokenBucket;
}

/** What is asked of the floor. */
export type ShownFloor = Pick<
  FloorService,
  "stateOf" | "brandOf" | "machinesOf" | "shownOnlyTo" | "whoSees" | "isCurrent"
>;

export class ShownByChannel {
  readonly #fanout: Fanout;
  readonly #floor: ShownFloor;
  readonly #channelsOf: (playerId: number) => Iterable<Channel>;
  /** Changes that wait until it is known who may see them. */
  #waiting: Set<number> | null = null;
  readonly #shown = new WeakMap<Channel, Shown>();
  readonly #now: () => number;
  /** @param channelsOf the open channels of a player */
  constructor(
    fanout: Fanout,
    floor: ShownFloor,
    channelsOf: (playerId: number) => Iterable<Channel>,
    now: () => number = () => performance.now(),
  ) {
    this.#fanout = fanout;
    this.#floor = floor;
    this.#channelsOf = channelsOf;
    this.#now = now;
  }

  /**
   * From now on the channel gets the statuses of these machines alone; without names, of all. Resolves with those of the
   * machines that it had not named before: a change of them is either in the answer, or sent after it.
   * @throws AppError NotFound for a brand that does not exist, TooManyRequests
   */
  async show(channel: Channel, request: ShowRequest): Promise<{ statuses: State[] }> {
    const next = isNamed(request) ? request : null;
    const ofBrands = await this.#floor.machinesOf(next?.brands);
    const sees = await this.#floor.whoSees();
    if (!channel.open) return { statuses: [] };
    const before = this.#shown.get(channel);
    const ids = new Set<number>();
    for (const id of [...ofBrands, ...(next?.machines ?? [])]) {
      const brand = this.#floor.brandOf(id);
      if (!sees(channel.who.playerId, id)) continue;
      if (brand !== undefined && !before?.named?.brands.has(brand) && !before?.named?.machines.has(id)) ids.add(id);
    }
    const bucket = before?.bucket ?? new TokenBucket(ANSWERED, this.#now);
    const waitMs = bucket.take(Math.min(ids.size + CHANGE_COSTS, ANSWERED.tokens));
    if (waitMs > 0) throw new AppError(ErrorCode.TooManyRequests, { seconds: Math.ceil(waitMs / 1000) });
    const named = next && { brands: new Set(next.brands), machines: new Set(next.machines) };
    this.#shown.set(channel, { named, bucket });
    this.#fanout.show(channel, next);
    return { statuses: [...ids].map((id) => this.#floor.stateOf(id)) };
  }

  /** The machine's status has changed. */
  announce({ id, status }: Pick<State, "id" | "status">): void {
    // A reservation may be among what has changed.
    if (!this.#floor.isCurrent() || this.#waiting) return this.#announceRead(id);
    this.#send({ ...this.#floor.stateOf(id), status });
  }
  #announceRead(id: number): void {
    if (this.#waiting) return void this.#waiting.add(id);
    const waiting = new Set([id]);
    this.#waiting = waiting;
    const send = () => {
      this.#waiting = null;
      for (const one of waiting) this.#send(this.#floor.stateOf(one));
    };
    // Without an answer of the database, what was read last holds.
    void this.#floor.machinesOf([]).then(send, send);
  }
  #send(state: State): void {
    const { id } = state;
    const brand = this.#floor.brandOf(id);
    const owner = this.#floor.shownOnlyTo(id);
    if (owner !== null) return this.#fanout.status({ ...state, brand }, this.#channelsOf(owner));
    this.#fanout.status({ ...state, brand });
    // A new machine: those who show its brand get it once the brand is known.
    if (brand === undefined && this.#fanout.isDivided) void this.#announceNew(id);
  }
  async #announceNew(id: number): Promise<void> {
    await this.#floor.machinesOf([]).catch(() => {});
    const brand = this.#floor.brandOf(id);
    if (brand !== undefined) this.#fanout.status({ ...this.#floor.stateOf(id), brand });
  }
}
