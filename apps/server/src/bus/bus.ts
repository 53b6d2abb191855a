/**
 * The bus: what happened, told to whoever shows it. Domain code publishes facts that are already durable; the edge
 * subscribes and tells the browsers. Nothing may depend on a message arriving: every message can be had again by asking.
 */
import type { ChatMessage, MachineStatus } from "@reelcast/contract";

/** Subjects and what they carry. Every value is plain JSON, so that a bus between processes can carry it. */
export interface Topics {
  /** A machine's status in the lobby changed. */
  "machine.status": { id: number; status: MachineStatus };
  /** A machine was added, renamed or moved: lobbies are to be read again. */
  "machine.changed": { id: number };
  /** The spendable balance of a player. */
  "player.balance": { playerId: number; balance: number };
  /** What of a player's money is being checked, minor units; 0: nothing any more. */
  "player.checking": { playerId: number; checking: number };
  /** A session is open that the player may come back to. */
  "player.session": { playerId: number; name: string; machineId: number; status: MachineStatus };
  /** Tokens ended: sockets that were opened with them must close. `tokenIds` null: all of that player. */
  "player.ended": {
    playerId: number;
    tokenIds: string[] | null;
    except?: string;
    reason: "logout" | "banned" | "password" | "expired" | "break" | "excluded";
  };
  /** A player changed what they may do: limits, or how often they are told. */
  "player.limits": { playerId: number };
  /** A message stands in a chat of this player; without one, the chat has begun, ended or been read. */
  "chat.changed": { playerId: number; chatId: string; contactId: string; message?: ChatMessage };
  /** A notification for whoever is connected to this session's seat. `epoch` is that of the connection it is for. */
  "seat.push": {
    sessionId: string;
    epoch: number;
    method: "info" | "meters" | "transfer" | "limits";
    params: Record<string, unknown>;
  };
  /** The seat's connection is to end: taken over, kicked or closed. */
  "seat.close": { sessionId: string; epoch: number; code: number; reason: string };
  /** What a pot holds. `version` rises with every change of it: an older one that comes late is of no use. */
  jackpot: { id: number; name: string; amount: number; version: number };
  "jackpot.hit": { id: number; machineId: number; amount: number };
}

export type Topic = keyof Topics;

export interface Bus {
  publish<T extends Topic>(topic: T, message: Topics[T]): void;
  /** Returns the end of the subscription. A listener that throws is logged and harms nobody else. */
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void;
  close(): Promise<void>;
}
