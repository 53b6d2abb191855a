/** A jackpot of this player, shown large over the picture. Closes by a tap, or by itself. */
import { useEffect } from "react";
import { Money, StarIcon, useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

const SHOWN_MS = 12_000;

export interface JackpotWinProps {
  open: boolean;
  name: string;
  /** Minor units. */
  amount: number;
  onOver: () => void;
}

export default function JackpotWin({ open, name, amount, onOver }: JackpotWinProps) {
  const t = useT();
  const money = useMoney();
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(onOver, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [open, onOver]);
  return (
    <>
      <p role="alert" className="sr-only">
        {open ? t("gameParts.jackpotWon", { name, amount: money(amount) }) : ""}
      </p>
      {open ? (
        <button
          type="button"
          onClick={onOver}
          aria-label={t("gameParts.jackpotClose")}
          className="absolute inset-0 z-20 grid animate-[jackpot_600ms_var(--ease-calm)] place-items-center overflow-hidden bg-[radial-gradient(closest-side,rgb(242_193_78/0.34),rgb(8_4_10/0.86)_72%)] p-4"
        >
          <span className="flex flex-col items-center gap-1 text-center" aria-hidden="true">
            <StarIcon size={44} className="text-gold-bright" fill="currentColor" />
            <span className="text-sm font-semibold tracking-[.3em] text-gold uppercase">{t("gameParts.jackpot")}</span>
            <span className="text-lg font-medium text-text">{name}</span>
            <Money minor={amount} className="text-4xl font-bold text-gold-bright sm:text-6xl across:text-4xl" />
          </span>
        </button>
      ) : null}
    </>
  );
}
