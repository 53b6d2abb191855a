/** Options of the game screen: sound, picture, full screen, help. */
import { useId } from "react";
import type { RefObject } from "react";
import {
  Button,
  ClockIcon,
  CropIcon,
  FullscreenIcon,
  HistoryIcon,
  IconButton,
  MoonIcon,
  MutedIcon,
  PipIcon,
  QuestionIcon,
  RotateIcon,
  ShieldIcon,
  Sheet,
  SignalIcon,
  SoundIcon,
  Switch,
  TouchIcon,
  WalletIcon,
} from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { LastGamesEntry } from "../recall/index.tsx";
import { SupportEntry } from "../support/index.tsx";
import { OwnMoney } from "../shell/ownMoney.tsx";
import { prefer, usePreferences } from "../shell/preferences.ts";
import { ReadingLinks } from "./ReadingLinks.tsx";
import type { Pip } from "./usePip.ts";
import type { ScreenMode } from "./useScreenMode.ts";

export interface OptionsSheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  screenMode: ScreenMode;
  /** Whether the picture can be turned and cropped at this machine. */
  mayRotate: boolean;
  mayCut: boolean;
  /** The picture shows the machine's own buttons, which can be touched. */
  mayHideDeck: boolean;
  pip: Pip;
  /** The player may hide the length or the result of the session. */
  mayHideClock: boolean;
  balance: number | undefined;
  /** Null before there is one. */
  session: string | null;
  onHelp: () => void;
  onConnection: () => void;
}

/** Sounds, quiet mode and the clock. */
function PlaySwitches({ mayHideClock }: Pick<OptionsSheetProps, "mayHideClock">) {
  const t = useT();
  const { clickSound, sessionClock, quiet } = usePreferences();
  return (
    <>
      <Switch
        icon={<SoundIcon />}
        label={t("gameParts.clickSound")}
        on={clickSound}
        onChange={() => prefer({ clickSound: !clickSound })}
      />
      <Switch icon={<MoonIcon />} label={t("gameParts.quiet")} on={quiet} onChange={() => prefer({ quiet: !quiet })} />
      <p className="px-2 pb-2 text-sm text-muted">{t("gameParts.quietText")}</p>
      {mayHideClock ? (
        <Switch
          icon={<ClockIcon />}
          label={t("gameParts.sessionClock")}
          on={sessionClock}
          onChange={() => prefer({ sessionClock: !sessionClock })}
        />
      ) : null}
    </>
  );
}

export default function OptionsSheet(props: OptionsSheetProps) {
  const { open, onClose, returnFocus, balance, session } = props;
  const t = useT();
  return (
    <Sheet
      returnFocus={returnFocus}
      open={open}
      onClose={onClose}
      side="end"
      title={t("game.options")}
      closeLabel={t("shell.close")}
    >
      <div className="flex flex-col gap-1 p-3">
        <p className="flex items-center gap-3 px-2 py-2 text-[.9375rem]">
          <WalletIcon className="text-muted" />
          <span className="grow">{t("game.balance")}</span>
          <OwnMoney minor={balance} className="font-semibold" />
        </p>
        <Volume />
        <PlaySwitches {...props} />
        <PictureSwitches {...props} />
        <ReadingLinks onChat={onClose} />
        <div className="grid grid-cols-2 gap-2 pt-3">
          <Button icon={<SignalIcon />} onClick={props.onConnection}>
            {t("game.connection")}
          </Button>
          <Button icon={<QuestionIcon />} onClick={props.onHelp}>
            {t("game.help")}
          </Button>
          {session === null ? null : (
            <LastGamesEntry session={session}>
              {(press) => (
                <Button icon={<HistoryIcon />} className="col-span-2" {...press}>
                  {t("shell.lastGames")}
                </Button>
              )}
            </LastGamesEntry>
          )}
          <a
            href="/profile/limits"
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center justify-center gap-2 rounded-md bg-lifted px-4 py-2 text-[.9375rem] leading-tight font-semibold ring-1 ring-line ring-inset hover:bg-line"
          >
            <ShieldIcon />
            {t("shell.limits")}
            <span className="sr-only">{t("gameParts.newTab")}</span>
          </a>
          <SupportEntry />
        </div>
      </div>
    </Sheet>
  );
}

type PictureSwitchesProps = Pick<
  OptionsSheetProps,
  "onClose" | "screenMode" | "mayRotate" | "mayCut" | "mayHideDeck" | "pip"
>;
/** What the device and the machine allow. */
function PictureSwitches({ onClose, screenMode, mayRotate, mayCut, mayHideDeck, pip }: PictureSwitchesProps) {
  const t = useT();
  const { cutScreen, deckHidden } = usePreferences();
  return (
    <>
      {mayCut ? (
        <Switch
          icon={<CropIcon />}
          label={t("game.cutScreen")}
          on={cutScreen}
          onChange={() => prefer({ cutScreen: !cutScreen })}
        />
      ) : null}
      {mayHideDeck ? (
        <Switch
          icon={<TouchIcon />}
          label={t("gameParts.deckHidden")}
          on={deckHidden}
          onChange={() => prefer({ deckHidden: !deckHidden })}
        />
      ) : null}
      {mayRotate ? (
        <Switch
          icon={<RotateIcon />}
          label={t("game.rotate")}
          on={screenMode.rotated}
          onChange={() => {
            onClose();
            screenMode.toggleRotated();
          }}
        />
      ) : null}
      {screenMode.mayFullscreen ? (
        <Switch
          icon={<FullscreenIcon />}
          label={t("game.fullscreen")}
          on={screenMode.fullscreen}
          onChange={screenMode.toggleFullscreen}
        />
      ) : null}
      {pip.kind ? <Switch icon={<PipIcon />} label={t("game.pip")} on={pip.on} onChange={pip.toggle} /> : null}
    </>
  );
}

function Volume() {
  const t = useT();
  const id = useId();
  const { volume, muted } = usePreferences();
  const silent = muted || volume === 0;
  return (
    <div className="flex items-center gap-2 px-2">
      <label htmlFor={id} className="flex grow items-center gap-3 text-[.9375rem]">
        <span className="shrink-0">{t("gameParts.volume")}</span>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={5}
          value={silent ? 0 : Math.round(volume * 100)}
          onChange={(event) => {
            const next = Number(event.target.value) / 100;
            prefer({ volume: next, muted: next === 0 });
          }}
          className="h-11 w-full min-w-0 accent-gold"
        />
      </label>
      <IconButton
        label={silent ? t("game.unmute") : t("game.mute")}
        aria-pressed={silent}
        onClick={() => (silent ? prefer({ muted: false, volume: volume || 1 }) : prefer({ muted: true }))}
      >
        {silent ? <MutedIcon /> : <SoundIcon />}
      </IconButton>
    </div>
  );
}
