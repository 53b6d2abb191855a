/** The game: the picture, the meters, the deck. Fits every screen without scrolling. */
import type { WhepStats } from "@reelcast/whep";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { settings } from "../api/index.ts";
import { keepAwake } from "../auth/activity.ts";
import { useT } from "../i18n/index.ts";
import { jackpotAfter } from "../session/seat.ts";
import type { SeatView, ServerNotice } from "../session/seat.ts";
import { useBalance } from "../shell/balance.ts";
import { CheckingNote } from "../shell/Notes.tsx";
import { PromotionButtons } from "../shell/promotions/index.ts";
import { IconButton, RotateIcon, cx } from "../ui/index.ts";
import { Actions } from "./Actions.tsx";
import { Deck } from "./Deck.tsx";
import { GameDialogs } from "./GameDialogs.tsx";
import type { SheetName } from "./GameDialogs.tsx";
import { GameHeader } from "./GameHeader.tsx";
import * as later from "./later.tsx";
import { Meters } from "./Meters.tsx";
import { Picture } from "./Picture.tsx";
import { isCrop } from "./picture.ts";
import { signalOf } from "./signal.ts";
import { useControls } from "./useControls.ts";
import { useGame } from "./useGame.ts";
import { useKeyboard } from "./useKeyboard.ts";
import { useLeave } from "./useLeave.ts";
import type { Leave } from "./useLeave.ts";
import { useNotices } from "./useNotices.ts";
import { useRealityCheck } from "./useRealityCheck.ts";
import { useStage } from "./useStage.ts";
import type { Stage } from "./useStage.ts";
import { useWakeLock } from "./useWakeLock.ts";

/** Shows each jackpot of this seat once, over the picture. */
function JackpotOverlay({ notices }: Pick<SeatView, "notices">) {
  const [celebrated, setCelebrated] = useState<ServerNotice | null>(null);
  const jackpot = jackpotAfter(notices, celebrated);
  const end = useCallback(() => jackpot && setCelebrated(jackpot), [jackpot]);
  const { name, amount } = jackpot?.params ?? {};
  return (
    <later.JackpotWin
      open={jackpot !== undefined}
      name={typeof name === "string" ? name : ""}
      amount={typeof amount === "number" ? amount : 0}
      onOver={end}
    />
  );
}

interface PictureAreaProps {
  view: SeatView;
  leave: Leave;
  stage: Stage;
  mayRotate: boolean;
  onStats: (stats: WhepStats | null) => void;
}
/** The picture, with what lies over it. */
function PictureArea({ view, leave, stage, mayRotate, onStats }: PictureAreaProps) {
  const t = useT();
  const { leaving, ending, atStake, going } = leave;
  const wordsOfEnd = () => {
    if (view.closing !== null) return t("game.ended");
    if ((leaving || ending) && atStake) return t("game.ending");
    return going ? t("game.backToLobby") : null;
  };
  return (
    <div
      // What lies over the picture is read against it, whatever the scheme.
      data-scheme="dark"
      className={cx(
        "relative min-h-0 text-text across:col-start-2 across:row-start-2 across:aspect-auto lg:aspect-auto lg:px-4",
        settings().webcam ? "aspect-video max-h-full w-full" : "px-3",
      )}
    >
      <Picture
        view={view}
        going={wordsOfEnd()}
        onLobby={leaving || ending ? leave.goAtOnce : null}
        onStats={onStats}
        onShown={later.preload}
      />
      {mayRotate ? (
        <IconButton
          label={t("game.rotate")}
          aria-pressed={stage.rotated}
          onClick={stage.toggleRotated}
          className="absolute end-1 top-1 z-10 bg-sunken/60 aria-pressed:text-gold"
        >
          <RotateIcon />
        </IconButton>
      ) : null}
      <JackpotOverlay notices={view.notices} />
    </div>
  );
}

/** Keeps the device awake while connected, and the player logged in while a game runs. */
function useStayAwake({ connection, meters }: SeatView): void {
  const live = connection.kind === "live";
  const playing = live && meters !== null && meters.phase !== "idle";
  useWakeLock(live);
  useEffect(() => (playing ? keepAwake() : undefined), [playing]);
}

// Longer than 70 lines by its markup: the areas of the grid and their order are read in one place.
export function GameScreen({ machineId }: { machineId: number }) {
  const t = useT();
  const { game, view, again } = useGame(machineId);
  const balance = useBalance() ?? 0;
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [stats, setStats] = useState<WhepStats | null>(null);
  /** Has the focus at first, so that the keys of the deck press no button by accident. */
  const deck = useRef<HTMLElement>(null);
  const { autoFullscreen, webcam } = settings();
  const stage = useStage({ auto: autoFullscreen });
  const check = useRealityCheck(view);
  const { spoken } = useNotices(view, () => game.leave());
  const leave = useLeave(game, view);
  const { leaving, going } = leave;
  const controls = useControls({ game, view, going, leaving: leaving || leave.asking, paused: check.due });
  const { ready, action, mayTransfer, autoplay, mayAutoplay, press, pressMain, withdraw, toggleAutoplay } = controls;
  useStayAwake(view);
  const openDeposit = () => setSheet("deposit");
  useKeyboard(view, {
    main: pressMain,
    press(control) {
      if (ready) press(control);
    },
    autoplay: toggleAutoplay,
    deposit: () => mayTransfer && openDeposit(),
    withdraw,
    fullscreen: stage.toggleFullscreen,
    help: () => setSheet("help"),
  });
  const { machine, meters } = view;
  const picture = {
    stage,
    mayRotate: stage.mayRotate && webcam && machine?.videoType !== "camera",
    mayCut: webcam && isCrop(machine?.crop),
  };

  return (
    <main
      ref={deck}
      tabIndex={-1}
      className={cx(
        "stage fixed inset-0 grid grid-cols-[minmax(0,1fr)] bg-surface across:grid-cols-[172px_minmax(0,1fr)_172px] across:grid-rows-[auto_minmax(0,1fr)] lg:mx-auto lg:max-w-[1280px] lg:grid-rows-[auto_minmax(0,1fr)_auto_auto]",
        webcam
          ? "grid-rows-[auto_minmax(0,auto)_auto_minmax(0,1fr)]"
          : "grid-rows-[auto_minmax(64px,1fr)_auto_minmax(0,auto)]",
      )}
    >
      <div className="across:col-span-3">
        <GameHeader
          view={view}
          balance={balance}
          signal={signalOf(stats, view.roundTripMs)}
          stage={stage}
          mayCut={picture.mayCut}
          leaving={leaving}
          onLeave={leave.request}
          onOpen={setSheet}
        >
          <Suspense fallback={<span className="inline-block size-11" />}>
            <PromotionButtons compact />
          </Suspense>
        </GameHeader>
        <CheckingNote compact />
      </div>

      <PictureArea view={view} leave={leave} stage={stage} mayRotate={picture.mayRotate} onStats={setStats} />

      <div className="px-3 pt-2 across:col-start-3 across:row-start-2 across:px-2 across:pt-0 lg:px-4">
        <Meters meters={meters} large={!webcam} />
      </div>

      <section
        aria-label={t("game.menu")}
        className="flex min-h-0 flex-col gap-2 px-3 py-2 across:contents lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(280px,340px)] lg:items-end lg:gap-6 lg:px-4 lg:pb-4"
      >
        <div className="mt-auto min-h-0 overflow-y-auto across:col-start-1 across:row-start-2 across:my-auto across:max-h-full across:px-2 across:py-1">
          <Deck view={view} ready={ready} onPress={press} />
        </div>
        <div className="flex shrink-0 flex-col gap-2 across:col-start-3 across:row-start-2 across:self-end across:p-2">
          <Actions
            view={view}
            action={action}
            mayTransfer={mayTransfer}
            autoplay={autoplay}
            mayAutoplay={mayAutoplay}
            onMain={pressMain}
            onAutoplay={toggleAutoplay}
            onDeposit={openDeposit}
            onWithdraw={withdraw}
          />
        </div>
      </section>

      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <GameDialogs
        view={view}
        balance={balance}
        stats={stats}
        sheet={sheet}
        onSheet={setSheet}
        returnFocus={deck}
        picture={picture}
        leave={leave}
        check={check}
        onDeposit={controls.deposit}
        onContinue={again}
      />
    </main>
  );
}
