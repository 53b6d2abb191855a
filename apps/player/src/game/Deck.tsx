/** The machine's own button deck: its bands, its lamps. A press answers at once in the control itself. */
import type { Band, Control } from "@reelcast/contract";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { cx } from "../ui/index.ts";

const WORDED = ["gamble", "red", "black", "maxBet", "hold"] as const;
const BANDS = ["denomination", "lines", "bet", "hold", "gamble"] as const;
/** These two are the one big button. */
const MAIN = new Set(["play", "takeWin"]);

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}

export interface DeckProps {
  view: SeatView;
  onPress: (control: string) => void;
}

export function Deck({ view, onPress }: DeckProps) {
  const t = useT();
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
      : control.label;

  return (
    <div className="flex flex-col gap-1.5">
      {bands.map((band) => (
        <div
          key={band.id}
          role="group"
          aria-label={nameOf(band)}
          className="flex items-center gap-2 across:flex-col across:items-stretch across:gap-0.5"
        >
          <span className="w-20 shrink-0 truncate text-xs text-muted across:w-auto">{nameOf(band)}</span>
          <div className="flex min-w-0 grow gap-1.5 across:grid across:grid-cols-3 across:gap-1">
            {band.controls.map((control) => {
              const lit = meters.controls[control.id] === true;
              const chosen = meters.selects[band.id] === control.id;
              const pressed = view.pressing.includes(control.id);
              return (
                <button
                  key={control.id}
                  type="button"
                  disabled={!lit}
                  aria-pressed={chosen}
                  onClick={() => onPress(control.id)}
                  className={cx(
                    "relative min-h-11 min-w-0 grow rounded-md border px-1 text-sm font-semibold transition-[background-color,scale] select-none figures across:min-h-10 across:truncate across:px-0 across:text-[.6875rem]",
                    chosen ? "border-gold bg-gold/15 text-gold" : "border-line bg-raised text-text",
                    lit ? "active:scale-95" : "text-muted opacity-60",
                    control.kind === "red" && lit && "border-error text-error",
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
