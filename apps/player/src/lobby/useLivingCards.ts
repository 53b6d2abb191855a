/** Cards that live while they are held. Their code comes when the page has nothing else to do: nobody holds a card before it is there. */
import { useEffectEvent, useLayoutEffect } from "react";
import type { RefObject } from "react";
import type { Machine } from "@reelcast/contract";
import { whenIdle } from "@reelcast/ui";

/** @param list has the cards @param machineAt the machine that this card, or what it is in, shows now */
export function useLivingCards(
  list: RefObject<HTMLElement | null>,
  machineAt: (element: Element) => Machine | undefined,
): void {
  const find = useEffectEvent(machineAt);
  useLayoutEffect(() => {
    const { current } = list;
    let end: (() => void) | undefined;
    let isOver = false;
    void whenIdle(() => import("./livingCards.ts"))().then(
      ({ startLivingCards }) => {
        if (current && !isOver) end = startLivingCards(current, { machineAt: (element) => find(element) });
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [list]);
}
