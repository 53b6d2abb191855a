/**
 * The open sockets of the console. A socket is closed when its session ends, and when the member loses a topic that it follows:
 * at the message of it, and by a check of the database every 30 s, since a message may be lost.
 */
import { AppError, CLOSE, ErrorCode } from "@reelcast/contract";
import { TOPIC_PERMISSIONS, WALL_TOPICS } from "@reelcast/contract/console";
import type { CONSOLE_SOCKET, ConsoleTopic } from "@reelcast/contract/console";
import type { Logger } from "pino";
import type { Topics } from "../../bus/bus.ts";
import type { Member, Staff } from "../../staff/index.ts";
import type { Channel, RpcChannel, TokenCheck } from "../sockets/rpc.ts";
import { mustBePermitted } from "./guard.ts";

/** Tabs of one session. */
const MOST_PER_SESSION = 12;
const SWEEP_EVERY_MS = 1_000;
const CHECK_EVERY_MS = 30_000;

export type ConsoleChannel = RpcChannel<typeof CONSOLE_SOCKET, Member>;
type Ending = Topics["staff.ended"];
const isEnded = ({ staffId, sessionIds }: Ending, { id, sessionId }: Member) =>
  id === staffId && (sessionIds === null || sessionIds.includes(sessionId));

/** @throws AppError NotPermitted, also to a session of the wall; ConsoleError SecondFactorRequired */
export function mustBeAllowedToFollow(member: Member, topic: ConsoleTopic): void {
  if (member.wall && !WALL_TOPICS.includes(topic)) throw new AppError(ErrorCode.NotPermitted);
  mustBePermitted(member, TOPIC_PERMISSIONS[topic]);
}

export class OpenSockets {
  readonly #staff: Pick<Staff, "membersOf">;
  readonly #log: Pick<Logger, "warn">;
  readonly #all = new Set<ConsoleChannel>();
  /** Those whose ticket was valid, with the topics that they follow. */
  readonly #followed = new Map<Channel<Member>, readonly ConsoleTopic[]>();
  /** For each check of a ticket that is under way: what has ended since it began. */
  readonly #checks = new Set<Ending[]>();
  readonly #timers: NodeJS.Timeout[];

  constructor(staff: Pick<Staff, "membersOf">, log: Pick<Logger, "warn">) {
    this.#staff = staff;
    this.#log = log;
    this.#timers = [
      setInterval(() => {
        for (const channel of this.#all) channel.sweep();
      }, SWEEP_EVERY_MS).unref(),
      setInterval(() => {
        this.check().catch((error: unknown) =>
          this.#log.warn({ err: error }, "the sessions of open sockets could not be checked: it is tried again"),
        );
      }, CHECK_EVERY_MS).unref(),
    ];
  }

  /** The channels that have a member. */
  get members(): ReadonlyMap<Channel<Member>, unknown> {
    return this.#followed;
  }
  add(channel: ConsoleChannel): void {
    this.#all.add(channel);
  }
  remove(channel: ConsoleChannel): void {
    this.#all.delete(channel);
  }
  join(channel: Channel<Member>): void {
    this.#followed.set(channel, []);
    const ofSession = [...this.#followed.keys()].filter(({ who }) => who.sessionId === channel.who.sessionId);
    if (ofSession.length > MOST_PER_SESSION) channel.close(CLOSE.flood, "too many connections");
  }
  leave(channel: Channel<Member>): void {
    this.#followed.delete(channel);
  }
  follows(channel: Channel<Member>, topics: readonly ConsoleTopic[]): void {
    if (this.#followed.has(channel)) this.#followed.set(channel, topics);
  }
  /** Closes the sockets of sessions that have ended. */
  end(ending: Ending): void {
    for (const endings of this.#checks) endings.push(ending);
    for (const channel of this.#followed.keys())
      if (isEnded(ending, channel.who)) channel.close(CLOSE.tokenInvalid, "the session ended");
  }
  /** A check of a ticket that also fails if the session ends meanwhile: the database may have been read just before. */
  whileItHolds(check: () => Promise<Member>): TokenCheck<Member> {
    return async (use) => {
      const endings: Ending[] = [];
      this.#checks.add(endings);
      try {
        const member = await check();
        if (endings.some((ending) => isEnded(ending, member)))
          throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
        use(member);
      } finally {
        this.#checks.delete(endings);
      }
    };
  }
  /** Compares all with the database. */
  async check(): Promise<void> {
    const channels = [...this.#followed.keys()];
    const ids = [...new Set(channels.map(({ who }) => who.sessionId))];
    const present = new Map((await this.#staff.membersOf(ids)).map((member) => [member.sessionId, member]));
    for (const channel of channels) {
      const member = present.get(channel.who.sessionId);
      const topics = this.#followed.get(channel) ?? [];
      const mayFollow = member && topics.every((topic) => member.permissions.includes(TOPIC_PERMISSIONS[topic]));
      if (mayFollow !== true) channel.close(CLOSE.tokenInvalid, "the session ended");
    }
  }
  closeAll(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const channel of this.#all) channel.close(CLOSE.restart, "the server restarts");
  }
}
