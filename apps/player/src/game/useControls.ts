/** What the player can do at the machine now, and the requests for it. */
import { ErrorCode } from "@reelcast/contract";
import type { MetersState } from "@reelcast/contract";
import { toast } from "@reelcast/ui";
import { isApiError } from "../api/index.ts";
import { noteActivity } from "../auth/activity.ts";
import { useT } from "../i18n/index.ts";
import type { GameSession } from "../session/game.ts";
import { mainActionOf } from "../session/seat.ts";
import type { MainAction, SeatView } from "../session/seat.ts";
import { actOf, autoplayWith } from "../session/withoutPicture.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { playClick } from "./clickSound.ts";
import { showError } from "./showError.ts";
import { useAutoplay } from "./useAutoplay.ts";
import type { AutoplayControl, AutoplayShown } from "./useAutoplay.ts";
import { useGamePause } from "./useGamePause.ts";
import type { PictureGuard } from "./usePictureGuard.ts";

export interface ControlsInput {
  game: GameSession;
  view: SeatView;
  guard: PictureGuard;
  /** The session ends: nothing can be pressed. */
  isEnding: boolean;
  /** The player is leaving, or is asked whether to: autoplay stops. */
  leaving: boolean;
  /** Autoplay waits. */
  paused: boolean;
  /** A press was sent to the machine at rest. */
  onSent: (answered: Promise<unknown>) => void;
  /** The player wants autoplay, and has not chosen how. */
  onAskAutoplay: () => void;
}
export interface Controls {
  /** Presses can be sent. */
  ready: boolean;
  action: MainAction;
  /** The picture has not come yet. A press asks whether to go on without it. */
  noPicture: boolean;
  /** A game is under way: what can't be pressed until its end keeps its look. */
  steady: boolean;
  mayTransfer: boolean;
  mayAutoplay: boolean;
  autoplay: AutoplayShown;
  press: (control: string, takesWin?: boolean) => void;
  pressMain: () => void;
  /** A control was tapped in the picture: the same as its key. */
  touch: (control: string) => void;
  /** @param amount minor units */
  deposit: (amount: number) => void;
  withdraw: () => void;
  /** Stops it, or asks how it shall be. */
  toggleAutoplay: () => void;
  startAutoplay: AutoplayControl["start"];
}

/** Money in and out, by requests whose result is said in a toast. */
function useTransfers(game: GameSession, guard: PictureGuard["guard"]) {
  const t = useT();
  const money = useOwnMoneyText();
  const deposit = async (amount: number): Promise<void> => {
    try {
      await game.cashIn(amount);
      toast.success(t("game.deposited", { amount: money(amount) }));
    } catch (error) {
      if (!isApiError(error, ErrorCode.SessionTerminated)) return showError(error);
      toast.error(t("game.depositNotDone", { amount: money(amount) }), { id: "deposit" });
    }
  };
  return {
    deposit: (amount: number) => guard("deposit", () => void deposit(amount), amount),
    withdraw: () => {
      playClick();
      // A game that was under way may have taken the rest of the credit: then nothing was moved.
      game.cashOut().then((amount) => {
        if (amount > 0) toast.success(t("game.withdrawn", { amount: money(amount) }));
        else toast.info(t("game.withdrawnNothing"));
      }, showError);
    },
  };
}

/** Of a game. A hand pay takes its time: until then nothing can be pressed, and that is to be seen. */
export const isUnderWay = (phase: MetersState["phase"] | undefined): boolean =>
  phase !== undefined && phase !== "idle" && phase !== "handPay";

/** What can be pressed at this moment. */
function possibleOf(view: SeatView, isEnding: boolean, early: boolean) {
  const { meters } = view;
  const ready = view.connection.kind === "live" && view.transfer === null && !isEnding;
  const main = ready ? mainActionOf(view) : null;
  // Where no press stops the reels, a second one before the answer could only be refused.
  const isAnswered = view.playRules.skillStop || main === null || !view.pressing.includes(main.control);
  return {
    ready,
    steady: ready && (early || !isAnswered || isUnderWay(meters?.phase)),
    action: main?.does === "play" && (early || !isAnswered) ? null : main,
    mayTransfer: ready && meters?.phase === "idle",
    mayAutoplay: ready && meters !== null && view.playRules.autoplay,
  };
}
/** These two are one button of the app. */
const isMain = (kind: string | undefined): boolean => kind === "play" || kind === "takeWin";
const kindOf = ({ machine }: SeatView, control: string) =>
  machine?.bands.flatMap(({ controls }) => controls).find(({ id }) => id === control)?.kind;

export function useControls(input: ControlsInput): Controls {
  const { game, view, isEnding, leaving, paused, onAskAutoplay } = input;
  const { guard, sight } = input.guard;
  const early = useGamePause(view);
  const possible = possibleOf(view, isEnding, early);
  const { action, mayTransfer, mayAutoplay } = possible;
  const { deposit, withdraw } = useTransfers(game, guard);
  const send = (control: string, auto = false) => {
    noteActivity();
    const answered = game.press(control, auto);
    if (view.meters?.phase === "idle") input.onSent(answered);
    return answered;
  };
  const unseen = autoplayWith(sight);
  const { autoplay, ...runner } = useAutoplay({
    view,
    leaving,
    blind: unseen === "stop",
    paused: paused || early || unseen === "wait",
    press: (control) => send(control, true),
    declare: (options) => game.declareAutoplay(options),
  });
  const press = (control: string, takesWin = false) => {
    guard(actOf(kindOf(view, control)), () => {
      playClick();
      runner.pressed(takesWin);
      send(control).catch(showError);
    });
  };
  const pressMain = () => {
    if (action) press(action.control, action.does === "takeWin");
  };
  const askAutoplay = () => guard("autoplay", onAskAutoplay);
  return {
    ...possible,
    noPicture: sight.picture?.kind === "loading" && !sight.accepted,
    autoplay,
    press,
    pressMain,
    touch(control) {
      if (isMain(kindOf(view, control))) pressMain();
      else if (possible.ready) press(control);
    },
    deposit,
    withdraw: () => mayTransfer && view.meters && view.meters.credit > 0 && withdraw(),
    toggleAutoplay() {
      if (!mayAutoplay && !autoplay.on) return;
      noteActivity();
      playClick();
      if (autoplay.on) runner.stop();
      else askAutoplay();
    },
    startAutoplay(...how) {
      if (!mayAutoplay) return;
      if (unseen === "go") runner.start(...how);
      else askAutoplay();
    },
  };
}
