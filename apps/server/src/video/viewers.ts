/** Who watches what: one record for each viewer. Decides only whose record a request may use. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { OutsideSession } from "./cameraForwarder.ts";
import type { Requester, Seat } from "./types.ts";

export interface ViewerRecord extends Seat {
  id: string;
  /** Names the ICE session (RFC 9725 §4.3): another one after each ICE restart. */
  etag: string;
  /** Of the seat's connection for which it was made. */
  epoch: number;
  ufrag: string | null;
  /** null: served by the media process. */
  outside: OutsideSession | null;
  /** Number of ICE candidates sent to the outside server. */
  candidates: number;
}

export const seatOf = ({ sessionId, playerId, machineId }: ViewerRecord): Seat => ({ sessionId, playerId, machineId });

/** Number of ended viewers whose end may be requested once more. */
const KEPT_ENDED = 1_000;

const isTheirs = (record: Requester | undefined, { playerId, machineId }: Requester) =>
  record?.playerId === playerId && record.machineId === machineId;

export class ViewerRecords {
  readonly #records = new Map<string, ViewerRecord>();
  /** The latest ones, oldest first. */
  readonly #ended = new Map<string, Requester>();

  get size(): number {
    return this.#records.size;
  }
  /** A copy: records may be removed while it is read. */
  all(): ViewerRecord[] {
    return [...this.#records.values()];
  }
  add(record: ViewerRecord): void {
    this.#records.set(record.id, record);
  }
  has(id: string): boolean {
    return this.#records.has(id);
  }
  remove(id: string): ViewerRecord | undefined {
    const record = this.#records.get(id);
    if (!this.#records.delete(id) || !record) return undefined;
    this.#ended.set(id, { playerId: record.playerId, machineId: record.machineId });
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined && this.#ended.size > KEPT_ENDED) this.#ended.delete(oldest);
    return record;
  }
  /** Whether this player's viewer has ended a short time ago: with the session, with its connection, or by request. */
  hasEnded(id: string, requester: Requester): boolean {
    return isTheirs(this.#ended.get(id), requester);
  }
  isViewed(id: string, requester: Requester): boolean {
    return isTheirs(this.#records.get(id), requester);
  }
  /** @throws AppError NotFound, also for a viewer of another player */
  of(id: string, requester: Requester): ViewerRecord {
    const record = this.#records.get(id);
    if (!record || !isTheirs(record, requester)) throw new AppError(ErrorCode.NotFound);
    return record;
  }
  ofSession(sessionId: string): ViewerRecord[] {
    return this.all().filter((record) => record.sessionId === sessionId);
  }
  /** Whether a viewer of the media process watches this machine. */
  isDrawn(machineId: number): boolean {
    return this.all().some((record) => !record.outside && record.machineId === machineId);
  }
}
