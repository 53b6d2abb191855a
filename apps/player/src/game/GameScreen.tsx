/** The game: the picture, the meters, the deck. Fits every screen without scrolling. */
import { Suspense, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { WhepStats } from "@reelcast/whep";
import { cx } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { keepAwake } from "../auth/activity.ts";
import { useT } from "../i18n/index.ts";
import type { GameSession } from "../session/game.ts";
import type { SeatView } from "../session/seat.ts";
import { useBalance } from "../shell/balance.ts";
import { usePanel } from "../shell/panels.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { Actions } from "./Actions.tsx";
import { useCelebration } from "./celebration/useCelebration.ts";
import { Deck } from "./Deck.tsx";
import type { GameDialogsProps, SheetName } from "./GameDialogs.tsx";
import { GameHeader } from "./GameHeader.tsx";
import { InfoLine } from "./InfoLine.tsx";
import { MessageLine } from "./MessageLine.tsx";
import type { MessageLineProps } from "./MessageLine.tsx";
import { Meters } from "./Meters.tsx";
import { PictureArea } from "./PictureArea.tsx";
import { preload } from "./loadLater.ts";
import { isArea } from "./picture.ts";
import { signalOf } from "./signal.ts";
import { hasButtons } from "./touch.ts";
import { useAddress } from "./useAddress.ts";
import { useControls } from "./useControls.ts";
import type { Controls, ControlsInput } from "./useControls.ts";
import { useGame } from "./useGame.ts";
import { useKeyboard } from "./useKeyboard.ts";
import { useLeave } from "./useLeave.ts";
import { useReactions } from "./useReactions.ts";
import { useRealityCheck } from "./useRealityCheck.ts";
import type { RealityCheck } from "./useRealityCheck.ts";
import { usePip } from "./usePip.ts";
import { useScreenMode } from "./useScreenMode.ts";
import type { ScreenMode } from "./useScreenMode.ts";
import { useSound } from "./useSound.ts";
import type { Sound } from "./useSound.ts";
import { useWakeLock } from "@reelcast/ui";
import { useLivePicture } from "./useLivePicture.ts";
import { useSeatPlan } from "./useSeatPlan.ts";
import type { LivePictureInput, SeatPicture } from "./useLivePicture.ts";
import { usePictureGuard } from "./usePictureGuard.ts";
import type { PictureGuard } from "./usePictureGuard.ts";

/** None of them is open at first, and there is no notice yet: the machine is shown without waiting for them. */
const GameDialogs = lazyPart(() => import("./GameDialogs.tsx"));
const Dialogs = (props: GameDialogsProps) => (
  <Suspense>
    <GameDialogs {...props} />
  </Suspense>
);

/** Upright all below each other; across the controls over the sides of the picture; on a desktop the deck below all. */
const STAGE =
  "stage @container/stage fixed inset-0 grid overflow-y-auto bg-surface [--layout:upright] [grid-template-areas:'top'_'picture'_'info'_'meters'_'message'_'deck'_'actions'] grid-cols-[minmax(0,1fr)] across:[--layout:across] across:[--side:clamp(100px,6.25rem,24vw)] across:[grid-template-areas:'top_top_top_top'_'deck_._._actions'_'deck_info_meters_actions'] across:grid-cols-[var(--side)_auto_minmax(0,1fr)_var(--side)] across:grid-rows-[44px_minmax(0,1fr)_minmax(48px,max-content)] desk:[--layout:desk] desk:[grid-template-areas:'top_top'_'picture_picture'_'state_state'_'deck_actions'] desk:grid-cols-[minmax(0,1fr)_auto] desk:grid-rows-[max-content_minmax(22dvh,1fr)_max-content_max-content] desk:gap-x-6 desk:px-4 desk:pb-3";
/** On a wide window the chat stands next to the game, and not over it. */
const NEXT_TO_PANEL = "xl:desk:end-90";
/** Text of twice its size makes the page longer than the window; the picture keeps its least height then. */
const WITH_PICTURE =
  "grid-rows-[max-content_minmax(22dvh,auto)_max-content_max-content_max-content_minmax(min-content,1fr)_max-content]";
const WITHOUT_PICTURE =
  "grid-rows-[max-content_minmax(64px,1fr)_max-content_max-content_max-content_minmax(min-content,auto)_max-content]";

/** Keeps the device awake while connected, and the player logged in while a game runs. */
function useStayAwake({ connection, meters }: SeatView): void {
  const live = connection.kind === "live";
  const playing = live && meters !== null && meters.phase !== "idle";
  useWakeLock(live);
  useEffect(() => (playing ? keepAwake() : undefined), [playing]);
}

interface PlayInput extends Pick<ControlsInput, "game" | "view" | "guard" | "onAskAutoplay"> {
  check: RealityCheck;
  video: RefObject<HTMLVideoElement | null>;
}
/** What can be pressed, and the way out. */
function usePlay({ game, view, guard, check, video, onAskAutoplay }: PlayInput) {
  const onSent = useReactions(video);
  const leave = useLeave(game, view);
  const { leaving, isEnding, asking } = leave;
  const controls = useControls({
    game,
    view,
    guard,
    isEnding,
    leaving: leaving || asking,
    paused: check.due,
    onSent,
    onAskAutoplay,
  });
  return { leave, controls };
}
/** What can be done with the picture of this machine, on this device. */
function usePictureControls(
  { machine }: SeatView,
  screenMode: ScreenMode,
  video: RefObject<HTMLVideoElement | null>,
): GameDialogsProps["picture"] {
  const { webcam } = useSettings();
  const pip = usePip(video);
  return {
    screenMode,
    mayRotate: screenMode.mayRotate && webcam && machine?.videoType !== "camera",
    mayCut: webcam && isArea(machine?.crop),
    mayHideDeck: webcam && hasButtons(machine, "desk"),
    pip: webcam ? pip : { ...pip, kind: null },
  };
}
function useDeckKeys(
  view: SeatView,
  controls: Controls,
  { toggleFullscreen }: ScreenMode,
  open: (sheet: SheetName) => void,
): void {
  useKeyboard(view, {
    main: controls.pressMain,
    press: (control) => controls.ready && controls.press(control),
    autoplay: controls.toggleAutoplay,
    deposit: () => controls.mayTransfer && open("deposit"),
    withdraw: controls.withdraw,
    fullscreen: toggleFullscreen,
    help: () => open("help"),
  });
}

/** The picture with its sound; how it is, is shown to the player, and reported for the operator's metrics. */
function useSeatPicture(
  game: GameSession,
  { connection, machine, video, videoEpoch }: SeatView,
  element: RefObject<HTMLVideoElement | null>,
): { live: SeatPicture; sound: Sound; stats: WhepStats | null; guard: PictureGuard } {
  const sound = useSound();
  const [stats, setStats] = useState<WhepStats | null>(null);
  const onStats: LivePictureInput["onStats"] = (now, firstFrameMs) => {
    setStats(now);
    if (now && firstFrameMs !== null) game.reportVideo(now, firstFrameMs);
  };
  const live = useLivePicture(element, {
    // Another window, or nobody, has the seat: a player that stayed would take the picture from there.
    video: connection.kind === "ended" ? null : video,
    videoEpoch,
    isDrawn: (machine?.parts?.length ?? 0) > 1,
    onStats,
    onSound: sound.setTrack,
    onShown: preload,
  });
  const guard = usePictureGuard(useSettings().webcam ? live.picture : null);
  return { live, sound, stats, guard };
}

export function GameScreen({ machineId }: { machineId: number }) {
  const { game, view, again } = useGame(machineId);
  const balance = useBalance();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [zoom, setZoom] = useState(1);
  /** Has the focus at first, so that the keys of the deck press no button by accident. */
  const screen = useRef<HTMLElement>(null);
  /** Of the picture. */
  const place = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { autoFullscreen, webcam } = useSettings();
  const screenMode = useScreenMode({ auto: autoFullscreen });
  const check = useRealityCheck(view);
  const { live, sound, stats, guard } = useSeatPicture(game, view, video);
  const { leave, controls } = usePlay({ game, view, guard, check, video, onAskAutoplay: () => setSheet("autoplay") });
  useStayAwake(view);
  useSeatPlan({ machineId, game, view, guard, controls, leave, check, isElsewhere: sheet !== null });
  const reads = usePanel() !== null;
  useDeckKeys(view, controls, screenMode, setSheet);
  const { machine } = view;
  useAddress(machine);
  const celebration = useCelebration(view);
  const picture = usePictureControls(view, screenMode, video);

  return (
    <main
      ref={screen}
      tabIndex={-1}
      className={cx(STAGE, webcam ? WITH_PICTURE : WITHOUT_PICTURE, reads && NEXT_TO_PANEL)}
    >
      <GameHeader
        view={view}
        signal={signalOf(view.connection, guard.sight.picture, stats, view.roundTripMs)}
        {...picture}
        soundBlocked={sound.blocked}
        leaving={leave.leaving}
        onLeave={leave.request}
        onOpen={setSheet}
      />
      <PictureArea
        view={view}
        machineId={machineId}
        leave={leave}
        live={live}
        celebration={celebration}
        video={video}
        place={place}
        onTouch={controls.touch}
        onZoom={setZoom}
      />
      <State {...{ view, balance, celebration, zoom }} soundBlocked={sound.blocked} />
      <ControlArea view={view} controls={controls} picture={place} onDeposit={() => setSheet("deposit")} />
      <Dialogs
        view={view}
        balance={balance}
        stats={stats}
        sheet={sheet}
        onSheet={setSheet}
        returnFocus={screen}
        picture={picture}
        video={video}
        leave={leave}
        guard={guard}
        check={check}
        onDeposit={controls.deposit}
        onAutoplay={controls.startAutoplay}
        onContinue={again}
        onStay={() => game.stay()}
        onClosing={() => game.leave()}
      />
    </main>
  );
}

/** What holds now, in one row on a desktop: the message, the meters, the session. */
interface StateProps extends MessageLineProps {
  balance: number | undefined;
}
function State({ balance, ...message }: StateProps) {
  const house = useSettings();
  const { view } = message;
  return (
    <div className="contents across:@max-[28rem]/stage:block across:@max-[28rem]/stage:[grid-area:3/2/4/4] desk:grid desk:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] desk:gap-4 desk:py-2 desk:[grid-area:state] desk:*:[grid-area:auto]">
      <MessageLine {...message} />
      <Meters view={view} large={!house.webcam} />
      <InfoLine view={view} balance={balance} />
    </div>
  );
}

interface ControlAreaProps {
  view: SeatView;
  controls: Controls;
  /** The element of the picture. */
  picture: RefObject<HTMLElement | null>;
  onDeposit: () => void;
}
/** The machine's deck, and the app's own buttons. */
function ControlArea({ view, controls, picture, onDeposit }: ControlAreaProps) {
  const t = useT();
  return (
    <section aria-label={t("game.menu")} className="contents">
      <Deck view={view} ready={controls.ready} onPress={controls.press} picture={picture} />
      <div
        data-part="actions"
        className="z-10 flex flex-col gap-2 px-3 pt-2 pb-3 [grid-area:actions] across:min-h-0 across:gap-1.5 across:overflow-y-auto across:p-1.5 across:pt-12.5 across:before:mt-auto across:before:-mb-1.5 across:before:content-[''] desk:min-h-23.5 desk:flex-row desk:p-0"
      >
        <Actions view={view} controls={controls} onDeposit={onDeposit} />
      </div>
    </section>
  );
}
