/** The bar above the picture: leave, session clock, balance, and small switches. */
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import {
  CropIcon,
  FullscreenEndIcon,
  FullscreenIcon,
  IconButton,
  LogoutIcon,
  MutedIcon,
  OptionsIcon,
  QuestionIcon,
  SignalIcon,
  SoundIcon,
  WalletIcon,
} from "../ui/index.ts";
import { OwnMoney } from "../shell/ownMoney.tsx";
import { prefer, usePreferences } from "../shell/preferences.ts";
import { SessionClock } from "./SessionClock.tsx";
import type { Signal } from "./signal.ts";
import type { ScreenMode } from "./useScreenMode.ts";

export interface GameHeaderProps {
  view: SeatView;
  balance: number;
  signal: Signal;
  screenMode: ScreenMode;
  mayCut: boolean;
  leaving: boolean;
  onLeave: () => void;
  onOpen: (sheet: "options" | "help" | "connection") => void;
  /** Further buttons, such as promotions. */
  children?: ReactNode;
}

const SIGNALS = { good: "text-cash", fair: "text-warning", bad: "text-error" } as const;
const WIDE = "max-lg:hidden";

export function GameHeader(props: GameHeaderProps) {
  const { view, balance, signal, screenMode, mayCut, leaving, onLeave, onOpen, children } = props;
  const t = useT();
  const { muted, volume, cutScreen } = usePreferences();
  const silent = muted || volume === 0;
  const quality = { good: t("game.signalGood"), fair: t("game.signalFair"), bad: t("game.signalBad") }[signal];
  return (
    <header className="flex items-center px-2 py-1 sm:gap-2 across:py-0">
      <IconButton label={t("game.leave")} onClick={onLeave} disabled={leaving}>
        <LogoutIcon className="rtl:-scale-x-100" />
      </IconButton>
      <div className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <h1 className="min-w-0 truncate text-sm leading-5 font-semibold sm:text-base">
          {view.machine?.name ?? t("game.title")}
        </h1>
        <SessionClock view={view} />
      </div>
      <span className="hidden items-center gap-1.5 ps-2 text-sm sm:flex" title={t("game.balance")}>
        <WalletIcon size={18} />
        <span className="sr-only">{t("game.balance")}</span>
        <OwnMoney minor={balance} />
      </span>
      {children}
      {mayCut ? (
        <IconButton
          label={t("game.cutScreen")}
          aria-pressed={cutScreen}
          onClick={() => prefer({ cutScreen: !cutScreen })}
          className={`${WIDE} aria-pressed:text-gold`}
        >
          <CropIcon />
        </IconButton>
      ) : null}
      <IconButton
        label={silent ? t("game.unmute") : t("game.mute")}
        onClick={() => (silent ? prefer({ muted: false, volume: volume || 1 }) : prefer({ muted: true }))}
        className={WIDE}
      >
        {silent ? <MutedIcon /> : <SoundIcon />}
      </IconButton>
      <IconButton label={`${t("game.connection")}: ${quality}`} onClick={() => onOpen("connection")}>
        <SignalIcon className={SIGNALS[signal]} />
      </IconButton>
      <IconButton label={t("game.help")} onClick={() => onOpen("help")} className={WIDE}>
        <QuestionIcon />
      </IconButton>
      {screenMode.mayFullscreen ? (
        <IconButton
          label={screenMode.fullscreen ? t("game.fullscreenEnd") : t("game.fullscreen")}
          onClick={screenMode.toggleFullscreen}
          className="max-sm:hidden"
        >
          {screenMode.fullscreen ? <FullscreenEndIcon /> : <FullscreenIcon />}
        </IconButton>
      ) : null}
      <IconButton label={t("game.options")} onClick={() => onOpen("options")}>
        <OptionsIcon />
      </IconButton>
    </header>
  );
}
