/**
 * A large win counted over the picture, and a summary of free spins. Screen readers have both from the line of messages. It lies over
 * the lower part: the machine shows its own words in the middle.
 */
import type { ReactNode } from "react";
import { Money, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import type { SeatView } from "../../session/seat.ts";
import type { Celebration } from "../../session/winPresentation.ts";
import { SteadyMoney } from "../SteadyMoney.tsx";
import { useShownWin } from "./useShownWin.ts";

const SIZES = { 1: "text-3xl", 2: "text-4xl", 3: "text-5xl" } as const;

export function WinCard({ view, celebration }: { view: SeatView; celebration: Celebration }) {
  if (celebration.kind === "win") return <Counter key={celebration.id} view={view} celebration={celebration} />;
  return celebration.kind === "freeSpinsStart" ? (
    <Opening key={celebration.id} spins={celebration.spins} />
  ) : (
    <Summary key={celebration.id} celebration={celebration} />
  );
}

function Card({ look, children }: { look: string; children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      data-part="winCard"
      className={cx(
        "pointer-events-none absolute inset-x-0 bottom-[4%] z-10 mx-auto flex w-fit max-w-[94%] animate-[jackpot_350ms_var(--ease-calm)] flex-col items-center gap-0.5 rounded-xl bg-sunken/90 px-6 py-2 text-center shadow-popup ring-2 across:px-4 across:py-1",
        look,
      )}
    >
      {children}
    </div>
  );
}

function Counter({ view, celebration }: { view: SeatView; celebration: Celebration & { kind: "win" } }) {
  const t = useT();
  const win = useShownWin(view);
  const { tier, times, amount } = celebration;
  // WIN is the sum of all free spins: of one of them, its own win stands at once.
  const shown = view.meters?.phase === "bonus" ? amount : Math.min(win.amount, amount);
  return (
    <Card look="ring-gold">
      <span className="text-sm font-bold text-gold">{t(`game.bigWin${tier}`, { times })}</span>
      <SteadyMoney
        minor={shown}
        roomFor={amount}
        className={cx("leading-tight font-bold text-gold-bright across:text-3xl", SIZES[tier])}
      />
    </Card>
  );
}

function Opening({ spins }: { spins: number }) {
  const t = useT();
  return (
    <Card look="ring-bonus">
      <span className="text-xl font-bold text-bonus">{t("game.freeSpinsStart", { count: spins })}</span>
    </Card>
  );
}

function Summary({ celebration }: { celebration: Celebration & { kind: "freeSpinsEnd" } }) {
  const t = useT();
  const { amount, spins, times, tier } = celebration;
  return (
    <Card look={tier > 0 ? "ring-gold" : "ring-bonus"}>
      <span className="text-sm font-bold text-bonus">{t("gameParts.freeSpinsOver")}</span>
      <Money
        minor={amount}
        className={cx("text-3xl leading-tight font-bold", tier > 0 ? "text-gold-bright" : "text-text")}
      />
      <span className="text-xs text-muted figures">
        {[
          ...(spins === null ? [] : [t("gameParts.freeSpinsPlayed", { count: spins })]),
          ...(times > 0 ? [t("gameParts.timesBet", { times })] : []),
        ].join(" · ")}
      </span>
    </Card>
  );
}
