/** The player's balance, and the toggle that hides it from other eyes. */
import { useSyncExternalStore } from "react";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useT } from "../i18n/index.ts";
import { EyeIcon, EyeOffIcon, IconButton, Money } from "../ui/index.ts";
import { useBalance } from "./balance.ts";

const listeners = new Set<() => void>();
const isHidden = () => browserStore.get(STORAGE.hideBalance) === "true";
/** Hides the balance everywhere in the app. */
function useHidden(): [boolean, () => void] {
  const hidden = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, isHidden);
  return [
    hidden,
    () => {
      browserStore.set(STORAGE.hideBalance, String(!hidden));
      for (const listener of listeners) listener();
    },
  ];
}

export function Amount({ className }: { className?: string }) {
  const t = useT();
  const [hidden] = useHidden();
  const data = useBalance();
  if (hidden)
    return (
      <span className="text-muted">
        <span aria-hidden="true">••••••</span>
        <span className="sr-only">{t("shell.hidden")}</span>
      </span>
    );
  return data === undefined ? (
    <span className="text-muted">–</span>
  ) : (
    <Money minor={data} {...(className && { className })} />
  );
}

export function Balance() {
  const t = useT();
  const [hidden, toggle] = useHidden();
  return (
    <div className="flex items-center gap-1">
      <span className="sr-only">{t("shell.balance")}</span>
      <Amount className="font-semibold sm:text-lg" />
      <IconButton
        label={hidden ? t("shell.showBalance") : t("shell.hideBalance")}
        onClick={toggle}
        aria-pressed={hidden}
      >
        {hidden ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </div>
  );
}
