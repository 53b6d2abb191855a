/**
 * The player's money on the screen, and the toggle that hides it from other eyes and ears, on every page and in the game: the
 * balance, money that waits, is under review or was moved, in lines, buttons, questions and toasts. What the machine itself
 * shows stays (picture, CREDIT, BET, WIN and what it pays), as do amounts that the player types, chooses or is offered, and
 * the amounts of the history lists.
 */
import { useSyncExternalStore } from "react";
import { Money, useMoney } from "@reelcast/ui";
import { STORAGE } from "../api/index.ts";
import { browserStore, isMoneyHidden } from "../api/token.ts";
import { HIDDEN_MONEY, useT } from "../i18n/index.ts";

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The player's other windows follow.
  const onStorage = ({ key }: StorageEvent) => (key === STORAGE.hideBalance || key === null) && listener();
  globalThis.addEventListener("storage", onStorage);
  // The browser has kept the page meanwhile.
  globalThis.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", onStorage);
    globalThis.removeEventListener("pageshow", listener);
  };
}

/** Whether the player hides it. */
export const useMoneyHidden = (): boolean => useSyncExternalStore(subscribe, isMoneyHidden);
export function hideMoney(hidden: boolean): void {
  browserStore.set(STORAGE.hideBalance, String(hidden));
  for (const listener of listeners) listener();
}

/** Formats the player's own money within a text. While it is hidden, dots stand for it. */
export function useOwnMoneyText(): (minor: number, short?: boolean) => string {
  const hidden = useMoneyHidden();
  const money = useMoney();
  // A text may be made later than the function.
  return (minor, short) => (hidden || isMoneyHidden() ? HIDDEN_MONEY : money(minor, short));
}

/** @param minor undefined: not known yet */
export function OwnMoney({
  minor,
  short = false,
  className = "",
}: {
  minor: number | undefined;
  short?: boolean;
  className?: string;
}) {
  const t = useT();
  if (useMoneyHidden())
    return (
      <span className="text-muted">
        <span aria-hidden="true">{HIDDEN_MONEY}</span>
        <span className="sr-only">{t("shell.hidden")}</span>
      </span>
    );
  if (minor === undefined) return <span className="text-muted">–</span>;
  return <Money minor={minor} short={short} {...(className && { className })} />;
}
