/** The game: the picture, the meters, the deck. Fits every screen without scrolling. */
import type { WhepStats } from "@reelcast/whep";
import { Suspense, useEffect, useRef, useState } from "react";
import type { ComponentProps } from "react";
import { settings } from "../api/index.ts";
import { keepAwake } from "../auth/activity.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useBalance } from "../shell/balance.ts";
import { CheckingNote } from "../shell/Notes.tsx";
import { PromotionButtons } from "../shell/promotions/index.ts";
import { cx } from "../ui/index.ts";
import { Actions } from "./Actions.tsx";
import { Deck } from "./Deck.tsx";
import { GameDialogs } from "./GameDialogs.tsx";
import type { SheetName } from "./GameDialogs.tsx";
import { GameHeader } from "./GameHeader.tsx";
import { Meters } from "./Meters.tsx";
import { PictureArea } from "./PictureArea.tsx";
import { isCrop } from "./picture.ts";
import { signalOf } from "./signal.ts";
import { useAddress } from "./useAddress.ts";
import { useControls } from "./useControls.ts";
import type { Controls } from "./useControls.ts";
import { useGame } from "./useGame.ts";
import { useKeyboard } from "./useKeyboard.ts";
import { useLeave } from "./useLeave.ts";
import { useNotices } from "./useNotices.ts";
import { useRealityCheck } from "./useRealityCheck.ts";
import { useScreenMode } from "./useScreenMode.ts";
import { useWakeLock } from "./useWakeLock.ts";

const GRID =
  "stage fixed inset-0 grid grid-cols-[minmax(0,1fr)] bg-surface across:grid-cols-[172px_minmax(0,1fr)_172px] across:grid-rows-[auto_minmax(0,1fr)] lg:mx-auto lg:max-w-[1280px] lg:grid-rows-[auto_minmax(0,1fr)_auto_auto]";
const ROWS_WITH_PICTURE = "grid-rows-[auto_minmax(0,auto)_auto_minmax(0,1fr)]";
const ROWS_WITHOUT_PICTURE = "grid-rows-[auto_minmax(64px,1fr)_auto_minmax(0,auto)]";

/** Keeps the device awake while connected, and the player logged in while a game runs. */
function useStayAwake({ connection, meters }: SeatView): void {
  const live = connection.kind === "live";
  const playing = live && meters !== null && meters.phase !== "idle";
  useWakeLock(live);
  useEffect(() => (playing ? keepAwake() : undefined), [playing]);
}

export function GameScreen({ machineId }: { machineId: number }) {
  const { game, view, again } = useGame(machineId);
  const balance = useBalance() ?? 0;
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [stats, setStats] = useState<WhepStats | null>(null);
  /** Has the focus at first, so that the keys of the deck press no button by accident. */
  const screen = useRef<HTMLElement>(null);
  const { autoFullscreen, webcam } = settings();
  const screenMode = useScreenMode({ auto: autoFullscreen });
  const check = useRealityCheck(view);
  const { spoken } = useNotices(view, () => game.leave());
  const leave = useLeave(game, view);
  const { leaving, isEnding } = leave;
  const controls = useControls({
    game,
    view,
    isEnding,
    leaving: leaving || leave.asking,
    paused: check.due,
    onAskAutoplay: () => setSheet("autoplay"),
  });
  useStayAwake(view);
  useKeyboard(view, {
    main: controls.pressMain,
    press: (control) => controls.ready && controls.press(control),
    autoplay: controls.toggleAutoplay,
    deposit: () => controls.mayTransfer && setSheet("deposit"),
    withdraw: controls.withdraw,
    fullscreen: screenMode.toggleFullscreen,
    help: () => setSheet("help"),
  });
  const { machine, meters } = view;
  useAddress(machine);
  const picture = {
    screenMode,
    mayRotate: screenMode.mayRotate && webcam && machine?.videoType !== "camera",
    mayCut: webcam && isCrop(machine?.crop),
  };

  return (
    <main ref={screen} tabIndex={-1} className={cx(GRID, webcam ? ROWS_WITH_PICTURE : ROWS_WITHOUT_PICTURE)}>
      <TopArea
        view={view}
        balance={balance}
        signal={signalOf(view.connection, stats, view.roundTripMs)}
        screenMode={screenMode}
        mayCut={picture.mayCut}
        leaving={leaving}
        onLeave={leave.request}
        onOpen={setSheet}
      />
      <PictureArea view={view} leave={leave} screenMode={screenMode} mayRotate={picture.mayRotate} onStats={setStats} />
      <div className="px-3 pt-2 across:col-start-3 across:row-start-2 across:px-2 across:pt-0 lg:px-4">
        <Meters meters={meters} large={!webcam} />
      </div>
      <ControlArea view={view} controls={controls} onDeposit={() => setSheet("deposit")} />
      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <GameDialogs
        view={view}
        balance={balance}
        stats={stats}
        sheet={sheet}
        onSheet={setSheet}
        returnFocus={screen}
        picture={picture}
        leave={leave}
        check={check}
        onDeposit={controls.deposit}
        onAutoplay={controls.startAutoplay}
        onContinue={again}
      />
    </main>
  );
}

function TopArea(props: Omit<ComponentProps<typeof GameHeader>, "children">) {
  return (
    <div className="across:col-span-3">
      <GameHeader {...props}>
        <Suspense fallback={<span className="inline-block size-11" />}>
          <PromotionButtons compact />
        </Suspense>
      </GameHeader>
      <CheckingNote compact />
    </div>
  );
}

interface ControlAreaProps {
  view: SeatView;
  controls: Controls;
  onDeposit: () => void;
}
/** The machine's deck, and the app's own buttons. */
function ControlArea({ view, controls, onDeposit }: ControlAreaProps) {
  const t = useT();
  return (
    <section
      aria-label={t("game.menu")}
      className="flex min-h-0 flex-col gap-2 px-3 py-2 across:contents lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(280px,340px)] lg:items-end lg:gap-6 lg:px-4 lg:pb-4"
    >
      <div className="mt-auto min-h-0 overflow-y-auto across:col-start-1 across:row-start-2 across:my-auto across:max-h-full across:px-2 across:py-1">
        <Deck view={view} ready={controls.ready} onPress={controls.press} />
      </div>
      <div className="flex shrink-0 flex-col gap-2 across:col-start-3 across:row-start-2 across:self-end across:p-2">
        <Actions view={view} controls={controls} onDeposit={onDeposit} />
      </div>
    </section>
  );
}
