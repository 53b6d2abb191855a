/** The game: the picture, the meters, the deck. Fits every screen without scrolling. */
import { useQuery } from "@tanstack/react-query";
import { useBlocker, useNavigate } from "@tanstack/react-router";
import type { WhepStats } from "@reelcast/whep";
import { useRef, useState } from "react";
import { call, settings } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { mainActionOf } from "../session/seat.ts";
import {
  Button,
  CashOutIcon,
  IconButton,
  LogoutIcon,
  Money,
  PlayIcon,
  QuestionIcon,
  WalletIcon,
  cx,
  toast,
  useMoney,
} from "../ui/index.ts";
import { Deck } from "./Deck.tsx";
import { DepositSheet } from "./DepositSheet.tsx";
import { FullscreenIcon, SignalIcon } from "./icons.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { Meters } from "./Meters.tsx";
import { LostOverlay, Refused, TakenOver } from "./overlays.tsx";
import { SessionClock } from "./SessionClock.tsx";
import { ConnectionSheet, HelpSheet, signalOf } from "./sheets.tsx";
import { useGame } from "./useGame.ts";
import { useKeyboard } from "./useKeyboard.ts";
import { useNotices } from "./useNotices.ts";
import { VideoView } from "./VideoView.tsx";

export function GameScreen({ machineId }: { machineId: number }) {
  const t = useT();
  const money = useMoney();
  const navigate = useNavigate();
  const { game, view, again } = useGame(machineId);
  const { data: balance = 0 } = useQuery({
    queryKey: ["balance"],
    queryFn: async () => (await call("balance")).balance,
  });
  const [sheet, setSheet] = useState<"deposit" | "help" | "connection" | null>(null);
  const [stats, setStats] = useState<WhepStats | null>(null);
  const [leaving, setLeaving] = useState(false);
  /** Set once leaving was meant: the way out is free. */
  const free = useRef(false);
  /** The keys of the deck are heard from here: no button has the focus by accident. */
  const deck = useRef<HTMLElement>(null);
  useNotices(view);

  const { meters, connection } = view;
  const live = connection.kind === "live";
  const busy = view.transfer !== null;
  const action = live && !busy && !leaving ? mainActionOf(view) : null;
  const credit = meters?.credit ?? 0;
  const mayTransfer = live && !busy && !leaving && meters?.phase === "idle";
  const atStake = live && (credit > 0 || (meters !== null && meters.phase !== "idle"));
  const blocker = useBlocker({
    shouldBlockFn: () => atStake && !free.current && view.closed === null,
    withResolver: true,
    enableBeforeUnload: false,
  });

  const complain = (error: unknown) => void toast.error(errorText(error));
  const press = (control: string) => void game.press(control).catch(complain);
  const pressMain = () => action && press(action.control);
  const deposit = (amount: number) =>
    void game.cashIn(amount).then(() => toast.success(t("game.deposited", { amount: money(amount) })), complain);
  const withdraw = () => {
    if (!mayTransfer || credit === 0) return;
    game.cashOut().then((amount) => toast.success(t("game.withdrawn", { amount: money(amount) })), complain);
  };
  const fullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen?.().catch(() => {});
  };
  async function leave(then: () => void): Promise<void> {
    setLeaving(true);
    try {
      const amount = await game.leave();
      if (amount > 0) toast.success(t("game.withdrawn", { amount: money(amount) }));
      free.current = true;
      then();
    } catch (error) {
      complain(error);
      setLeaving(false);
    }
  }
  const toLobby = () => void navigate({ to: "/lobby" });
  const askToLeave = () => {
    // With credit on the machine the way out is blocked, and the dialog asks.
    if (atStake || !live) toLobby();
    else void leave(toLobby);
  };
  useKeyboard(view, {
    main: pressMain,
    press,
    deposit: () => mayTransfer && setSheet("deposit"),
    withdraw,
    fullscreen,
    help: () => setSheet("help"),
  });

  if (view.refusal) return <Refused error={view.refusal} onLobby={toLobby} onAgain={again} />;
  const { depositText, withdrawText } = settings();
  const signal = signalOf(stats, view.roundTripMs);
  const says = { play: t("game.play"), stop: t("game.stop"), takeWin: t("game.takeWin") }[action?.does ?? "play"];

  return (
    <main
      ref={deck}
      tabIndex={-1}
      className="fixed inset-0 grid grid-rows-[auto_minmax(0,auto)_auto_minmax(0,1fr)] bg-surface pb-[env(safe-area-inset-bottom)] across:grid-cols-[158px_minmax(0,1fr)_168px] across:grid-rows-[auto_minmax(0,1fr)] lg:mx-auto lg:max-w-[1280px] lg:grid-rows-[auto_minmax(0,1fr)_auto_auto]"
    >
      <header className="flex items-center gap-2 px-2 py-1 across:col-span-3 across:py-0">
        <IconButton label={t("game.leave")} onClick={askToLeave} disabled={leaving}>
          <LogoutIcon className="rtl:-scale-x-100" />
        </IconButton>
        <h1 className="min-w-0 grow truncate text-sm font-semibold sm:text-base">
          {view.machine?.name ?? t("game.title")}
        </h1>
        <SessionClock view={view} />
        <span className="hidden items-center gap-1.5 text-sm sm:flex" title={t("game.balance")}>
          <WalletIcon size={18} />
          <span className="sr-only">{t("game.balance")}</span>
          <Money minor={balance} />
        </span>
        <IconButton
          label={`${t("game.connection")}: ${t(signal === "good" ? "game.signalGood" : signal === "fair" ? "game.signalFair" : "game.signalBad")}`}
          onClick={() => setSheet("connection")}
        >
          <SignalIcon className={signal === "good" ? "text-cash" : signal === "fair" ? "text-warning" : "text-error"} />
        </IconButton>
        <IconButton label={t("game.help")} onClick={() => setSheet("help")} className="hidden sm:inline-grid">
          <QuestionIcon />
        </IconButton>
        <IconButton label={t("game.fullscreen")} onClick={fullscreen} className="hidden sm:inline-grid">
          <FullscreenIcon />
        </IconButton>
      </header>

      <div className="relative flex min-h-0 items-center across:col-start-2 across:row-start-2 lg:px-4">
        <VideoView video={view.video} videoEpoch={view.videoEpoch} dimmed={!live} onStats={setStats} />
        {(meters?.freeSpins ?? 0) > 0 ? (
          <p className="absolute top-2 start-1/2 -translate-x-1/2 rounded-full bg-bonus px-4 py-1 text-sm font-bold text-on-gold rtl:translate-x-1/2">
            {t("game.freeSpins", { count: meters?.freeSpins ?? 0 })}
          </p>
        ) : null}
        {live ? null : <LostOverlay connection={connection} />}
      </div>

      <div className="px-3 pt-2 across:col-start-3 across:row-start-2 across:px-2 across:pt-0 lg:px-4">
        <Meters meters={meters} />
      </div>

      <section
        aria-label={t("game.menu")}
        className="flex min-h-0 flex-col justify-end gap-2 overflow-y-auto px-3 py-2 across:contents lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(280px,340px)] lg:items-end lg:gap-6 lg:px-4 lg:pb-4"
      >
        <div className="across:col-start-1 across:row-start-2 across:self-center across:overflow-y-auto across:p-2">
          <Deck view={view} onPress={press} />
        </div>
        <div className="flex flex-col gap-2 across:col-start-3 across:row-start-2 across:self-end across:p-2">
          <div className="grid grid-cols-2 gap-2 across:grid-cols-1 across:gap-1">
            <Button
              icon={<WalletIcon />}
              disabled={!mayTransfer}
              onClick={() => setSheet("deposit")}
              className="text-cash across:min-h-10"
              aria-label={t("game.deposit", { text: depositText })}
            >
              {depositText}
            </Button>
            <Button
              icon={<CashOutIcon />}
              disabled={!mayTransfer || credit === 0}
              busy={view.transfer?.kind === "cashout"}
              onClick={withdraw}
              className="text-credit across:min-h-10"
            >
              {credit > 0 ? t("game.withdraw", { text: withdrawText, amount: money(credit, true) }) : withdrawText}
            </Button>
          </div>
          <Button
            tone="main"
            icon={<PlayIcon size={26} className="rtl:-scale-x-100" />}
            disabled={action === null}
            onClick={pressMain}
            className={cx(
              "min-h-16 rounded-lg text-xl across:min-h-14",
              action?.does === "takeWin" && "animate-pulse",
              action && view.pressing.includes(action.control) && "scale-[.98] brightness-110",
            )}
          >
            {says}
          </Button>
          {live && credit === 0 && meters?.phase === "idle" && !busy ? (
            <p className="text-center text-sm text-muted across:hidden">{t("game.noFunds")}</p>
          ) : null}
        </div>
      </section>

      <DepositSheet
        open={sheet === "deposit"}
        onClose={() => setSheet(null)}
        returnFocus={deck}
        balance={balance}
        maximum={view.limits?.maxAllIn ?? settings().maxAllIn}
        onDeposit={deposit}
      />
      <HelpSheet open={sheet === "help"} onClose={() => setSheet(null)} returnFocus={deck} />
      <ConnectionSheet
        open={sheet === "connection"}
        onClose={() => setSheet(null)}
        returnFocus={deck}
        stats={stats}
        roundTripMs={view.roundTripMs}
      />
      <LeaveDialog
        open={blocker.status === "blocked"}
        leaving={leaving}
        credit={credit}
        onStay={() => blocker.reset?.()}
        onLeave={() => void leave(() => blocker.proceed?.())}
      />
      {connection.kind === "ended" && connection.why === "takenOver" ? (
        <TakenOver onContinue={again} onLobby={toLobby} />
      ) : null}
    </main>
  );
}
