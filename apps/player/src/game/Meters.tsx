/** CREDIT, BET and WIN in large figures of equal width. */
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { Money } from "../ui/index.ts";

export function Meters({ meters }: { meters: SeatView["meters"] }) {
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
          className="flex min-w-0 flex-col items-center rounded-md bg-raised px-2 py-1.5 across:flex-row across:justify-between across:py-0.5"
        >
          <span className="text-xs font-medium tracking-wide text-muted uppercase">{label}</span>
          <Money minor={amount} className={`text-lg font-semibold sm:text-2xl across:text-base ${colour}`} />
        </div>
      ))}
    </div>
  );
}
