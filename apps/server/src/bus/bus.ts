/**
 * The bus: events within a process and between processes, and requests between processes. Domain code publishes events that
 * are already durable; the edge subscribes and notifies the browsers. Nothing may depend on the delivery of a message:
 * its content can always be read again. With one process everything stays in it (local.ts).
 */
import type { ChatMessage, MachineStatus, SessionPush } from "@reelcast/contract";
import type { Call, Feed, HandlersOf, OperationOf, ParamsOf, ResultOf } from "./messages.ts";

/**
 * Topics and what they carry. Every value is plain JSON, so that a bus between processes can carry it; topics.ts says which
 * topics leave the process.
 */
export interface Topics {
  /** A machine's status in the lobby changed. */
  "machine.status": { id: number; status: MachineStatus };
  /** A machine was added, renamed or moved: lobbies must be fetched again. */
  "machine.changed": { id: number };
  /** A brand was added, or its jackpots have changed. */
  "brand.changed": { id: number };
  /** The spendable balance of a player. `version` rises with each change of it; absent: of an earlier program. */
  "player.balance": { playerId: number; balance: number; version?: number };
  /** Amount of a player's money under review, minor units; 0: none. */
  "player.checking": { playerId: number; checking: number };
  /** The player's session waits for them, has changed, or has ended. */
  "player.session": { playerId: number; push: SessionPush };
  /** Tokens ended: sockets that were opened with them must close. `tokenIds` null: all of that player. */
  "player.ended": {
    playerId: number;
    tokenIds: string[] | null;
    except?: string;
    reason: "logout" | "banned" | "password" | "expired" | "break" | "excluded";
  };
  /** Sessions of a member of the staff ended: their sockets must close. `sessionIds` null: all of that member. */
  "staff.ended": { staffId: number; sessionIds: number[] | null };
  /** A member of the staff, or what the list of them shows, has changed. */
  "staff.changed": { staffId: number };
  /** A player changed limits or the interval of reality checks. */
  "player.limits": { playerId: number };
  /** A new message in a chat of this player; without a message, the chat began, ended or was read. */
  "chat.changed": { playerId: number; chatId: string; contactId: string; message?: ChatMessage };
  /** Messages, state or owner of this player's chat with the support desk have changed. */
  "desk.changed": { playerId: number };
  /** A person of the house has this player's chat open, and writes or not; it holds for some seconds. */
  "desk.presence": { playerId: number; by: string; typing: boolean };
  /** The answers that are written in advance have changed. */
  "desk.canned": { version: number };
  /** A notification for the connection of this session's seat. `epoch` is that of the connection. */
  "seat.push": {
    sessionId: string;
    epoch: number;
    method: "info" | "meters" | "transfer" | "limits" | "autoplay" | "playRules";
    params: Record<string, unknown>;
  };
  /** The seat's connection must close: taken over, kicked or closed. */
  "seat.close": { sessionId: string; epoch: number; code: number; reason: string };
  /** What a pot holds. `version` rises with every change of it: a late message with an older one is ignored. */
  jackpot: { id: number; name: string; amount: number; version: number };
  "jackpot.hit": { id: number; machineId: number; amount: number };
  /** A node began, drains or ends. `free`: machines whose leases it has given back: others may take them at once. */
  "node.changed": { node: string; free?: number[] };
}

export type Topic = keyof Topics;
export type Listener<T extends Topic> = (message: Topics[T]) => void;

export interface Bus {
  /**
   * Calls the listeners of this process at once, with the message itself; then, if the topic is shared, sends it to the
   * other processes. Never throws, never waits.
   * @param scope "process": other processes know it already
   */
  publish<T extends Topic>(topic: T, message: Topics[T], scope?: "all" | "process"): void;
  /**
   * Returns the function that ends the subscription. A listener that throws is logged; the other listeners are still
   * called. Messages of other processes about a player come only while the player is followed.
   */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void;
  /**
   * Messages of other processes about this player are wanted until the returned function is called. The same player may be
   * followed many times.
   */
  follow(group: "player", id: number): () => void;

  /** To all who listen to this key, in this and in other processes; lost where nobody does or the bus is down. */
  send<M>(feed: Feed<M>, key: string | number, message: M): void;
  /** @param key "*": all keys. Returns the function that ends it. */
  listen<M>(feed: Feed<M>, key: string | number, listener: (message: M, key: string) => void): () => void;

  /**
   * Asks the process that serves this address, which may be this one.
   * @throws BusAway nobody serves it, or the bus is down: nothing was carried out; BusUnanswered the outcome is not known;
   * AppError of the handler, with its params
   */
  request<C extends Call, O extends OperationOf<C>>(
    call: C,
    address: string | number,
    operation: O,
    params: ParamsOf<C, O>,
    options: { withinMs: number },
  ): Promise<ResultOf<C, O>>;
  /** Returns the function that ends it; the handlers still answer what was sent before, also what arrives a little later. */
  serve<C extends Call>(call: C, address: string | number, handlers: HandlersOf<C>): () => void;

  /** Whether other processes can be reached. A bus within one process always is. */
  readonly isUp: boolean;
  /** Called when that changes. After an interruption (`up`) everything that has no version must be read again. */
  onChange(listener: (up: boolean) => void): () => void;
  stats(): BusStats;
  /** Ends all subscriptions; open requests are rejected (BusUnanswered). */
  close(): Promise<void>;
}

/** What went between this process and others since the start. */
export interface BusStats {
  /** By the first part of the subject. */
  traffic: Record<string, { sent: number; sentBytes: number; received: number; receivedBytes: number }>;
  /** Messages that were not sent or not delivered, by reason. */
  dropped: { down: number; tooLarge: number; invalid: number };
  /** Requests that wait for their answer. */
  waiting: number;
  reconnects: number;
  /** How often the other side said that this process reads too slowly. */
  slow: number;
  /** From this process to what carries its messages, and back, ms; null: nothing does, or it is away. */
  roundTripMs: number | null;
}
