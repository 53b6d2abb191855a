/** All sheets, dialogs and notices of the game. The code of each sheet and dialog is loaded when it is first opened. */
import { Suspense } from "react";
import type { RefObject } from "react";
import type { WhepStats } from "@reelcast/whep";
import { useOnceTrue } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import type { SeatView } from "../session/seat.ts";
import { MachineRules } from "../machineRules/index.tsx";
import { chosenBet } from "../machineRules/bet.ts";
import { usePanel } from "../shell/panels.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import * as lazyParts from "./lazyParts.tsx";
import type { AutoplayControl } from "./useAutoplay.ts";
import type { Leave } from "./useLeave.ts";
import { useNotices } from "./useNotices.ts";
import type { PictureGuard } from "./usePictureGuard.ts";
import type { RealityCheck } from "./useRealityCheck.ts";
import type { Pip } from "./usePip.ts";
import type { ScreenMode } from "./useScreenMode.ts";

const Panels = lazyPart(() => import("../shell/Panels.tsx"));

const WIN_WAITS: readonly string[] = ["winToTake", "gamble"];
/** What leaving brings, minor units. The server takes a waiting win first, in a gamble too; a hand pay is paid on its own. */
function amountsOf(meters: SeatView["meters"]) {
  const { credit = 0, win = 0, phase } = meters ?? {};
  const waits = phase !== undefined && WIN_WAITS.includes(phase);
  return { credit: credit + (waits ? win : 0), handPay: phase === "handPay" ? win : 0 };
}

/** Closes the picture's own window and shows the one of the game. */
const backFrom = (pip: Pip) => () => {
  pip.toggle();
  globalThis.focus();
};

export type SheetName = "deposit" | "autoplay" | "options" | "help" | "connection" | "rules";

export interface GameDialogsProps {
  view: SeatView;
  /** Minor units. */
  balance: number | undefined;
  stats: WhepStats | null;
  sheet: SheetName | null;
  onSheet: (sheet: SheetName | null) => void;
  /** Gets the focus when a sheet or a dialog closes. */
  returnFocus: RefObject<HTMLElement | null>;
  picture: { screenMode: ScreenMode; mayRotate: boolean; mayCut: boolean; mayHideDeck: boolean; pip: Pip };
  video: RefObject<HTMLVideoElement | null>;
  leave: Leave;
  guard: PictureGuard;
  check: RealityCheck;
  onDeposit: (amount: number) => void;
  onAutoplay: AutoplayControl["start"];
  /** Takes the seat back from another window. */
  onContinue: () => void;
  /** The player is there, and does not press. */
  onStay: () => void;
  /** The server ends the session: leaves the seat. */
  onClosing: () => Promise<unknown>;
}

export default function GameDialogs(props: GameDialogsProps) {
  const { view, picture, video } = props;
  const { onStay, onClosing } = props;
  const { spoken } = useNotices(view, { inSheet: props.sheet === "deposit", onStay, onClosing });
  return (
    <>
      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <PlaySheets {...props} />
      <lazyParts.PipView
        open={picture.pip.window !== null}
        window={picture.pip.window}
        view={view}
        video={video}
        onBack={backFrom(picture.pip)}
      />
      <SidePanels />
      <HelpSheets {...props} />
      <Questions {...props} />
    </>
  );
}

/** What the player opens to play: money in, autoplay, options. */
function PlaySheets(props: GameDialogsProps) {
  const house = useSettings();
  const { view, balance, sheet, onSheet, returnFocus, picture } = props;
  const { limits, meters, playRules } = view;
  const shared = { onClose: () => onSheet(null), returnFocus };
  return (
    <>
      <lazyParts.DepositSheet
        {...shared}
        open={sheet === "deposit"}
        balance={balance}
        bet={meters?.bet ?? 0}
        maximum={limits?.maxAllIn ?? house.maxAllIn}
        least={limits?.leastDeposit ?? 1}
        countdown={view.countdown}
        onUse={props.onStay}
        onDeposit={props.onDeposit}
      />
      <lazyParts.AutoplaySheet
        {...shared}
        open={sheet === "autoplay"}
        bet={meters?.bet ?? 0}
        hasFreeSpins={view.machine?.hasFreeSpins ?? true}
        onStart={props.onAutoplay}
      />
      <lazyParts.OptionsSheet
        {...shared}
        {...picture}
        open={sheet === "options"}
        mayHideClock={!playRules.sessionClock || !playRules.netPosition}
        balance={balance}
        session={view.session?.id ?? null}
        onHelp={() => onSheet("help")}
        onConnection={() => onSheet("connection")}
      />
    </>
  );
}

/** What only informs. */
function HelpSheets({ view, stats, sheet, onSheet, returnFocus, guard }: GameDialogsProps) {
  const shared = { onClose: () => onSheet(null), returnFocus };
  return (
    <>
      <lazyParts.HelpSheet {...shared} open={sheet === "help"} />
      {view.machine ? (
        <MachineRules
          {...shared}
          open={sheet === "rules"}
          machineId={view.machine.id}
          chosen={chosenBet(view.meters?.selects ?? {})}
        />
      ) : null}
      <lazyParts.ConnectionSheet
        {...shared}
        open={sheet === "connection"}
        stats={stats}
        roundTripMs={view.roundTripMs}
        picture={guard.sight.picture}
      />
    </>
  );
}

/** What opens by itself, and waits for an answer. */
function Questions({ view, returnFocus, leave, guard, check, onContinue }: GameDialogsProps) {
  const { connection, meters } = view;
  const stays = !leave.asking && !leave.isEnding;
  return (
    <>
      <lazyParts.NoPictureDialog
        open={guard.question !== null && stays}
        question={guard.question}
        picture={guard.sight.picture}
        returnFocus={returnFocus}
      />
      <lazyParts.LeaveDialog
        open={leave.asking && !leave.leaving}
        returnFocus={returnFocus}
        {...amountsOf(meters)}
        onStay={leave.stay}
        onLeave={leave.confirm}
      />
      <lazyParts.RealityCheckDialog
        open={check.open && stays}
        returnFocus={returnFocus}
        played={check.played}
        net={meters?.net ?? 0}
        onContinue={check.onContinue}
        onLeave={leave.leave}
      />
      <lazyParts.TakenOver
        open={connection.kind === "ended" && connection.why === "takenOver"}
        onContinue={onContinue}
        onLobby={leave.toLobby}
      />
    </>
  );
}

/** The chat, as on every other page. */
function SidePanels() {
  const panel = usePanel();
  const opened = useOnceTrue(panel !== null);
  return <Suspense>{opened ? <Panels panel={panel} /> : null}</Suspense>;
}
