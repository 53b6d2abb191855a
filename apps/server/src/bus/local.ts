/** The bus within one process: listeners are called at once, in the order in which they subscribed. */
import type { Bus, Topic, Topics } from "./bus.ts";

export function createLocalBus(onError: (error: unknown, topic: Topic) => void): Bus {
  const listeners = new Map<Topic, Set<(message: never) => void>>();
  return {
    publish<T extends Topic>(topic: T, message: Topics[T]) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          (listener as (message: Topics[T]) => void)(message);
        } catch (error) {
          onError(error, topic);
        }
      }
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
