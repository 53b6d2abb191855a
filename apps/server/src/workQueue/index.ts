/**
 * The work queue: what waits for a person of the house, and who works on it (owners.ts). The items are computed from transfers,
 * suspense, machines, approvals, chats and events, and end with their situation.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { WORK_KINDS } from "@reelcast/contract/console";
import type { WorkItem, WorkQueueState } from "@reelcast/contract/console";
import type { Db } from "../storage/index.ts";
import { MAX_OF_KIND, MAX_UNSEEN, lessUrgentItems, urgentItems } from "./items.ts";
import type { WaitingItem } from "./items.ts";
import { forgetOwners, keysOfReportedNeeds, ownersOf, timeOf } from "./owners.ts";

export { handOverItem, takeItem } from "./owners.ts";

/** A machine that waits for a person, as its host knows it: a fault, or a win to be paid by hand. Its next host knows the same moment. */
export interface MachineNeed {
  kind: "tilt" | "handPay";
  machine: { id: number; name: string };
  player: { id: number; name: string } | null;
  /** Since when, ms since the epoch. */
  since: number;
  /** Minor units. */
  amount: number | null;
  detail: string | null;
}

export interface WorkQueue {
  /**
   * The most urgent kind first, within a kind the oldest first.
   * @param lessUrgentMaxAgeMs chats and events may be as they were that long ago; default: as they are now
   */
  state(lessUrgentMaxAgeMs?: number): Promise<WorkQueueState>;
  /** Also forgets the owners of items that are over. @throws AppError NotFound for an item that does not wait (any more) */
  assertWaits(key: string): Promise<void>;
}

const RANK = new Map(WORK_KINDS.map((kind, index) => [kind, index]));
const rankOf = ({ kind }: WaitingItem) => RANK.get(kind) ?? WORK_KINDS.length;
const byNeed = (one: WaitingItem, other: WaitingItem) =>
  rankOf(one) - rankOf(other) ||
  (one.since < other.since ? -1 : one.since > other.since ? 1 : 0) ||
  (one.key < other.key ? -1 : 1);

/** How many items of each kind wait; kinds of which none does are left out. */
export function countKinds(items: readonly Pick<WorkItem, "kind">[]): Partial<Record<WorkItem["kind"], number>> {
  const counts: Partial<Record<WorkItem["kind"], number>> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const ofMachine = ({ kind, machine, player, since, amount, detail }: MachineNeed): WaitingItem => ({
  key: `${kind}:${machine.id}@${since}`,
  kind,
  since: new Date(since).toISOString(),
  amount,
  player,
  machine,
  state: "",
  detail,
  subject: String(machine.id),
  expiresAt: null,
});

/** @param machineNeeds of all machines of the house */
export function createWorkQueue({
  db,
  machineNeeds,
}: {
  db: Db;
  machineNeeds: () => Promise<readonly MachineNeed[]>;
}): WorkQueue {
  let lessUrgent: { items: WaitingItem[]; at: number } | null = null;
  async function waiting(lessUrgentMaxAgeMs = 0): Promise<WaitingItem[]> {
    if (lessUrgent === null || performance.now() - lessUrgent.at >= lessUrgentMaxAgeMs)
      lessUrgent = { items: await lessUrgentItems(db), at: performance.now() };
    return [...(await urgentItems(db)), ...lessUrgent.items, ...(await machineNeeds()).map(ofMachine)].toSorted(byNeed);
  }

  async function state(lessUrgentMaxAgeMs?: number): Promise<WorkQueueState> {
    const [items, ownerOf] = [await waiting(lessUrgentMaxAgeMs), await ownersOf(db)];
    const unseen = items.reduce((sum, { events }) => sum + (events?.count ?? 0), 0);
    return {
      items: items.map((item) => ({ ...item, owner: ownerOf.get(item.key) ?? null })),
      isTruncated: unseen >= MAX_UNSEEN || Object.values(countKinds(items)).some((count) => count >= MAX_OF_KIND),
    };
  }

  return {
    state,
    async assertWaits(key) {
      const readAt = await timeOf(db);
      const keys = (await waiting()).map((item) => item.key);
      if (!keys.includes(key)) throw new AppError(ErrorCode.NotFound);
      if (keys.length < MAX_OF_KIND) await forgetOwners(db, [...keys, ...(await keysOfReportedNeeds(db))], readAt);
    },
  };
}

/** How often the queue is read while somebody watches it. */
const READ_EVERY_MS = 1_000;
/** How often its chats and events are, which takes longer. */
const READ_LESS_URGENT_EVERY_MS = 5_000;

export interface WatchedQueue {
  /** Called with the present state, and with each change. @returns the function that ends it */
  subscribe(listener: (state: WorkQueueState) => void): () => void;
  /** Reads again at once: an act may have changed it. */
  changed(): void;
  stop(): void;
}

/**
 * Reads the queue while somebody watches, and calls them with each change. Transfers become old and requests expire by time alone,
 * so that no notification of a change would be enough. @param onError called where it can't be read; it is tried again
 */
export function watchWorkQueue(queue: Pick<WorkQueue, "state">, onError: (error: unknown) => void): WatchedQueue {
  const listeners = new Set<(state: WorkQueueState) => void>();
  let last: { state: WorkQueueState; text: string } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  let again = false;
  /** Something has happened: nothing that was read before counts. */
  let fresh = true;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = listeners.size === 0 ? undefined : setTimeout(() => void read(), ms).unref();
  }
  async function read(): Promise<void> {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    again = false;
    const isFresh = fresh;
    fresh = false;
    try {
      const state = await queue.state(isFresh ? 0 : READ_LESS_URGENT_EVERY_MS);
      const text = JSON.stringify(state);
      if (text !== last?.text) {
        last = { state, text };
        for (const listener of listeners) listener(state);
      }
    } catch (error) {
      onError(error);
    } finally {
      reading = false;
      schedule(again ? 0 : READ_EVERY_MS);
    }
  }
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (last !== null && listeners.size > 1) listener(last.state);
      else {
        last = null;
        schedule(0);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    changed() {
      fresh = true;
      schedule(0);
    },
    stop() {
      listeners.clear();
      clearTimeout(timer);
    },
  };
}
