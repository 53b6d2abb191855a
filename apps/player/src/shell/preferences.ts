/**
 * What a player has chosen for this browser: sound, click sound, crop, session clock and quiet mode of the game, whether a toast
 * shows each new chat message, and which sessions are listed.
 */
import { useSyncExternalStore } from "react";
import { settings } from "../api/index.ts";
import { browserStore } from "../api/token.ts";

export interface Preferences {
  /** 0 … 1 */
  volume: number;
  muted: boolean;
  clickSound: boolean;
  /** The picture shows the reels alone. */
  cutScreen: boolean;
  /** The machine is played by its own buttons in the picture, where it has them. */
  deckHidden: boolean;
  /** The length and the result of a session are shown during a game. */
  sessionClock: boolean;
  /** The game is slower and quieter, and shows what is left of the player's own limit. */
  quiet: boolean;
  /** A toast is shown for a message that arrives while the chat is closed. */
  chatToasts: boolean;
  /** The list of sessions leaves out those without a game. */
  playedSessions: boolean;
}
const KEYS = {
  volume: "volume",
  muted: "muted",
  clickSound: "click_sound",
  cutScreen: "cut_screen",
  deckHidden: "deck_hidden",
  sessionClock: "session_clock",
  quiet: "quiet_mode",
  chatToasts: "chat_toasts",
  playedSessions: "played_sessions",
} as const;

/** "0.4" → 0.4; anything that is no volume → `fallback`. */
export function readVolume(kept: string | null, fallback: number): number {
  const value = kept === null || kept.trim() === "" ? Number.NaN : Number(kept);
  return value >= 0 && value <= 1 ? value : fallback;
}
const readFlag = (key: string, fallback: boolean) => {
  const kept = browserStore.get(key);
  return kept === null ? fallback : kept === "true";
};

const QUIET_VOLUME = 0.3;
/** How loud the machine is, 0 … 1: as chosen, and less in the quiet mode. */
export const loudnessOf = ({ volume, quiet }: Pick<Preferences, "volume" | "quiet">): number =>
  quiet ? volume * QUIET_VOLUME : volume;

let current: Preferences | null = null;
const listeners = new Set<() => void>();

/** The operator's settings apply to what the player has not chosen. */
export function preferences(): Preferences {
  current ??= {
    volume: readVolume(browserStore.get(KEYS.volume), settings().volume),
    muted: readFlag(KEYS.muted, false),
    clickSound: readFlag(KEYS.clickSound, settings().clickSound),
    cutScreen: readFlag(KEYS.cutScreen, false),
    deckHidden: readFlag(KEYS.deckHidden, false),
    sessionClock: readFlag(KEYS.sessionClock, true),
    quiet: readFlag(KEYS.quiet, false),
    chatToasts: readFlag(KEYS.chatToasts, true),
    playedSessions: readFlag(KEYS.playedSessions, false),
  };
  return current;
}
export function prefer(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change };
  for (const [name, value] of Object.entries(change)) browserStore.set(KEYS[name as keyof Preferences], String(value));
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}
