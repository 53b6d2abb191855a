/**
 * The machine's own button deck: its bands, its lamps. A press answers at once in the control itself. Where not all bands
 * fit, one is shown, with a switch.
 */
import { useRef, useState } from "react";
import type { RefObject } from "react";
import type { Band, Control } from "@reelcast/contract";
import { cx, useMoney } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { usePreferences } from "../shell/preferences.ts";
import { BandSwitch, PANEL, tabId } from "./BandSwitch.tsx";
import { activeBandOf, deckFits, fullHeight, switchedHeight } from "./deckRoom.ts";
import { useDeckRoom } from "./layout.ts";
import { heightOf } from "./picture.ts";
import { hasButtons } from "./touch.ts";
import { isUnderWay } from "./useControls.ts";

/** Where the house shows no picture, its place says so. */
const NO_PICTURE = 64;
const WORDED = ["gamble", "red", "black", "maxBet", "hold"] as const;
const BANDS = ["denomination", "lines", "bet", "hold", "gamble"] as const;
/** Their words are longer than a key in the column of a window that is held across. */
const WHOLE_ROW = new Set(["gamble", "red", "black"]);
/** These two are the main button. */
const MAIN = new Set(["play", "takeWin"]);

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}

/** The bands without the main button, in their order. */
export function deckBands(machine: SeatView["machine"]): Band[] {
  return (machine?.bands ?? [])
    .toSorted((a, b) => a.Order - b.Order)
    .map((band) => ({ ...band, controls: band.controls.filter(({ kind }) => !MAIN.has(kind)) }))
    .filter(({ controls }) => controls.length > 0);
}

/** What stands on a control. */
function useLabel(): (control: Control) => string {
  const t = useT();
  const money = useMoney();
  return ({ id, kind, label, amount }) =>
    isOneOf(WORDED, kind)
      ? t(`game.control.${kind}`, { reel: id.split("-").at(-1) ?? "" })
      : amount === undefined
        ? label
        : money(amount, false);
}

type Lamps = Readonly<Record<string, boolean>>;
const NO_LAMPS: Lamps = {};

export interface DeckProps {
  view: SeatView;
  /** A press can be sent now. While it can't for a moment, the deck keeps its look and the focus. */
  ready: boolean;
  onPress: (control: string) => void;
  /** The element of the picture, which has precedence. */
  picture: RefObject<HTMLElement | null>;
}

/** The lamps. While a game is under way, the keys that were lit before it keep their look, and can't be pressed. */
function useLamps({ meters }: SeatView): { lamps: Lamps; looks: Lamps } {
  const lamps = meters?.controls ?? NO_LAMPS;
  const [rested, setRested] = useState(lamps);
  const isPlaying = isUnderWay(meters?.phase);
  if (!isPlaying && rested !== lamps) setRested(lamps);
  if (!isPlaying) return { lamps, looks: lamps };
  return {
    lamps,
    looks: Object.fromEntries(Object.entries(lamps).map(([id, lit]) => [id, lit || rested[id] === true])),
  };
}

/** Whether the deck has room for all of its bands, and its least height. */
function useDeckForm(
  { machine }: SeatView,
  bands: readonly Band[],
  deck: DeckProps["picture"],
  picture: DeckProps["picture"],
) {
  const room = useDeckRoom(deck, picture);
  const { webcam } = useSettings();
  if (!room) return { whole: true, minHeight: undefined, layout: "upright" as const };
  const wanted = webcam ? heightOf(machine ?? {}) * room.picture.width : NO_PICTURE;
  // Upright, all of its bands stand there only where the picture can't use the room.
  const height = room.layout === "upright" ? room.height + room.picture.height - Math.ceil(wanted) : room.height;
  const whole = deckFits(bands, { ...room, height });
  const minHeight = whole && room.layout === "upright" ? fullHeight(bands, room) : switchedHeight(bands, room);
  return { whole, minHeight: room.layout === "across" ? undefined : minHeight, layout: room.layout };
}

export function Deck({ view, ready, onPress, picture }: DeckProps) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { machine, meters } = view;
  const bands = deckBands(machine);
  const { whole, minHeight, layout } = useDeckForm(view, bands, place, picture);
  const nameOf = (band: Band) => (isOneOf(BANDS, band.id) ? t(`game.band.${band.id}`) : band.name);
  const { lamps, looks } = useLamps(view);
  // A key that can be pressed goes before those that only look so.
  const isOffered = bands.some((band) => band.controls.some(({ id }) => lamps[id] === true));
  const active = whole ? undefined : activeBandOf(bands, isOffered ? lamps : looks, chosen);
  const labelOf = useLabel();
  /** What is chosen in it. */
  const valueOf = (band: Band) => {
    const selected = band.controls.find(({ id }) => id === meters?.selects[band.id]);
    return selected ? labelOf(selected) : null;
  };
  const row = { view, looks, ready, onPress };
  const { deckHidden } = usePreferences();
  // It stays for the keyboard and for screen readers.
  const isHidden = deckHidden && hasButtons(machine, layout);
  return (
    <div
      ref={place}
      data-part="deck"
      className={cx(
        "z-10 flex min-h-0 min-w-0 flex-col justify-evenly gap-1.5 px-3 [grid-area:deck] across:justify-start across:overflow-y-auto across:p-1.5 across:before:mt-auto across:before:-mb-1.5 across:before:content-[''] desk:justify-end desk:px-0",
        isHidden && "not-focus-within:sr-only",
      )}
      style={{ minHeight: isHidden ? undefined : minHeight }}
    >
      {active ? (
        <>
          <BandSwitch
            active={active}
            onChoose={setChosen}
            tabs={bands.map((band) => ({
              band,
              name: nameOf(band),
              value: valueOf(band),
              lit: band.controls.some(({ id }) => looks[id] === true),
            }))}
          />
          <div
            id={PANEL}
            role="tabpanel"
            aria-labelledby={tabId(active)}
            className="flex min-h-fit max-h-24 grow flex-col across:min-h-36 across:max-h-none across:grow-0"
          >
            <BandRow {...row} band={active} name={nameOf(active)} alone />
          </div>
        </>
      ) : (
        <div className="contents desk:grid desk:auto-cols-[minmax(0,600px)] desk:grid-flow-col desk:grid-rows-2 desk:gap-x-6 desk:gap-y-1.5">
          {bands.map((band) => (
            <BandRow {...row} key={band.id} band={band} name={nameOf(band)} />
          ))}
        </div>
      )}
    </div>
  );
}

interface BandRowProps extends Omit<DeckProps, "picture"> {
  looks: Lamps;
  band: Band;
  name: string;
  /** The switch above says the band's name. */
  alone?: boolean;
}
function BandRow({ view: { meters, pressing }, looks, ready, onPress, band, name, alone = false }: BandRowProps) {
  const labelOf = useLabel();
  return (
    <div
      role="group"
      aria-label={name}
      // A band of two rows is never lower than both: they would lie over the next band.
      className="flex max-h-20 min-h-fit grow items-stretch gap-2 across:max-h-none across:grow-0 across:flex-col across:gap-0.5 desk:grow-0"
    >
      {alone ? null : (
        <span className="w-[4rem] shrink-0 self-center truncate text-xs text-muted across:w-auto across:self-start across:text-[.6875rem] across:leading-3.5">
          {name}
        </span>
      )}
      {/* As on the machine, in every language: hold 1 stands below reel 1. */}
      <div
        dir="ltr"
        className="flex min-w-0 grow flex-wrap items-stretch gap-1.5 across:grid across:grid-cols-[repeat(auto-fit,minmax(2.625rem,1fr))] across:gap-1 desk:flex-nowrap"
      >
        {band.controls.map((control) => {
          const lit = looks[control.id] === true;
          const chosen = meters?.selects[band.id] === control.id;
          const worded = isOneOf(WORDED, control.kind);
          return (
            <button
              key={control.id}
              type="button"
              disabled={meters?.controls[control.id] !== true}
              data-steady={lit ? "" : undefined}
              aria-disabled={!ready || undefined}
              aria-pressed={chosen}
              onClick={() => ready && onPress(control.id)}
              className={cx(
                "relative min-h-11 min-w-max grow basis-11 rounded-md border px-0 text-sm font-semibold transition-[background-color,scale] select-none figures across:text-[.8125rem] desk:basis-14",
                chosen
                  ? "border-gold bg-gold/15 text-gold across:bg-sunken/85"
                  : "border-line bg-raised text-text across:bg-raised/85",
                lit && ready ? "active:scale-95" : "text-muted opacity-60",
                control.kind === "red" && lit && "border-error text-error",
                WHOLE_ROW.has(control.kind) && "across:col-span-full",
                worded && "max-sm:text-xs across:text-[.6875rem] across:leading-3.5 desk:basis-20",
                pressing.includes(control.id) && "scale-95 bg-gold/25",
              )}
            >
              <bdi dir={worded ? undefined : "ltr"} className="whitespace-nowrap">
                {labelOf(control)}
              </bdi>
              {control.key === undefined ? null : (
                <kbd
                  className="absolute end-1 top-0.5 hidden text-[.625rem] font-normal text-muted uppercase desk:block"
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
  );
}
