/**
 * Stops a navigation away from the machine until it is answered. What the router's `useBlocker` does with it, without its other uses,
 * which every game would fetch.
 */
import { useRouter } from "@tanstack/react-router";
import type { HistoryLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

type Answer = (goes: boolean) => void;

/** @returns how the player answers, or null: nothing is asked */
export function useLeaveQuestion(isAsked: () => boolean): Answer | null {
  const router = useRouter();
  const [question, setQuestion] = useState<Answer | null>(null);
  /** The machine's number in an address; undefined: the address of another screen. */
  const gameIn = (location: HistoryLocation) =>
    router.getMatchedRoutes(router.parseLocation(location).pathname)[1]["gameId"];
  const asks = useEffectEvent(
    // The name in the address may change: that leaves nothing.
    (current: HistoryLocation, next: HistoryLocation) => isAsked() && gameIn(next) !== gameIn(current),
  );
  useEffect(
    () =>
      router.history.block({
        enableBeforeUnload: false,
        async blockerFn({ currentLocation, nextLocation }) {
          if (!asks(currentLocation, nextLocation)) return false;
          const goes = await new Promise<boolean>((resolve) => setQuestion(() => resolve));
          setQuestion(null);
          return !goes;
        },
      }),
    [router],
  );
  return question;
}
