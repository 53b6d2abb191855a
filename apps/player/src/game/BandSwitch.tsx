/** The switch between the bands of a deck that does not fit: tabs, which say what is chosen in each band. */
import type { KeyboardEvent } from "react";
import type { Band } from "@reelcast/contract";
import { cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export interface BandTab {
  band: Band;
  name: string;
  /** What is chosen in it. */
  value: string | null;
  /** One of its controls can be pressed. */
  lit: boolean;
}

/** How far each key goes in a row that is read from left to right. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const tabId = (band: Band) => `band-${band.id}`;
export const PANEL = "band-panel";

interface BandSwitchProps {
  tabs: readonly BandTab[];
  active: Band;
  onChoose: (band: string) => void;
}
export function BandSwitch({ tabs, active, onChoose }: BandSwitchProps) {
  const t = useT();
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = tabs.findIndex(({ band }) => band.id === active.id);
    const reads = document.documentElement.dir === "rtl" && event.key.startsWith("Arrow") ? -1 : 1;
    const step = (STEPS[event.key] ?? 0) * (event.key === "ArrowDown" || event.key === "ArrowUp" ? 1 : reads);
    const to = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : at + step;
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next || to === at) return;
    event.preventDefault();
    onChoose(next.band.id);
    document.getElementById(tabId(next.band))?.focus();
  }
  return (
    <div
      role="tablist"
      aria-label={t("game.bands")}
      className="flex min-h-11 shrink-0 flex-wrap gap-1 rounded-md bg-sunken across:grid across:grid-cols-[repeat(auto-fit,minmax(2.625rem,1fr))] across:bg-sunken/85"
    >
      {tabs.map(({ band, name, value, lit }) => {
        const selected = band.id === active.id;
        return (
          <button
            key={band.id}
            id={tabId(band)}
            type="button"
            role="tab"
            aria-selected={selected}
            aria-controls={PANEL}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChoose(band.id)}
            onKeyDown={onKeyDown}
            className={cx(
              "relative flex min-h-11 min-w-max grow flex-col across:min-w-0 items-center justify-center rounded-md px-1 text-[.6875rem] leading-3.5 select-none across:px-0 across:text-[.625rem]",
              selected ? "bg-lifted text-text" : "text-muted",
            )}
          >
            <span className="max-w-full truncate">{name}</span>
            {value === null ? null : (
              <bdi
                dir="ltr"
                className="text-[.8125rem] leading-4 font-semibold whitespace-nowrap figures across:text-xs"
              >
                {value}
              </bdi>
            )}
            {lit && !selected && value === null ? (
              <span aria-hidden="true" className="absolute end-1.5 top-1.5 size-1.5 rounded-full bg-gold" />
            ) : null}
          </button>
        );
      })}
    </div>
  );
}
