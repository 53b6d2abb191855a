/** The machines in a virtualised grid. Its cards are plain elements (cardGrid.ts): 2,000 machines scroll like twelve. */
import { startTransition, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Brand, Machine } from "@reelcast/contract";
import { useQuery } from "@tanstack/react-query";
import { useMoney } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useOpenSession, useSessionKnown } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { useMoneyHidden, useOwnMoneyText } from "../shell/ownMoney.tsx";
import type { HeadingContent } from "./brandGroup.ts";
import type { CardContent } from "./card.ts";
import { CardGrid } from "./cardGrid.ts";
import type { GridPlace } from "./cardGrid.ts";
import { JACKPOTS, brandNameOf, jackpotIds, sizedLogo, sizedPicture } from "./list.ts";
import { gamePath, lookOf } from "./look.ts";
import type { SeatPlan } from "../session/seatPlan.ts";
import type { Section } from "./sections.ts";
import { useGameName } from "./useGameName.ts";
import { useLivingCards } from "./useLivingCards.ts";

export interface GridProps {
  /** The machines under their brands. */
  sections: readonly Section[];
  /** One brand is chosen: its jackpots stand above. */
  alone: boolean;
  /** How many machines of that brand can be joined now. */
  freeOf: (brand: Brand) => number;
  /** Picture of a machine's brand, if its own can't be loaded. */
  pictureOf: (machine: Machine) => string | null;
  /** The machine at which the player has a session open. */
  mine: number | null;
  /** Ids of the marked machines. */
  favourites: ReadonlySet<number>;
  /** A card was pressed. @param plan what the player has confirmed for that machine */
  onOpen: (machine: Machine, event: MouseEvent, plan?: SeatPlan) => void;
  /** A mark was pressed. */
  onStar: (machineId: number) => void;
  /** The "i" of a card was pressed. */
  onRules: (machineId: number) => void;
}

/** What a card shows of a machine, in the player's words. */
function useDescribe({ pictureOf, mine, favourites }: GridProps) {
  const t = useT();
  const money = useMoney();
  const gameName = useGameName();
  const hidden = useMoneyHidden();
  const ownMoney = useOwnMoneyText();
  const credit = useOpenSession()?.credit;
  const isKnown = useSessionKnown();
  const amount = credit === undefined ? "" : ownMoney(credit, true);
  return useCallback(
    (machine: Machine, pixels: number): CardContent => {
      const { id, name, game, minBet, image, hot } = machine;
      const { look, open, word, why } = lookOf(machine, { mine: id === mine, isKnown });
      return {
        name,
        game: game ? `${brandNameOf(machine)} · ${gameName(game)}` : brandNameOf(machine),
        look,
        word: t(word),
        note: why !== null ? t(why) : minBet ? t("lobby.minBet", { amount: money(minBet, true) }) : "",
        path: open ? gamePath(machine) : "",
        picture: image ? sizedPicture(image, pixels) : "",
        fallback: pictureOf(machine) ?? "",
        hot: hot ? t("lobby.hot") : "",
        hotLong: hot ? t("lobby.hotLong") : "",
        star: t("lobby.favourite", { name }),
        favourite: favourites.has(id),
        rules: t("lobby.rules", { name }),
        amount: look === "mine" ? amount : "",
        amountSaid: look === "mine" && hidden ? t("shell.hidden") : "",
      };
    },
    [t, money, gameName, hidden, amount, pictureOf, mine, isKnown, favourites],
  );
}

/** What the heading of a brand shows, in the player's words. */
function useHead({ sections, alone, freeOf }: GridProps) {
  const t = useT();
  const money = useMoney();
  const wanted = !alone && sections.some(({ brand }) => brand !== null && brand.jackpot !== "");
  const { data: jackpots } = useQuery({
    queryKey: JACKPOTS,
    queryFn: () => call("jackpots"),
    staleTime: 60_000,
    enabled: wanted,
  });
  return useCallback(
    ({ brand }: Section): HeadingContent | null => {
      if (!brand) return null;
      const ids = alone ? [] : jackpotIds([brand]);
      return {
        name: brand.name,
        picture: sizedLogo(brand.image ?? ""),
        free: t("lobby.free", { free: freeOf(brand) }),
        jackpots: ids.flatMap((id) => {
          const jackpot = jackpots?.find((one) => one.id === id);
          return jackpot ? [{ id, name: jackpot.name, amount: money(jackpot.amount, false) }] : [];
        }),
      };
    },
    [t, money, alone, freeOf, jackpots],
  );
}

interface GridRoomProps {
  /** It is measured in the next frame, with the layout that the browser makes anyway. Otherwise before it is painted. */
  waits: boolean;
  /** @param place null until it is measured */
  children: (place: GridPlace | null) => ReactNode;
}
/** The place of the list. It is measured before the machines are drawn: they are then drawn and laid out once. */
export function GridRoom({ waits, children }: GridRoomProps) {
  const room = useRef<HTMLDivElement>(null);
  const textSpace = useRef<HTMLDivElement>(null);
  const headingSpace = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<GridPlace | null>(null);
  const wasWaiting = useRef(waits);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    let isFirst = wasWaiting.current;
    const measure = () => {
      // The first machines are many: drawing them is interrupted by a press.
      const update = isFirst ? startTransition : (run: () => void) => run();
      isFirst = false;
      const width = element.clientWidth;
      const textHeight = textSpace.current?.clientHeight ?? 0;
      const headingHeight = headingSpace.current?.clientHeight ?? 0;
      const offset = element.getBoundingClientRect().top + scrollY;
      update(() =>
        setPlace((known) =>
          known?.width === width &&
          known.textHeight === textHeight &&
          known.headingHeight === headingHeight &&
          known.offset === offset
            ? known
            : { width, textHeight, headingHeight, offset },
        ),
      );
    };
    if (!wasWaiting.current) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (textSpace.current) observer.observe(textSpace.current);
    // What stands above the list moves it.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={room}>
      <div ref={textSpace} aria-hidden="true" className="pointer-events-none invisible absolute h-[7rem] w-px" />
      <div
        ref={headingSpace}
        aria-hidden="true"
        className="pointer-events-none invisible absolute h-9 w-px roomy:h-14 across:h-8"
      />
      {children(place)}
    </div>
  );
}

export function Grid({ place, ...props }: GridProps & { place: GridPlace }) {
  const { sections } = props;
  const list = useRef<HTMLDivElement>(null);
  const grid = useRef<CardGrid>(null);
  const describe = useDescribe(props);
  const head = useHead(props);
  const onClick = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    const machine = target instanceof Element ? grid.current?.machineAt(target) : undefined;
    if (!machine || !(target instanceof Element)) return;
    if (target.closest(".machine-rules")) props.onRules(machine.id);
    else if (target.closest("button")) props.onStar(machine.id);
    else if (target.closest("a[href]")) props.onOpen(machine, event);
  });
  useLayoutEffect(() => {
    if (!list.current) return;
    const content = { sections, head, describe, place };
    if (grid.current) grid.current.update(content);
    else grid.current = new CardGrid(list.current, content);
  }, [sections, head, describe, place]);
  useLayoutEffect(() => {
    const { current } = list;
    current?.addEventListener("click", onClick);
    return () => {
      current?.removeEventListener("click", onClick);
      grid.current?.close();
      grid.current = null;
    };
  }, []);
  useLivingCards(list, (element) => grid.current?.machineAt(element));

  return <div ref={list} className="relative" />;
}
