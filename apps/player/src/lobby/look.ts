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
/** @param mine the player has a session open there */
export function lookOf(machine: Machine, mine: boolean): Look {
  if (mine) return { look: "mine", open: true, word: "lobby.status_mine", why: "lobby.why_mine" };
  if (isReserved(machine)) return { look: "reserved", open: false, word: "lobby.reserved", why: "lobby.why_reserved" };
  const { status } = machine;
  if (status === "available") {
    const word = machine.reservation ? "lobby.reservedMine" : "lobby.status_available";
    return { look: status, open: true, word, why: null };
  }
  return { look: status, open: false, word: `lobby.status_${status}`, why: `lobby.why_${status}` };
}

export const gamePath = ({ id, name }: Machine): string => `/game/${id}/${encodeURIComponent(slugOf(name))}`;
