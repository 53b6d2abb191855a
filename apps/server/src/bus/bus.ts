/**
 * The event bus. Domain code publishes events that are already durable; the edge subscribes and notifies the browsers.
 * Nothing may depend on the delivery of a message: its content can always be read again.
 */
import type { ChatMessage, MachineStatus, SessionPush } from "@reelcast/contract";

/** Subjects and what they carry. Every value is plain JSON, so that a bus between processes can carry it. */
export interface Topics {
  /** A machine's status in the lobby changed. */
  "machine.status": { id: number; status: MachineStatus };
  /** A machine was added, renamed or moved: lobbies must be fetched again. */
  "machine.changed": { id: number };
  /** The spendable balance of a player. */
  "player.balance": { playerId: number; balance: number };
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
  /** A player changed limits or the interval of reality checks. */
  "player.limits": { playerId: number };
  /** A new message in a chat of this player; without a message, the chat began, ended or was read. */
  "chat.changed": { playerId: number; chatId: string; contactId: string; message?: ChatMessage };
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
}

export type Topic = keyof Topics;

export interface Bus {
  publish<T extends Topic>(topic: T, message: Topics[T]): void;
  /**
   * Returns the function that ends the subscription. A listener that throws is logged; the other listeners are still
   * called.
   */
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void;
  close(): Promise<void>;
}
