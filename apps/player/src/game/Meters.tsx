/** CREDIT, BET and WIN in large figures of equal width. */
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { Money, cx } from "../ui/index.ts";

/** @param large there is no picture that needs the room */
export function Meters({ meters, large = false }: { meters: SeatView["meters"]; large?: boolean }) {
  const t = useT();
  const entries = [
    [t("game.credit"), meters?.credit ?? 0, "text-text"],
    [t("game.bet"), meters?.bet ?? 0, "text-text"],
    [t("game.win"), meters?.win ?? 0, (meters?.win ?? 0) > 0 ? "text-gold" : "text-text"],
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-2 across:grid-cols-1 across:gap-1">
      {entries.map(([label, amount, colour]) => (
        <div
          key={label}
          role="status"
          aria-label={label}
          className={cx(
            "flex min-w-0 flex-col items-center rounded-md bg-raised px-1 across:flex-row across:justify-between across:px-2 across:py-0.5",
            large ? "py-4" : "py-1.5",
          )}
        >
          <span className="text-xs font-medium tracking-wide text-muted uppercase">{label}</span>
          <Money
            minor={amount}
            className={cx(
              "font-semibold across:text-base",
              large ? "text-xl sm:text-4xl" : "text-lg sm:text-2xl",
              colour,
            )}
          />
        </div>
      ))}
    </div>
  );
}
