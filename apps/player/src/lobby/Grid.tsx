/** The machines in a virtualised grid. Its cards are plain elements (cardGrid.ts): 2,000 machines scroll like twelve. */
import { startTransition, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Machine } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useOpenSession } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { useMoneyHidden, useOwnMoneyText } from "../shell/ownMoney.tsx";
import type { CardContent } from "./card.ts";
import { CardGrid } from "./cardGrid.ts";
import type { GridPlace } from "./cardGrid.ts";
import { brandNameOf, sizedPicture } from "./list.ts";
import { gamePath, lookOf } from "./look.ts";
import { useGameName } from "./useGameName.ts";

export interface GridProps {
  machines: readonly Machine[];
  /** Picture of a machine's brand, if its own can't be loaded. */
  pictureOf: (machine: Machine) => string | null;
  /** The machine at which the player has a session open. */
  mine: number | null;
  /** Ids of the marked machines. */
  favourites: ReadonlySet<number>;
  /** A card was pressed. */
  onOpen: (machine: Machine, event: MouseEvent) => void;
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
  const amount = credit === undefined ? "" : ownMoney(credit, true);
  return useCallback(
    (machine: Machine, pixels: number): CardContent => {
      const { id, name, game, minBet, image, hot } = machine;
      const { look, open, word, why } = lookOf(machine, id === mine);
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
    [t, money, gameName, hidden, amount, pictureOf, mine, favourites],
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
      const offset = element.getBoundingClientRect().top + scrollY;
      update(() =>
        setPlace((known) =>
          known?.width === width && known.textHeight === textHeight && known.offset === offset
            ? known
            : { width, textHeight, offset },
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
      {children(place)}
    </div>
  );
}

export function Grid({ place, ...props }: GridProps & { place: GridPlace }) {
  const { machines } = props;
  const list = useRef<HTMLDivElement>(null);
  const grid = useRef<CardGrid>(null);
  const describe = useDescribe(props);
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
    const content = { machines, describe, place };
    if (grid.current) grid.current.update(content);
    else grid.current = new CardGrid(list.current, content);
  }, [machines, describe, place]);
  useLayoutEffect(() => {
    const { current } = list;
    current?.addEventListener("click", onClick);
    return () => {
      current?.removeEventListener("click", onClick);
      grid.current?.close();
      grid.current = null;
    };
  }, []);

  // Its rows are lists without a meaning of their own.
  return <div ref={list} role="list" className="relative" />;
}
