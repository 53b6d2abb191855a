/** Options of the game screen, one list: sound, picture and screen first, then what can be opened. */
import { useId } from "react";
import type { RefObject } from "react";
import {
  BookIcon,
  ChatIcon,
  ClockIcon,
  CropIcon,
  FullscreenIcon,
  HistoryIcon,
  IconButton,
  ListIcon,
  MoonIcon,
  MutedIcon,
  PipIcon,
  QuestionIcon,
  RotateIcon,
  ShieldIcon,
  Sheet,
  SignalIcon,
  SoundIcon,
  TouchIcon,
  WalletIcon,
} from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { LastGamesEntry } from "../recall/index.tsx";
import { SupportEntry } from "../support/index.tsx";
import { OwnMoney } from "../shell/ownMoney.tsx";
import { showPanel } from "../shell/panels.ts";
import { prefer, usePreferences } from "../shell/preferences.ts";
import { ActionRow, Option, PageRow, SwitchRow } from "./OptionRow.tsx";
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
      <SwitchRow
        icon={<SoundIcon />}
        label={t("gameParts.clickSound")}
        on={clickSound}
        onChange={() => prefer({ clickSound: !clickSound })}
      />
      <SwitchRow
        icon={<MoonIcon />}
        label={t("gameParts.quiet")}
        note={t("gameParts.quietText")}
        on={quiet}
        onChange={() => prefer({ quiet: !quiet })}
      />
      {mayHideClock ? (
        <SwitchRow
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
  const { open, onClose, returnFocus, balance } = props;
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
      <ul className="flex flex-col p-3">
        <Option>
          <p className="flex min-h-13 items-center gap-3 px-2 text-[.9375rem]">
            <WalletIcon className="text-muted" />
            <span className="grow">{t("game.balance")}</span>
            <OwnMoney minor={balance} className="font-semibold" />
          </p>
        </Option>
        <Volume />
        <PlaySwitches {...props} />
        <PictureSwitches {...props} />
        <Openers {...props} />
      </ul>
    </Sheet>
  );
}

/** Sheets, the chat, and pages in new tabs. */
function Openers({ session, onHelp, onConnection, onClose }: OptionsSheetProps) {
  const t = useT();
  return (
    <>
      <Option>
        <ActionRow icon={<QuestionIcon />} onClick={onHelp}>
          {t("game.help")}
        </ActionRow>
      </Option>
      <Option>
        <ActionRow icon={<SignalIcon />} onClick={onConnection}>
          {t("game.connection")}
        </ActionRow>
      </Option>
      {session === null ? null : (
        <Option>
          <LastGamesEntry session={session}>
            {(press) => (
              <ActionRow icon={<HistoryIcon />} {...press}>
                {t("shell.lastGames")}
              </ActionRow>
            )}
          </LastGamesEntry>
        </Option>
      )}
      <Option>
        <ActionRow
          icon={<ChatIcon />}
          onClick={() => {
            onClose();
            showPanel("chat");
          }}
        >
          {t("gameParts.chat")}
        </ActionRow>
      </Option>
      <Option>
        <SupportEntry look="row" />
      </Option>
      <PageRow href="/rules" icon={<BookIcon />}>
        {t("shell.rules")}
      </PageRow>
      <PageRow href="/slot-sessions" icon={<ListIcon />}>
        {t("shell.sessions")}
      </PageRow>
      <PageRow href="/profile/limits" icon={<ShieldIcon />}>
        {t("shell.limits")}
      </PageRow>
    </>
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
        <SwitchRow
          icon={<CropIcon />}
          label={t("game.cutScreen")}
          on={cutScreen}
          onChange={() => prefer({ cutScreen: !cutScreen })}
        />
      ) : null}
      {mayHideDeck ? (
        <SwitchRow
          icon={<TouchIcon />}
          label={t("gameParts.deckHidden")}
          on={deckHidden}
          onChange={() => prefer({ deckHidden: !deckHidden })}
        />
      ) : null}
      {mayRotate ? (
        <SwitchRow
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
        <SwitchRow
          icon={<FullscreenIcon />}
          label={t("game.fullscreen")}
          on={screenMode.fullscreen}
          onChange={screenMode.toggleFullscreen}
        />
      ) : null}
      {pip.kind ? <SwitchRow icon={<PipIcon />} label={t("game.pip")} on={pip.on} onChange={pip.toggle} /> : null}
    </>
  );
}

function Volume() {
  const t = useT();
  const id = useId();
  const { volume, muted } = usePreferences();
  const silent = muted || volume === 0;
  return (
    <li className="flex min-h-13 items-center gap-2 px-2">
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
    </li>
  );
}
