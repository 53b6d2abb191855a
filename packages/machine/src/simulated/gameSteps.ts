/**
 * The rules of a simulated machine as pure steps: each takes the memory and returns the next one with its events. Time
 * and randomness are arguments.
 *
 * At every moment: credit = transferredIn + coinOut − coinIn − transferredOut − handPaid.
 */
import { winCountMs } from "@reelcast/contract";
import type { BannerKind } from "../display.ts";
import type { MachineEvent, PressRefusal } from "../driver.ts";
import { drawStops, evaluate, payOf } from "../engine.ts";
import { gameOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import type { RandomSource } from "../random.ts";
import { betOf, lampsOf, mayDouble } from "./deck.ts";
import { JOURNAL_LENGTH, lastGame, pack, resultOf } from "./journal.ts";
import type { Memory } from "./memory.ts";

const CARD_SHOWN_MS = 1_400;
const BONUS_INTRO_MS = 2_600;
const BONUS_OUTRO_MS = 3_200;
const HAND_PAY_BANNER_MS = 5_000;
const BIG_WIN_BETS = 20;

export interface GameContext {
  skin: Skin;
  now: number;
  random: RandomSource;
  /** Divides every duration. */
  speed: number;
  /** A win of this size or more is paid by hand. Minor units. */
  handPayFrom: number;
}
export type GameEvent = Exclude<MachineEvent, { type: "state" | "offline" | "online" }>;
export interface Step {
  memory: Memory;
  events: GameEvent[];
}
type Draft = { memory: Memory; events: GameEvent[]; game: GameDefinition; rules: GameContext };

function draftOf(memory: Memory, rules: GameContext): Draft {
  return { memory: structuredClone(memory), events: [], game: gameOf(rules.skin.game), rules };
}
const after = (rules: GameContext, ms: number) => Math.round(rules.now + ms / rules.speed);
const stepOf = ({ memory, events }: Draft): Step => ({ memory, events });

function banner(draft: Draft, kind: BannerKind, amount: number, ms: number): void {
  draft.memory.banner = { kind, amount, startedAt: draft.rules.now, endsAt: after(draft.rules, ms) };
}
function countUp(draft: Draft, from: number, to: number): void {
  const { now } = draft.rules;
  draft.memory.count = { from, startedAt: now, endsAt: after(draft.rules, winCountMs(from, to)) };
}

/** Draws a game and starts the reels. */
function spin(draft: Draft, free: boolean): void {
  const { memory, game, rules } = draft;
  const { meters, selects, hold } = memory;
  const set = free ? "bonus" : "base";
  const last = memory.game?.stops ?? memory.from;
  const held = free ? [] : hold.held.map((isHeld, reel) => (isHeld ? (last[reel] ?? null) : null));
  const stops = drawStops(game, set, rules.random, held);
  const outcome = evaluate(game, set, stops, selects.lines);
  const betPerLine = selects.denomination * selects.bet;
  const multiplier = free ? (game.freeSpins?.multiplier ?? 1) : 1;
  const bet = free ? 0 : betOf(memory);
  meters.coinIn += bet;
  meters.credit -= bet;
  meters.gamesPlayed += 1;
  if (free) meters.freeGamesPlayed += 1;
  const { firstStopMs, nextStopMs } = game.timing;
  memory.from = [...last];
  memory.game = {
    number: meters.gamesPlayed,
    free,
    bet,
    lines: selects.lines,
    betPerLine,
    stops,
    win: payOf(outcome, betPerLine, selects.lines, multiplier),
    wins: outcome.lines.map(({ line, symbol, count, pay }) => ({
      line,
      symbol,
      count,
      amount: pay * betPerLine * multiplier,
    })),
    scatters: outcome.scatters,
    startedAt: rules.now,
    // A held reel does not spin.
    stopsAt: stops.map((_, reel) =>
      (held[reel] ?? null) === null ? after(rules, firstStopMs + reel * nextStopMs) : rules.now,
    ),
  };
  memory.win = 0;
  memory.gamble = null;
  memory.banner = null;
  memory.count = { from: 0, startedAt: rules.now, endsAt: rules.now };
  memory.hold = { offered: false, held: hold.held };
  memory.phase = free ? "bonus" : "spinning";
  draft.events.push({ type: "gameStart", gameNumber: meters.gamesPlayed, bet, free });
}

/** The game is over: its win goes to the credit meter, or to the attendant. */
function finish(draft: Draft, win: number, handPay = 0): void {
  const { memory, rules } = draft;
  const { game, meters } = memory;
  if (!game) return;
  meters.coinOut += win;
  meters.handPaid += handPay;
  meters.credit += win - handPay;
  const entry = pack(game, {
    win,
    handPay,
    credit: meters.credit,
    endedAt: rules.now,
    gambled: memory.gamble?.history ?? [],
  });
  memory.journal = [...memory.journal, entry].slice(-JOURNAL_LENGTH);
  const { coinIn, coinOut, handPaid, credit } = meters;
  const result = resultOf(entry, { coinIn, coinOut, handPaid, credit }, rules.skin);
  draft.events.push({ type: "gameEnd", result });
}

/** At rest, with the last win on the glass. */
function toIdle(draft: Draft, shown: number): void {
  const { memory, game, rules } = draft;
  const { hold } = memory;
  memory.phase = "idle";
  memory.win = shown;
  memory.gamble = null;
  const lostPlain = memory.game?.win === 0 && !hold.held.some(Boolean);
  const offered = game.hold !== null && lostPlain && rules.random.below(game.hold.oneIn) === 0;
  memory.hold = { offered, held: hold.held.map(() => false) };
}

/** The machine stops and calls: this win is paid by the attendant. */
function callAttendant(draft: Draft, amount: number): void {
  draft.memory.win = amount;
  draft.memory.phase = "handPay";
  banner(draft, "handPay", amount, HAND_PAY_BANNER_MS);
  countUp(draft, 0, amount);
  draft.events.push({ type: "handPay", amount });
}

function startsFreeSpins({ memory, game }: Draft): boolean {
  return game.freeSpins !== null && (memory.game?.scatters.length ?? 0) >= game.freeSpins.scatters;
}

/** After a paid game whose win is paid: free spins, if its scatters started them, else idle. */
function afterGame(draft: Draft, win: number): void {
  const { memory, game, rules } = draft;
  const feature = game.freeSpins;
  if (!feature || !startsFreeSpins(draft)) return toIdle(draft, win);
  memory.phase = "bonus";
  memory.win = 0;
  memory.free = { left: feature.spins, total: feature.spins, won: 0, nextAt: after(rules, BONUS_INTRO_MS) };
  banner(draft, "bonusStart", 0, BONUS_INTRO_MS);
  draft.events.push({ type: "bonusStart", freeSpins: feature.spins });
}

/** The reels have stopped. */
function reelsStopped(draft: Draft): void {
  const { memory, game, rules } = draft;
  const round = memory.game;
  if (!round) return;
  if (round.win >= rules.handPayFrom) return callAttendant(draft, round.win);
  if (round.win > 0 && game.gamble && !startsFreeSpins(draft)) {
    memory.win = round.win;
    memory.phase = "winToTake";
    countUp(draft, 0, round.win);
    draft.events.push({ type: "winToTake", win: round.win });
    return;
  }
  finish(draft, round.win);
  // A win that is not above the bet is a loss, and not celebrated (UKGC RTS 14F): it stands at once, without a sound.
  if (round.win > round.bet) countUp(draft, 0, round.win);
  if (round.win >= round.bet * BIG_WIN_BETS && round.win > 0) banner(draft, "bigWin", round.win, 2_500);
  afterGame(draft, round.win);
}

function freeSpinStopped(draft: Draft): void {
  const { memory, rules } = draft;
  const win = memory.game?.win ?? 0;
  if (win >= rules.handPayFrom) return callAttendant(draft, win);
  finish(draft, win);
  afterFreeSpin(draft);
}

/** After a free spin whose win is paid. */
function afterFreeSpin(draft: Draft): void {
  const { memory, game, rules } = draft;
  const { free, game: round } = memory;
  const feature = game.freeSpins;
  if (!free || !round || !feature) return;
  memory.phase = "bonus";
  memory.win = 0;
  free.won += round.win;
  free.left -= 1;
  if (startsFreeSpins(draft)) {
    const more = Math.min(feature.spins, feature.maxSpins - free.total);
    free.left += more;
    free.total += more;
  }
  countUp(draft, free.won - round.win, free.won);
  free.nextAt = after(rules, round.win > 0 ? 1_500 : 700);
  if (free.left === 0) {
    banner(draft, "bonusEnd", free.won, BONUS_OUTRO_MS);
    free.nextAt = after(rules, BONUS_OUTRO_MS);
  }
}

function endBonus(draft: Draft): void {
  const won = draft.memory.free?.won ?? 0;
  draft.memory.free = null;
  toIdle(draft, won);
  draft.events.push({ type: "bonusEnd", win: won });
}

/** The next deadline of the game, or null. */
export function deadlineOf(memory: Memory): number | null {
  const { phase, game, free, gamble } = memory;
  const stopped = game ? Math.max(...game.stopsAt) : 0;
  if (memory.tilt !== null || memory.doorOpen) return null;
  if (phase === "spinning") return stopped;
  if (phase === "bonus" && free && game) {
    const spinning = game.free && game.number > lastGame(memory.journal);
    return spinning ? stopped : free.nextAt;
  }
  if (phase === "gamble") return gamble?.resolveAt ?? null;
  return null;
}

/** Executes the step that is due. */
export function due(memory: Memory, rules: GameContext): Step {
  const draft = draftOf(memory, rules);
  const { phase, game, free } = draft.memory;
  if (phase === "spinning") reelsStopped(draft);
  else if (phase === "gamble") cardSeen(draft);
  else if (phase === "bonus" && free && game) {
    const spinning = game.free && game.number > lastGame(memory.journal);
    if (spinning) freeSpinStopped(draft);
    else if (free.left > 0) spin(draft, true);
    else endBonus(draft);
  }
  return stepOf(draft);
}

function take(draft: Draft): void {
  const { win } = draft.memory;
  // Doubling may have raised it to the limit.
  if (win >= draft.rules.handPayFrom) return callAttendant(draft, win);
  finish(draft, win);
  draft.events.push({ type: "winTaken", win });
  const shown = draft.memory.count;
  toIdle(draft, win);
  draft.memory.count = { ...shown, endsAt: Math.min(shown.endsAt, draft.rules.now) };
}

const SUITS = { red: ["hearts", "diamonds"], black: ["spades", "clubs"] } as const;
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** Red or black: a card of 52, each equally likely, so that the gamble is fair. */
function guess(draft: Draft, colour: "red" | "black"): void {
  const { memory, rules } = draft;
  const { gamble } = memory;
  if (!gamble) return;
  const drawn = rules.random.below(52);
  const shown: "red" | "black" = drawn < 26 ? "red" : "black";
  gamble.card = {
    colour: shown,
    suit: SUITS[shown][Math.floor((drawn % 26) / 13)] ?? "hearts",
    rank: RANKS[drawn % 13] ?? "A",
    shownAt: rules.now,
  };
  gamble.round += 1;
  gamble.history = [...gamble.history, shown].slice(-8);
  gamble.resolveAt = after(rules, CARD_SHOWN_MS);
  // The drawn card counts from now on; the glass shows it until `resolveAt`.
  memory.win = shown === colour ? memory.win * 2 : 0;
  gamble.stake = memory.win;
  banner(draft, shown === colour ? "gambleWon" : "gambleLost", memory.win, CARD_SHOWN_MS);
}

function cardSeen(draft: Draft): void {
  const { memory, game } = draft;
  const { gamble } = memory;
  if (!gamble) return;
  if (memory.win === 0) {
    finish(draft, 0);
    toIdle(draft, 0);
  } else if (gamble.round >= (game.gamble?.rounds ?? 0) || !mayDouble(game, memory)) {
    take(draft);
  } else {
    gamble.card = null;
    gamble.resolveAt = null;
  }
}

export type PressStep = (Step & { accepted: true }) | { accepted: false; reason: PressRefusal };

/** A press of a control. `locked`: a transfer is under way. */
export function press(memory: Memory, control: string, locked: boolean, rules: GameContext): PressStep {
  const lamps = lampsOf(rules.skin, { memory, locked });
  const lit = Object.hasOwn(lamps, control) ? lamps[control] : undefined;
  if (lit === undefined) return { accepted: false, reason: "unknownControl" };
  if (memory.tilt !== null || memory.doorOpen) return { accepted: false, reason: "tilt" };
  if (locked) return { accepted: false, reason: "locked" };
  if (!lit) {
    const poor = control === "play" && memory.phase === "idle";
    return { accepted: false, reason: poor ? "lowCredit" : "notLit" };
  }
  const draft = draftOf(memory, rules);
  const { memory: next } = draft;
  const [kind = "", value = ""] = control.split("-");
  // A hold is for the bet that it was offered at: otherwise a player could wait for an offer at a small bet and then
  // raise it.
  if (["denom", "lines", "bet"].includes(kind)) next.hold = { offered: false, held: next.hold.held.map(() => false) };
  switch (kind) {
    case "denom":
      next.selects.denomination = Number(value);
      break;
    case "lines":
      next.selects.lines = Number(value);
      break;
    case "bet":
      next.selects.bet = value === "max" ? Math.max(...draft.game.betChoices) : Number(value);
      break;
    case "hold":
      next.hold.held = next.hold.held.map((held, reel) => (reel === Number(value) - 1 ? !held : held));
      break;
    case "play":
      if (next.phase === "spinning" && next.game) {
        // Stop: the outcome is already drawn, the reels only stop sooner.
        const game = next.game;
        game.stopsAt = game.stopsAt.map((at, reel) => Math.min(at, after(rules, 80 + reel * 60)));
      } else spin(draft, false);
      break;
    case "take":
      take(draft);
      break;
    case "gamble":
      next.phase = "gamble";
      next.gamble = { round: 0, stake: next.win, card: null, resolveAt: null, history: [] };
      break;
    case "red":
    case "black":
      guess(draft, kind);
      break;
  }
  return { ...stepOf(draft), accepted: true };
}

/** The attendant's key. */
export function resetHandPay(memory: Memory, rules: GameContext): Step {
  const draft = draftOf(memory, rules);
  if (memory.phase !== "handPay") return stepOf(draft);
  const amount = memory.win;
  finish(draft, amount, amount);
  draft.memory.banner = null;
  draft.events.push({ type: "handPayReset", amount });
  if (draft.memory.free) afterFreeSpin(draft);
  else afterGame(draft, amount);
  return stepOf(draft);
}
