/** What a card says of its machine, and whether a press leads there. */
import type { Machine } from "@reelcast/contract";
import type { TextKey } from "../i18n/index.ts";
import type { CardLook } from "./CardIcon.tsx";
import { isReserved, slugOf } from "./list.ts";

interface Look {
  look: CardLook;
  /** Whether a press leads to the machine. */
  open: boolean;
  word: TextKey;
  /** Why it can't be joined, or what is special about it. */
  why: TextKey | null;
}
/** Who plays there may be the player. */
const TAKEN: ReadonlySet<CardLook> = new Set(["waiting", "playing", "bonus", "cashout"]);

/** @param own.mine the player has a session open there @param own.isKnown it is known where the player has one */
export function lookOf(machine: Machine, { mine, isKnown }: { mine: boolean; isKnown: boolean }): Look {
  if (mine) return { look: "mine", open: true, word: "lobby.status_mine", why: "lobby.why_mine" };
  if (isReserved(machine)) return { look: "reserved", open: false, word: "lobby.reserved", why: "lobby.why_reserved" };
  const { status } = machine;
  if (status === "available") {
    const word = machine.reservation ? "lobby.reservedMine" : "lobby.status_available";
    return { look: status, open: true, word, why: null };
  }
  const why = !isKnown && TAKEN.has(status) ? null : (`lobby.why_${status}` as const);
  return { look: status, open: false, word: `lobby.status_${status}`, why };
}

export const gamePath = ({ id, name }: Machine): string => `/game/${id}/${encodeURIComponent(slugOf(name))}`;
