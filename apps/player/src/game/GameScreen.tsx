/** The game: the picture, the meters, the deck. Fits every screen without scrolling. */
import { useBlocker, useNavigate } from "@tanstack/react-router";
import type { WhepStats } from "@reelcast/whep";
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { isApiError, settings } from "../api/index.ts";
import { keepAwake, noteActivity } from "../auth/activity.ts";
import { errorText, useT } from "../i18n/index.ts";
import { jackpotAfter, mainActionOf } from "../session/seat.ts";
import type { ServerNotice } from "../session/seat.ts";
import { useBalance } from "../shell/balance.ts";
import { CheckingNote } from "../shell/Notes.tsx";
import { PromotionButtons } from "../shell/promotions/index.ts";
import { IconButton, RotateIcon, cx, toast, useMoney } from "../ui/index.ts";
import { Actions } from "./Actions.tsx";
import { click } from "./clickSound.ts";
import { Deck } from "./Deck.tsx";
import { GameHeader } from "./GameHeader.tsx";
import * as later from "./later.tsx";
import { Meters } from "./Meters.tsx";
import { Picture } from "./Picture.tsx";
import { isCrop } from "./picture.ts";
import { preferences } from "../shell/preferences.ts";
import { signalOf } from "./signal.ts";
import { useAutoplay } from "./useAutoplay.ts";
import { useGame } from "./useGame.ts";
import { useKeyboard } from "./useKeyboard.ts";
import { useNotices } from "./useNotices.ts";
import { useRealityCheck } from "./useRealityCheck.ts";
import { useStage } from "./useStage.ts";
import { useWakeLock } from "./useWakeLock.ts";

type SheetName = "deposit" | "options" | "help" | "connection";

export function GameScreen({ machineId }: { machineId: number }) {
  const t = useT();
  const money = useMoney();
  const navigate = useNavigate();
  const { game, view, again } = useGame(machineId);
  const balance = useBalance() ?? 0;
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [stats, setStats] = useState<WhepStats | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [celebrated, setCelebrated] = useState<ServerNotice | null>(null);
  /** Set once leaving was meant: the way out is free. */
  const free = useRef(false);
  /** The keys of the deck are heard from here: no button has the focus by accident. */
  const deck = useRef<HTMLElement>(null);
  const { autoFullscreen, webcam, maxAllIn } = settings();
  const stage = useStage({ auto: autoFullscreen });
  const check = useRealityCheck(view);
  const { spoken } = useNotices(view, () => game.leave());

  const { meters, connection, closing, machine } = view;
  const live = connection.kind === "live";
  /** Of this seat only the end is left: somewhere else, or before a reload, its end was asked for. */
  const ending = view.session?.state === "cashout";
  const going = leaving || ending || closing !== null || view.refusal !== null;
  const ready = live && view.transfer === null && !going;
  const action = ready ? mainActionOf(view) : null;
  const credit = meters?.credit ?? 0;
  const mayTransfer = ready && meters?.phase === "idle";
  const atStake = live && (credit > 0 || (meters !== null && meters.phase !== "idle"));
  useWakeLock(live);
  const playing = live && meters !== null && meters.phase !== "idle";
  // Nobody is locked out of a running game.
  useEffect(() => (playing ? keepAwake() : undefined), [playing]);
  const blocker = useBlocker({
    shouldBlockFn: () => atStake && !free.current && !going,
    withResolver: true,
    enableBeforeUnload: false,
  });

  const showError = (error: unknown) => {
    // What passes by itself is no fault.
    const passes = isApiError(error, ErrorCode.ServiceUnavailable) || isApiError(error, ErrorCode.AmountUnderReview);
    if (passes) toast.info(errorText(error), { id: "refused", timeoutMs: 6_000 });
    else toast.error(errorText(error), { id: "refused" });
  };
  const send = (control: string) => {
    noteActivity();
    return game.press(control);
  };
  const { autoplay, runner } = useAutoplay({
    view,
    leaving: leaving || blocker.status === "blocked",
    paused: check.due,
    press: send,
    showError,
  });
  const playClick = () => {
    const { clickSound, volume, muted } = preferences();
    if (clickSound && !muted) click(volume);
  };
  const press = (control: string, takesWin = false) => {
    playClick();
    runner.pressed(takesWin);
    send(control).catch(showError);
  };
  const pressMain = () => action && press(action.control, action.does === "takeWin");
  const deposit = (amount: number) =>
    void game.cashIn(amount).then(
      () => toast.success(t("game.deposited", { amount: money(amount) })),
      (error: unknown) => {
        if (!isApiError(error, ErrorCode.SessionTerminated)) return showError(error);
        toast.error(t("game.depositNotDone", { amount: money(amount) }), { id: "refused", timeoutMs: 8_000 });
      },
    );
  const withdraw = () => {
    if (!mayTransfer || credit === 0) return;
    playClick();
    game.cashOut().then((amount) => toast.success(t("game.withdrawn", { amount: money(amount) })), showError);
  };
  const mayAutoplay = ready && meters !== null;
  const toggleAutoplay = () => {
    if (!mayAutoplay && !autoplay.on) return;
    noteActivity();
    playClick();
    runner.toggle();
  };
  async function seeEnd(then: () => void): Promise<void> {
    const amount = await game.leave();
    if (amount > 0) toast.success(t("game.withdrawn", { amount: money(amount) }));
    free.current = true;
    then();
  }
  async function leave(then: () => void): Promise<void> {
    setLeaving(true);
    try {
      await seeEnd(then);
    } catch (error) {
      showError(error);
      setLeaving(false);
    }
  }
  const toLobby = () => void navigate({ to: "/lobby" });
  const awaitEnd = useEffectEvent(() => void seeEnd(toLobby).catch(showError));
  useEffect(() => {
    if (ending) awaitEnd();
  }, [ending]);
  /** The session goes on ending without anybody who looks on. */
  const goMeanwhile = () => {
    free.current = true;
    if (blocker.status === "blocked") blocker.proceed();
    else toLobby();
  };
  const askToLeave = () => {
    // With credit on the machine the way out is blocked, and the dialog asks.
    if (atStake || !live) toLobby();
    else void leave(toLobby);
  };
  const close = () => setSheet(null);
  useKeyboard(view, {
    main: pressMain,
    press(control) {
      if (ready) press(control);
    },
    autoplay: toggleAutoplay,
    deposit: () => mayTransfer && setSheet("deposit"),
    withdraw,
    fullscreen: stage.toggleFullscreen,
    help: () => setSheet("help"),
  });
  const jackpot = jackpotAfter(view.notices, celebrated);
  const endJackpot = useCallback(() => jackpot && setCelebrated(jackpot), [jackpot]);
  const offers = {
    stage,
    mayRotate: stage.mayRotate && webcam && machine?.videoType !== "camera",
    mayCut: webcam && isCrop(machine?.crop),
  };
  const { name: jackpotName, amount: jackpotAmount } = jackpot?.params ?? {};

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
          mayCut={offers.mayCut}
          leaving={leaving}
          onLeave={askToLeave}
          onOpen={setSheet}
        >
          <Suspense fallback={<span className="inline-block size-11" />}>
            <PromotionButtons compact />
          </Suspense>
        </GameHeader>
        <CheckingNote compact />
      </div>

      <div
        // What lies over the picture is read against it, whatever the scheme.
        data-scheme="dark"
        className={cx(
          "relative min-h-0 text-text across:col-start-2 across:row-start-2 across:aspect-auto lg:aspect-auto lg:px-4",
          webcam ? "aspect-video max-h-full w-full" : "px-3",
        )}
      >
        <Picture
          view={view}
          going={
            closing !== null
              ? t("game.ended")
              : (leaving || ending) && atStake
                ? t("game.ending")
                : going
                  ? t("game.backToLobby")
                  : null
          }
          onLobby={leaving || ending ? goMeanwhile : null}
          onStats={setStats}
          onShown={later.preload}
        />
        {offers.mayRotate ? (
          <IconButton
            label={t("game.rotate")}
            aria-pressed={stage.rotated}
            onClick={stage.toggleRotated}
            className="absolute end-1 top-1 z-10 bg-sunken/60 aria-pressed:text-gold"
          >
            <RotateIcon />
          </IconButton>
        ) : null}
        <later.JackpotWin
          open={jackpot !== undefined}
          name={typeof jackpotName === "string" ? jackpotName : ""}
          amount={typeof jackpotAmount === "number" ? jackpotAmount : 0}
          onOver={endJackpot}
        />
      </div>

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
            onDeposit={() => setSheet("deposit")}
            onWithdraw={withdraw}
          />
        </div>
      </section>

      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <later.DepositSheet
        open={sheet === "deposit"}
        onClose={close}
        returnFocus={deck}
        balance={balance}
        maximum={view.limits?.maxAllIn ?? maxAllIn}
        onDeposit={deposit}
      />
      <later.OptionsSheet
        open={sheet === "options"}
        onClose={close}
        returnFocus={deck}
        {...offers}
        balance={balance}
        onHelp={() => setSheet("help")}
        onConnection={() => setSheet("connection")}
      />
      <later.HelpSheet open={sheet === "help"} onClose={close} returnFocus={deck} />
      <later.ConnectionSheet
        open={sheet === "connection"}
        onClose={close}
        returnFocus={deck}
        stats={stats}
        roundTripMs={view.roundTripMs}
      />
      <later.LeaveDialog
        open={blocker.status === "blocked" && !leaving}
        credit={credit}
        onStay={() => blocker.reset?.()}
        onLeave={() => void leave(() => blocker.proceed?.())}
      />
      <later.RealityCheckDialog
        open={check.open && blocker.status !== "blocked" && !going}
        played={check.played}
        net={meters?.net ?? 0}
        onContinue={check.onContinue}
        onLeave={() => void leave(toLobby)}
      />
      <later.TakenOver
        open={connection.kind === "ended" && connection.why === "takenOver"}
        onContinue={again}
        onLobby={toLobby}
      />
    </main>
  );
}
