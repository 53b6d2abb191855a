/** All sheets, dialogs and notices of the game. The code of each sheet and dialog is loaded when it is first opened. */
import { Suspense } from "react";
import type { RefObject } from "react";
import type { WhepStats } from "@reelcast/whep";
import { useOnceTrue } from "@reelcast/ui";
import { settings } from "../api/index.ts";
import type { SeatView } from "../session/seat.ts";
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

export type SheetName = "deposit" | "autoplay" | "options" | "help" | "connection";

export interface GameDialogsProps {
  view: SeatView;
  /** Minor units. */
  balance: number | undefined;
  stats: WhepStats | null;
  sheet: SheetName | null;
  onSheet: (sheet: SheetName | null) => void;
  /** Gets the focus when a sheet or a dialog closes. */
  returnFocus: RefObject<HTMLElement | null>;
  picture: { screenMode: ScreenMode; mayRotate: boolean; mayCut: boolean; pip: Pip };
  video: RefObject<HTMLVideoElement | null>;
  leave: Leave;
  guard: PictureGuard;
  check: RealityCheck;
  onDeposit: (amount: number) => void;
  onAutoplay: AutoplayControl["start"];
  /** Takes the seat back from another window. */
  onContinue: () => void;
  /** The server ends the session: leaves the seat. */
  onClosing: () => Promise<unknown>;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- a list of all that may be opened
export default function GameDialogs(props: GameDialogsProps) {
  const { view, balance, stats, sheet, onSheet, returnFocus, picture, video, leave, guard, check, onDeposit } = props;
  const { connection, limits, meters, playRules, roundTripMs } = view;
  const { spoken } = useNotices(view, props.onClosing);
  const shared = { onClose: () => onSheet(null), returnFocus };
  return (
    <>
      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <lazyParts.DepositSheet
        {...shared}
        open={sheet === "deposit"}
        balance={balance}
        bet={meters?.bet ?? 0}
        maximum={limits?.maxAllIn ?? settings().maxAllIn}
        onDeposit={onDeposit}
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
      <lazyParts.PipView
        open={picture.pip.window !== null}
        window={picture.pip.window}
        view={view}
        video={video}
        onBack={backFrom(picture.pip)}
      />
      <SidePanels />
      <lazyParts.HelpSheet {...shared} open={sheet === "help"} />
      <lazyParts.ConnectionSheet
        {...shared}
        open={sheet === "connection"}
        stats={stats}
        roundTripMs={roundTripMs}
        picture={guard.sight.picture}
      />
      <lazyParts.NoPictureDialog
        open={guard.question !== null && !leave.asking && !leave.isEnding}
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
        open={check.open && !leave.asking && !leave.isEnding}
        returnFocus={returnFocus}
        played={check.played}
        net={meters?.net ?? 0}
        onContinue={check.onContinue}
        onLeave={leave.leave}
      />
      <lazyParts.TakenOver
        open={connection.kind === "ended" && connection.why === "takenOver"}
        onContinue={props.onContinue}
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
