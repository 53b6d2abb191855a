/** Chooses the bet that a player has confirmed in the lobby, and then moves the amount. What can't be done is said, and moves nothing. */
import { toast } from "@reelcast/ui";
import { loadTexts, t } from "../i18n/index.ts";
import { pressesForBet } from "../session/betPresses.ts";
import type { GameSession } from "../session/game.ts";
import type { TakenPlan } from "../session/seatPlan.ts";

/** The meters follow a press within this time, ms. */
const SHOWN_WITHIN_MS = 3_000;

/** Resolves when the machine shows that bet: true; or does not: false. */
function betIs(game: GameSession, bet: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (is: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(is);
    };
    const look = () => game.getSnapshot().meters?.bet === bet && end(true);
    const timer = setTimeout(() => end(false), SHOWN_WITHIN_MS);
    const unsubscribe = game.subscribe(look);
    look();
  });
}

/** @param isSame whether the plan still holds: asked before each press. @throws ApiError of a press that was refused */
async function chooseBet(game: GameSession, plan: TakenPlan, isSame: () => boolean): Promise<boolean> {
  const { machine, meters } = game.getSnapshot();
  if (!machine || !meters) return false;
  if (meters.bet === plan.bet && plan.lines === null) return true;
  const presses = pressesForBet(machine.bands, meters.selects, plan);
  if (presses === null) return meters.bet === plan.bet;
  for (const control of presses) {
    if (!isSame()) return false;
    await game.press(control);
  }
  return betIs(game, plan.bet);
}

interface PlanParts {
  game: GameSession;
  /** Aborted once the machine's screen is gone: nothing is done and nothing is said any more. */
  signal: AbortSignal;
  /** Whether the player sees the machine, may move money and is asked nothing, now. */
  mayGoOn: () => boolean;
  /** @param amount minor units */
  deposit: (amount: number) => void;
}
/** Only at a machine without credit, between games: a seat that was kept goes on as it is. */
export async function carryOutPlan(plan: TakenPlan, { game, signal, mayGoOn, deposit }: PlanParts): Promise<void> {
  const { meters, session } = game.getSnapshot();
  if (!meters || !session || meters.credit > 0 || meters.phase !== "idle") return;
  let isMoved = false;
  // The player moves money: that is another plan, also if its answer comes at once.
  const unsubscribe = game.subscribe(() => (isMoved ||= game.getSnapshot().transfer !== null));
  const isSame = () => {
    if (isMoved) return false;
    const now = game.getSnapshot();
    const isOpen = now.connection.kind === "live" && now.session?.id === session.id && now.closing === null;
    return !signal.aborted && plan.isValid() && isOpen && now.meters?.credit === 0 && mayGoOn();
  };
  const isBetChosen = isSame() && (await chooseBet(game, plan, isSame).catch(() => false));
  unsubscribe();
  // It may have taken long, or the player has moved money by themselves.
  if (isBetChosen && isSame()) return deposit(plan.amount);
  const { connection, meters: now } = game.getSnapshot();
  // A seat that has ended says so itself, and money that is there is seen.
  const isSaid = isMoved || signal.aborted || connection.kind === "ended" || (now?.credit ?? 0) > 0;
  if (isSaid) return;
  await loadTexts("gameParts");
  if (signal.aborted) return;
  const isStopped = isBetChosen || !plan.isValid() || !mayGoOn();
  toast.info(t(isStopped ? "gameParts.planLate" : "gameParts.planNoBet"), { id: "plan" });
}
