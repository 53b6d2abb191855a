/** The machine's own button deck: its bands, its lamps. A press answers at once in the control itself. */
import type { Band, Control } from "@reelcast/contract";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { cx, useMoney } from "../ui/index.ts";

const WORDED = ["gamble", "red", "black", "maxBet", "hold"] as const;
const BANDS = ["denomination", "lines", "bet", "hold", "gamble"] as const;
/** These two are the main button. */
const MAIN = new Set(["play", "takeWin"]);

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}

export interface DeckProps {
  view: SeatView;
  /** A press can be sent now. While it can't for a moment, the deck keeps its look and the focus. */
  ready: boolean;
  onPress: (control: string) => void;
}

export function Deck({ view, ready, onPress }: DeckProps) {
  const t = useT();
  const money = useMoney();
  const { machine, meters } = view;
  if (!machine || !meters) return <div className="h-48" aria-hidden="true" />;
  const bands = machine.bands
    .toSorted((a, b) => a.Order - b.Order)
    .map((band) => ({ ...band, controls: band.controls.filter(({ kind }) => !MAIN.has(kind)) }))
    .filter(({ controls }) => controls.length > 0);
  const nameOf = (band: Band) => (isOneOf(BANDS, band.id) ? t(`game.band.${band.id}`) : band.name);
  const labelOf = (control: Control) =>
    isOneOf(WORDED, control.kind)
      ? t(`game.control.${control.kind}`, { reel: control.id.split("-").at(-1) ?? "" })
      : control.amount === undefined
        ? control.label
        : money(control.amount, false);

  return (
    <div className="flex flex-col gap-1.5 across:gap-0.5">
      {bands.map((band) => (
        <div
          key={band.id}
          role="group"
          aria-label={nameOf(band)}
          className="flex items-center gap-2 across:flex-col across:items-stretch across:gap-0"
        >
          <span className="w-20 shrink-0 truncate text-xs text-muted across:w-auto across:text-[.6875rem] across:leading-[.8125rem]">
            {nameOf(band)}
          </span>
          <div className="flex min-w-0 grow flex-wrap gap-1.5 across:grid across:grid-cols-3 across:gap-1">
            {band.controls.map((control) => {
              const lit = meters.controls[control.id] === true;
              const chosen = meters.selects[band.id] === control.id;
              const pressed = view.pressing.includes(control.id);
              return (
                <button
                  key={control.id}
                  type="button"
                  disabled={!lit}
                  aria-disabled={!ready || undefined}
                  aria-pressed={chosen}
                  onClick={() => ready && onPress(control.id)}
                  className={cx(
                    "relative min-h-11 min-w-11 grow basis-11 rounded-md border px-0 text-sm font-semibold transition-[background-color,scale] select-none figures across:truncate across:text-[.6875rem]",
                    chosen ? "border-gold bg-gold/15 text-gold" : "border-line bg-raised text-text",
                    lit && ready ? "active:scale-95" : "text-muted opacity-60",
                    control.kind === "red" && lit && "border-error text-error",
                    isOneOf(WORDED, control.kind) && "max-sm:text-xs",
                    pressed && "scale-95 bg-gold/25",
                  )}
                >
                  <bdi dir={isOneOf(WORDED, control.kind) ? undefined : "ltr"}>{labelOf(control)}</bdi>
                  {control.key === undefined ? null : (
                    <kbd
                      className="absolute end-1 top-0.5 hidden text-[.625rem] font-normal text-muted uppercase lg:block"
                      aria-hidden="true"
                    >
                      {control.key}
                    </kbd>
                  )}
                </button>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}
