/**
 * Sends the same notifications to many sockets: those of one time window are one JSON-RPC batch, which is serialised once for
 * all sockets. A slow reader is skipped; once it has caught up, it gets only the newest notification of each key. So no
 * queue grows without limit.
 *
 * Sockets that have named brands get the statuses of those alone: all that have named the same ones are one audience with one
 * batch. Statuses of single machines that a socket has named are added to its own notifications.
 */
import { SOCKET } from "@reelcast/contract";
import type { MachineStatus, ShownMachines } from "@reelcast/contract";
import { notification } from "./messages.ts";
import type { Channel } from "./rpc.ts";

/** Above it a socket gets no more shared frames until it has read what it has. */
const LAGGING_BYTES = 64 * 1024;

/** A channel, as far as it is sent to. */
export type Reader = Pick<Channel, "backlog" | "sendFrame">;

/** The newest text of each key, in the order of the changes. */
type Texts = Map<string, string>;

/** All sockets that show the same brands. */
interface Audience {
  name: string;
  /** Null: all machines, and whatever is for all. */
  brands: ReadonlySet<number> | null;
  members: Set<Member>;
  /** Of this window. */
  texts: Texts;
}
interface Member {
  channel: Reader;
  audience: Audience;
  /** Single machines, in addition to its brands. */
  machines: readonly number[];
  /** Its own notifications of this window, in order. */
  own: string[] | null;
  /** Statuses of this window that its audience does not get. */
  single: Texts | null;
  /** What it missed while it lagged. */
  missed: Texts | null;
  /** The last window in which it got what there was. */
  window: number;
}

export interface StatusChange {
  id: number;
  status: MachineStatus;
  version: number;
  /** undefined: not known. */
  brand: number | undefined;
}

export interface Fanout {
  join(channel: Reader): void;
  leave(channel: Reader): void;
  /** From now on. What was changed before and is not sent yet is still sent. @param shown null: all machines */
  show(channel: Reader, shown: ShownMachines | null): void;
  /** To all: of each key only the newest notification of a window is sent. */
  toAll(key: string, method: string, params: object): void;
  /** To the sockets that show the machine. @param only no others may know of it; undefined: all may */
  status(change: StatusChange, only?: Iterable<Reader>): void;
  /** To one socket, in the same batch. */
  toOne(channel: Reader, method: string, params: object): void;
  readonly size: number;
  /** Some sockets have named what they show. */
  readonly isDivided: boolean;
  /** Entries that are kept of what sockets show, for the test of their number. @internal */
  readonly kept: number;
  close(): void;
}

const EMPTY: Texts = new Map();
const frameOf = (parts: readonly string[]) => (parts.length === 1 ? (parts[0] ?? "") : `[${parts.join(",")}]`);
/** The newest of a key goes last. */
function put(texts: Texts, key: string, text: string): void {
  texts.delete(key);
  texts.set(key, text);
}
/** A set for each number, without empty ones. */
class Index<T> {
  readonly #sets = new Map<number, Set<T>>();
  add(keys: Iterable<number>, item: T): void {
    for (const key of keys) this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(item));
  }
  remove(keys: Iterable<number>, item: T): void {
    for (const key of keys) {
      const set = this.#sets.get(key);
      if (set?.delete(item) && set.size === 0) this.#sets.delete(key);
    }
  }
  of(key: number): Iterable<T> {
    return this.#sets.get(key) ?? [];
  }
  get size(): number {
    return this.#sets.size;
  }
}

class WindowedFanout implements Fanout {
  readonly #windowMs: number;
  readonly #members = new Map<Reader, Member>();
  readonly #everything: Audience = { name: "", brands: null, members: new Set(), texts: new Map() };
  /** By the brands that they show. */
  readonly #audiences = new Map<string, Audience>();
  readonly #byBrand = new Index<Audience>();
  readonly #byMachine = new Index<Member>();
  /** Those with something in this window. */
  readonly #waiting = { audiences: new Set<Audience>(), members: new Set<Member>() };
  readonly #lagging = new Set<Member>();
  #window = 0;
  #timer: NodeJS.Timeout | undefined;
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get size(): number {
    return this.#members.size;
  }
  get isDivided(): boolean {
    return this.#everything.members.size < this.#members.size;
  }
  get kept(): number {
    const { audiences, members } = this.#waiting;
    return this.#audiences.size + this.#byBrand.size + this.#byMachine.size + audiences.size + members.size;
  }
  join(channel: Reader): void {
    this.leave(channel);
    const audience = this.#everything;
    const member = { channel, audience, machines: [], own: null, single: null, missed: null, window: 0 };
    this.#members.set(channel, member);
    audience.members.add(member);
  }
  leave(channel: Reader): void {
    const member = this.#members.get(channel);
    if (!member) return;
    this.#members.delete(channel);
    this.#lagging.delete(member);
    this.#waiting.members.delete(member);
    this.#byMachine.remove(member.machines, member);
    this.#leaveAudience(member);
  }
  show(channel: Reader, shown: ShownMachines | null): void {
    const member = this.#members.get(channel);
    if (!member) return;
    // Its new audience has no part in what its former one waits for.
    for (const [key, text] of member.audience.texts) this.#putSingle(member, key, text);
    this.#leaveAudience(member);
    this.#byMachine.remove(member.machines, member);
    member.machines = [...new Set(shown?.machines)];
    this.#byMachine.add(member.machines, member);
    member.audience = shown ? this.#audienceOf(shown.brands) : this.#everything;
    member.audience.members.add(member);
  }
  toAll(key: string, method: string, params: object): void {
    const text = notification(method, params);
    for (const audience of [this.#everything, ...this.#audiences.values()]) this.#putShared(audience, key, text);
  }
  status(change: StatusChange, only?: Iterable<Reader>): void {
    if (only) return this.#statusOnly(change, only);
    const { id, status, version, brand } = change;
    const key = `machine ${id}`;
    this.#putShared(this.#everything, key, notification("machine", { id, status }));
    if (!this.isDivided) return;
    const text = notification("machine", { id, status, version });
    if (brand !== undefined) for (const audience of this.#byBrand.of(brand)) this.#putShared(audience, key, text);
    for (const member of this.#byMachine.of(id))
      if (brand === undefined || member.audience.brands?.has(brand) !== true) this.#putSingle(member, key, text);
  }
  #statusOnly({ id, status, version, brand }: StatusChange, only: Iterable<Reader>): void {
    for (const reader of only) {
      const member = this.#members.get(reader);
      if (!member) continue;
      const { brands } = member.audience;
      const isNamed = member.machines.includes(id) || (brand !== undefined && brands?.has(brand) === true);
      const params = brands === null ? { id, status } : { id, status, version };
      if (brands === null || isNamed) this.#putSingle(member, `machine ${id}`, notification("machine", params));
    }
  }
  toOne(channel: Reader, method: string, params: object): void {
    const member = this.#members.get(channel);
    if (!member) return;
    (member.own ??= []).push(notification(method, params));
    this.#waiting.members.add(member);
    this.#schedule();
  }
  close(): void {
    clearTimeout(this.#timer);
    this.#members.clear();
  }

  // ——— audiences ———

  #audienceOf(brands: readonly number[]): Audience {
    const sorted = [...new Set(brands)].toSorted((one, other) => one - other);
    const name = sorted.join(",");
    const known = this.#audiences.get(name);
    if (known) return known;
    const audience = { name, brands: new Set(sorted), members: new Set<Member>(), texts: new Map<string, string>() };
    this.#audiences.set(name, audience);
    this.#byBrand.add(sorted, audience);
    return audience;
  }
  #leaveAudience(member: Member): void {
    const { audience } = member;
    audience.members.delete(member);
    if (audience.members.size > 0 || audience.brands === null) return;
    this.#audiences.delete(audience.name);
    this.#byBrand.remove(audience.brands, audience);
    this.#waiting.audiences.delete(audience);
  }
  #putShared(audience: Audience, key: string, text: string): void {
    if (audience.members.size === 0) return;
    put(audience.texts, key, text);
    this.#waiting.audiences.add(audience);
    this.#schedule();
  }
  #putSingle(member: Member, key: string, text: string): void {
    put((member.single ??= new Map()), key, text);
    this.#waiting.members.add(member);
    this.#schedule();
  }

  // ——— sending ———

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#windowMs).unref();
  }
  #flush(): void {
    this.#timer = undefined;
    this.#window += 1;
    const { audiences, members } = this.#waiting;
    for (const audience of audiences) {
      const { texts } = audience;
      audience.texts = new Map();
      const common = [...texts.values()];
      const frame = Buffer.from(frameOf(common));
      for (const member of audience.members) this.#deliver(member, texts, { common, frame });
    }
    audiences.clear();
    for (const member of [...members, ...this.#lagging])
      if (member.window !== this.#window) this.#deliver(member, EMPTY, null);
    members.clear();
    if (this.#lagging.size > 0) this.#schedule();
  }
  #deliver(member: Member, texts: Texts, shared: { common: readonly string[]; frame: Buffer } | null): void {
    const { channel, own, single } = member;
    member.window = this.#window;
    member.own = null;
    member.single = null;
    const isLagging = channel.backlog > LAGGING_BYTES;
    if (isLagging || member.missed) {
      const missed = (member.missed ??= new Map());
      for (const [key, text] of single ?? EMPTY) put(missed, key, text);
      for (const [key, text] of texts) put(missed, key, text);
      // Own notifications are few and limited by the channel: they are sent even to a slow reader.
      const ready = [...(own ?? []), ...(isLagging ? [] : missed.values())];
      if (!isLagging || missed.size === 0) member.missed = null;
      if (member.missed) this.#lagging.add(member);
      else this.#lagging.delete(member);
      if (ready.length > 0) channel.sendFrame(frameOf(ready));
    } else if (own || single) {
      // Its own first: the state that it got on joining may be older than the notifications for all.
      channel.sendFrame(frameOf([...(own ?? []), ...(single?.values() ?? []), ...(shared?.common ?? [])]));
    } else if (shared) {
      channel.sendFrame(shared.frame);
    }
  }
}

export function createFanout(windowMs: number = SOCKET.batchWindowMs): Fanout {
  return new WindowedFanout(windowMs);
}
