/** CREDIT, BET and WIN in large figures of equal width. */
import type { CSSProperties } from "react";
import { cx, useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useShownWin } from "./celebration/useShownWin.ts";
import { SteadyMoney, useWidest } from "./SteadyMoney.tsx";

/** So many bets have room in the figure of WIN from the first; only more than that makes it wider. */
const WIN_ROOM = 50;

/** @param large there is no picture that needs the room */
export function Meters({ view, large = false }: { view: SeatView; large?: boolean }) {
  const t = useT();
  const money = useMoney();
  const win = useShownWin(view);
  const { credit = 0, bet = 0 } = view.meters ?? {};
  const winRoom = Math.max(bet * WIN_ROOM, view.meters?.win ?? 0);
  const entries = [
    [t("game.credit"), credit, 0, "text-text", false],
    [t("game.bet"), bet, 0, "text-text", false],
    [t("game.win"), win.amount, winRoom, win.golden ? "text-gold" : "text-text", win.rising],
  ] as const;
  // Figures as large as the longest amount allows: a digit takes about three fifths of its height.
  const digits = useWidest(money(Math.max(credit, bet, winRoom), false)).length;
  return (
    <div
      data-part="meters"
      className={cx(
        "z-10 grid min-w-0 grid-cols-3 gap-2 px-3 [grid-area:meters] across:gap-0 across:rounded-e-md across:bg-sunken/90 across:px-1 desk:w-[min(52vw,760px)] desk:px-0",
        large ? "min-h-20 sm:min-h-24" : "min-h-[3rem]",
      )}
    >
      {entries.map(([label, amount, roomFor, colour, rising]) => (
        <div
          key={label}
          role="status"
          aria-label={label}
          // Of a rising figure only the end is read aloud.
          aria-busy={rising}
          style={{ "--digits": digits } as CSSProperties}
          className="@container flex min-w-0 flex-col items-center justify-center rounded-md bg-raised px-1 across:bg-transparent desk:px-3"
        >
          <span className="text-[.6875rem] leading-3.5 font-medium tracking-wide text-muted uppercase">{label}</span>
          <SteadyMoney
            minor={amount}
            roomFor={roomFor}
            middle
            className={cx(
              "leading-none font-semibold",
              large
                ? "text-[length:clamp(14px,145cqw/var(--digits),40px)]"
                : "text-[length:clamp(9px,145cqw/var(--digits),24px)] across:text-[length:clamp(9px,145cqw/var(--digits),20px)]",
              colour,
            )}
          />
        </div>
      ))}
    </div>
  );
}
