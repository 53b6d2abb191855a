import type { BusStats } from "./bus.ts";

/** What carries text between processes: NATS (nats.ts), or a network in memory for tests (testing/network.ts). */
export interface Transport {
  readonly isUp: boolean;
  onChange(listener: (up: boolean) => void): () => void;
  /** Only while it is up. */
  publish(subject: string, text: string): void;
  /**
   * @param subject `*` stands for one part
   * @param listener `answer` is null where nobody waits for one
   */
  subscribe(
    subject: string,
    listener: (text: string, subject: string, answer: Answer | null) => void,
  ): TransportSubscription;
  /** Only while it is up. Own subscriptions do not get it. @throws BusAway nobody listens, BusUnanswered */
  request(subject: string, text: string, withinMs: number): Promise<string>;
  stats(): Pick<BusStats, "reconnects" | "slow" | "roundTripMs">;
  close(): Promise<void>;
}
export interface TransportSubscription {
  /** The listener is not called again. */
  readonly end: () => void;
  /** No message that is sent from now on; resolves once the listener has those that were on their way. Never rejects. */
  readonly drain: () => Promise<void>;
}
export type Answer = (text: string) => void;
