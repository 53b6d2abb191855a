/** How processes that share the machines find that one of them is dead: each watches all others by the rule of nodeDeath.ts. */
import type { Logger } from "pino";
import { isDead, observe } from "./nodeDeath.ts";
import type { Watch } from "./nodeDeath.ts";
import type { NodeClock } from "./nodeRenewal.ts";
import type { NodeStore } from "./nodeStore.ts";

/** Twice within the longest gap between two answers that the rule counts. */
const LOOK_MS = 500;
/** Rows of ended processes are shown to the operator for about this long. */
const DELETE_EVERY_LOOKS = 120;

interface NodeWatchOptions {
  node: string;
  store: Pick<NodeStore, "others" | "depose" | "deleteDead">;
  clock: NodeClock;
  log: Pick<Logger, "warn">;
  /** A process is not active any more: others may take its machines. */
  onGone: () => void;
}

export class NodeWatch {
  readonly #options: NodeWatchOptions;
  #watches = new Map<string, Watch>();
  #looks = 0;
  constructor(options: NodeWatchOptions) {
    this.#options = options;
  }

  /** Resolves after `until` is aborted. */
  async run(until: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!until.aborted) {
      // Time in which the database was away does not count; the renewal logs that it is.
      await this.#look().catch(() => this.#watches.clear());
      await clock.pause(LOOK_MS, { signal: until, ref: false }).catch(() => {});
    }
  }
  async #look(): Promise<void> {
    const { node, store, clock, log, onGone } = this.#options;
    const seen = await store.others();
    const at = clock.now();
    const known = this.#watches;
    this.#watches = new Map(
      seen.map((row) => [row.node, observe(known.get(row.node) ?? null, { ...row, at })] as const),
    );
    let gone = [...known.keys()].some((other) => !this.#watches.has(other));
    for (const watch of this.#watches.values()) {
      if (!isDead(watch) || !(await store.depose(watch.last))) continue;
      log.warn({ node, dead: watch.last.node }, "a process is gone: others take its machines");
      this.#watches.delete(watch.last.node);
      gone = true;
    }
    if (gone) onGone();
    this.#looks += 1;
    if (this.#looks % DELETE_EVERY_LOOKS === 0) await store.deleteDead();
  }
}
