/** The bar above the picture: leave, the machine's name, and small switches. Toasts lie over it. */
import { Suspense } from "react";
import {
  CropIcon,
  FullscreenEndIcon,
  FullscreenIcon,
  IconButton,
  InfoIcon,
  LogoutIcon,
  MutedIcon,
  OptionsIcon,
  PipIcon,
  QuestionIcon,
  RotateIcon,
  SignalIcon,
  SoundIcon,
} from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { prefer, usePreferences } from "../shell/preferences.ts";
import { PromotionButtons } from "../shell/promotions/index.ts";
import type { Signal } from "./signal.ts";
import type { Pip } from "./usePip.ts";
import type { ScreenMode } from "./useScreenMode.ts";

export interface GameHeaderProps {
  view: SeatView;
  signal: Signal;
  screenMode: ScreenMode;
  mayCut: boolean;
  mayRotate: boolean;
  pip: Pip;
  /** The sound waits for a press. */
  soundBlocked: boolean;
  leaving: boolean;
  onLeave: () => void;
  onOpen: (sheet: "options" | "help" | "connection" | "rules") => void;
}

const SIGNALS = { good: "text-cash", fair: "text-warning", bad: "text-error", unknown: "text-muted" } as const;
const WIDE = "max-lg:hidden across:hidden";

export function GameHeader(props: GameHeaderProps) {
  const { view, signal, screenMode, mayRotate, leaving, onLeave, onOpen } = props;
  const t = useT();
  const quality = {
    good: t("game.signalGood"),
    fair: t("game.signalFair"),
    bad: t("game.signalBad"),
    unknown: t("game.signalUnknown"),
  }[signal];
  return (
    <header
      data-part="header"
      className="z-20 flex min-h-12 items-center px-1 [grid-area:top] sm:px-2 across:pointer-events-none across:min-h-11 across:items-start across:px-0 across:*:pointer-events-auto across:[&_button]:bg-sunken/75 desk:gap-1"
    >
      <IconButton label={t("game.leave")} onClick={onLeave} disabled={leaving}>
        <LogoutIcon className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton label={t("game.rules")} onClick={() => onOpen("rules")}>
        <InfoIcon />
      </IconButton>
      <h1 className="line-clamp-2 min-w-0 grow text-sm leading-4 font-semibold across:sr-only sm:text-base sm:leading-5">
        {view.machine?.name ?? t("game.title")}
      </h1>
      <span className="hidden grow across:block" />
      {/* Across, in two columns above the actions: what the machine shows at its top stays free. */}
      <div className="contents across:flex across:w-22 across:flex-wrap across:justify-end">
        {mayRotate ? (
          <IconButton
            label={t("game.rotate")}
            aria-pressed={screenMode.rotated}
            onClick={screenMode.toggleRotated}
            className="aria-pressed:text-gold"
          >
            <RotateIcon />
          </IconButton>
        ) : null}
        <Suspense fallback={<span className="inline-block size-11" />}>
          <PromotionButtons compact />
        </Suspense>
        <WideButtons {...props} />
        <IconButton label={`${t("game.connection")}: ${quality}`} onClick={() => onOpen("connection")}>
          <SignalIcon className={SIGNALS[signal]} />
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
      </div>
    </header>
  );
}

/** What stands in the options alone where there is less room. */
function WideButtons({ pip, mayCut, soundBlocked, onOpen }: GameHeaderProps) {
  const t = useT();
  const { muted, volume, cutScreen } = usePreferences();
  const silent = muted || volume === 0;
  const toggleSound = () => {
    // The press itself starts it.
    if (soundBlocked) return;
    prefer(silent ? { muted: false, volume: volume || 1 } : { muted: true });
  };
  return (
    <>
      {pip.kind ? (
        <IconButton
          label={t("game.pip")}
          aria-pressed={pip.on}
          onClick={pip.toggle}
          className={`${WIDE} aria-pressed:text-gold`}
        >
          <PipIcon />
        </IconButton>
      ) : null}
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
        label={soundBlocked ? t("game.tapForSound") : silent ? t("game.unmute") : t("game.mute")}
        onClick={toggleSound}
        className={WIDE}
      >
        {silent || soundBlocked ? <MutedIcon /> : <SoundIcon />}
      </IconButton>
      <IconButton label={t("game.help")} onClick={() => onOpen("help")} className={WIDE}>
        <QuestionIcon />
      </IconButton>
    </>
  );
}
