/**
 * What a tap on a machine begins before its screen is there. While the link is being pressed: a ticket and an offer for
 * the video, which are dropped if nothing comes of them. With the press, and never before it: the seat.
 */
import { prepareConnection } from "@reelcast/whep";
import type { PreparedConnection } from "@reelcast/whep";
import { settings } from "../api/index.ts";
import { openGame } from "../session/game.ts";
import type { GameSession } from "../session/game.ts";
import { prepareTicket } from "../session/transport.ts";

/** An offer that nobody has used is closed after this time. */
const OFFER_KEPT_MS = 20_000;
/** A seat whose screen has not come is given back after this time. */
const SHOWN_WITHIN_MS = 10_000;

let offer: { prepared: PreparedConnection; timer: ReturnType<typeof setTimeout> } | null = null;
interface OpenSeat {
  machineId: number;
  /** Rises when the screen wants the seat anew. */
  round: number;
  game: GameSession;
  timer?: ReturnType<typeof setTimeout>;
}
/** No screen has it, or no longer. */
let seat: OpenSeat | null = null;
/** The machine whose screen is there. */
let shown: number | null = null;

/** A link to a machine is being pressed. On a busy device this may come when the press has long led there. */
export function prepareSeat(): void {
  if (seat !== null || shown !== null) return;
  prepareTicket();
  if (offer !== null || !settings().webcam || typeof RTCPeerConnection !== "function") return;
  const prepared = prepareConnection({ audio: true });
  offer = { prepared, timer: setTimeout(dropOffer, OFFER_KEPT_MS) };
}
/** The press was none. */
export const dropOffer = (): void => takeOffer()?.close();
/** The prepared offer, once. */
export function takeOffer(): PreparedConnection | null {
  if (offer === null) return null;
  clearTimeout(offer.timer);
  const { prepared } = offer;
  offer = null;
  return prepared;
}

function giveBack(): void {
  if (seat === null) return;
  clearTimeout(seat.timer);
  seat.game.close();
  seat = null;
}
/** A link to a machine was pressed: its screen follows. */
export function openSeat(machineId: number): void {
  if (shown === machineId || seat?.machineId === machineId) return;
  giveBack();
  seat = { machineId, round: 0, game: openGame(machineId), timer: setTimeout(giveBack, SHOWN_WITHIN_MS) };
}
/** The seat for the screen of a machine: the one that the press has opened, else a new one. */
export function takeSeat(machineId: number, round: number): GameSession {
  shown = machineId;
  const isFor = seat?.machineId === machineId && seat.round === round;
  // One whose login has ended is of no use.
  if (!isFor || seat?.game.getSnapshot().connection.kind === "ended") giveBack();
  if (seat === null) return openGame(machineId);
  clearTimeout(seat.timer);
  const { game } = seat;
  seat = null;
  return game;
}
/** The screen is gone. While it is developed, React takes each screen away once and shows it again at once. */
export function releaseSeat(machineId: number, round: number, game: GameSession): void {
  giveBack();
  if (shown === machineId) shown = null;
  const released: OpenSeat = { machineId, round, game };
  seat = released;
  queueMicrotask(() => {
    if (seat === released) giveBack();
  });
}
