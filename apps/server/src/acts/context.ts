/** What an act works with: the parts of the domain, and a transaction that they share. */
import type { Permission } from "@reelcast/contract/console";
import type { Logger } from "pino";
import { openDomain } from "../domain.ts";
import type { Domain, DomainOverrides, Publish } from "../domain.ts";
import { inTransaction } from "../storage/index.ts";

/** Who acts, from where and why. */
export type Actor = {
  /** The name in the audit log. Spellings that look alike are one person (`nameSkeleton`). */
  by: string;
  /** Account and computer, or the address of a browser. */
  from: string;
  why: string | null;
} & (
  | { via: "command" }
  | {
      via: "console";
      staffId: number;
      /** What this person may do in this session. An act that needs another permission is refused, and recorded. */
      permissions: readonly Permission[];
    }
);

/** "staff 3 from 10.0.0.7" for the console. */
export const auditOriginOf = (actor: Actor): string =>
  actor.via === "console" ? `staff ${actor.staffId} from ${actor.from}` : actor.from;

export interface ActContext extends Domain {
  /** Runs `work` with parts that share one transaction; what they publish is sent at its commit. */
  inTransaction<T>(work: (parts: Domain) => Promise<T>): Promise<T>;
  /** Called if the row with the outcome of an act can't be written. */
  onNotRecorded(error: unknown): void;
}

export interface ActContextOptions {
  log: Logger;
  /** Replacements in tests, as those with which `domain` was opened. */
  overrides?: DomainOverrides;
  /** Default: an error in the log. */
  onNotRecorded?: ActContext["onNotRecorded"];
}

/** @param domain of the command line, or of a running server */
export function createActContext(domain: Domain, { log, overrides = {}, ...options }: ActContextOptions): ActContext {
  return {
    ...domain,
    onNotRecorded: options.onNotRecorded ?? ((error) => log.error({ err: error }, "an act could not be recorded")),
    inTransaction: (work) =>
      inTransaction(domain.storage, async (storage) => {
        const sent: Promise<void>[] = [];
        const publish: Publish = (topic, message) => void sent.push(storage.notify({ topic, message }));
        const result = await work(await openDomain({ config: domain.config, storage, publish, log, overrides }));
        await Promise.all(sent);
        return result;
      }),
  };
}
