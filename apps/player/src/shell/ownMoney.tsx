/** The player's money on the screen, and the toggle that hides it from other eyes: on every page, in the game too. */
import { useSyncExternalStore } from "react";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useT } from "../i18n/index.ts";
import { Money } from "../ui/index.ts";

const listeners = new Set<() => void>();
export const isMoneyHidden = (): boolean => browserStore.get(STORAGE.hideBalance) === "true";
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The player's other windows follow.
  const onStorage = ({ key }: StorageEvent) => (key === STORAGE.hideBalance || key === null) && listener();
  globalThis.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", onStorage);
  };
}

/** Whether the player hides it. */
export const useMoneyHidden = (): boolean => useSyncExternalStore(subscribe, isMoneyHidden);
export function hideMoney(hidden: boolean): void {
  browserStore.set(STORAGE.hideBalance, String(hidden));
  for (const listener of listeners) listener();
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
        <span aria-hidden="true">••••••</span>
        <span className="sr-only">{t("shell.hidden")}</span>
      </span>
    );
  if (minor === undefined) return <span className="text-muted">–</span>;
  return <Money minor={minor} short={short} {...(className && { className })} />;
}
