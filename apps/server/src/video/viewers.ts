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

export class ViewerRecords {
  readonly #records = new Map<string, ViewerRecord>();

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
    this.#records.delete(id);
    return record;
  }
  /** @throws AppError NotFound, also for a viewer of another player */
  of(id: string, requester: Requester): ViewerRecord {
    const record = this.#records.get(id);
    if (!record || record.playerId !== requester.playerId || record.machineId !== requester.machineId)
      throw new AppError(ErrorCode.NotFound);
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
