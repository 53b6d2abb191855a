/**
 * Shortcuts. Ctrl or ⌘ K opens the command palette, "?" the list of shortcuts, "g" and a letter a screen. A screen adds its
 * own with `useShortcuts` while it is shown. Single keys do nothing where somebody types or a dialog is open, and can be
 * switched off (WCAG 2.1.4).
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { ListedScreen } from "../screens/registry.ts";
import type { Panel } from "./panel.ts";
import { preferences } from "./preferences.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const PALETTE_KEYS: readonly string[] = [isMac ? "⌘" : "Ctrl", "K"];
/** The second key comes within this time. */
const SEQUENCE_MS = 1_200;

export interface Shortcut {
  /** A single letter or sign, as it is typed. */
  key: string;
  /** What it does, in words. */
  title: string;
  run: () => void;
}
let current: readonly Shortcut[] = [];
const lists = new Set<readonly Shortcut[]>();
const listeners = new Set<() => void>();
function changed(): void {
  current = [...lists].flat();
  for (const listener of listeners) listener();
}
/** What the present screen has added. */
export const useScreenShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
/** Adds shortcuts while the component is there. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const words = shortcuts.map(({ key, title }) => `${key} ${title}`).join("\n");
  const run = useEffectEvent((key: string) => shortcuts.find((one) => one.key === key)?.run());
  useEffect(() => {
    const own = words.split("\n").map((line) => {
      const [key = "", ...title] = line.split(" ");
      return { key, title: title.join(" "), run: () => run(key) };
    });
    lists.add(own);
    changed();
    return () => {
      lists.delete(own);
      changed();
    };
  }, [words]);
}

/** A field, or something that is open over the page: keys belong to it. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null) ||
  document.querySelector("[data-modal]") !== null;

/** The keys of the frame. */
export function useShellKeys(screens: readonly ListedScreen[], onPanel: (panel: Panel) => void): void {
  const router = useRouter();
  const press = useEffectEvent((event: KeyboardEvent, afterG: boolean): "g" | "used" | null => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      onPanel("palette");
      return "used";
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !preferences.shortcuts() || isTaken(event.target))
      return null;
    const key = event.key.toLowerCase();
    const screen = afterG ? screens.find(({ navigation }) => navigation.key === key) : undefined;
    if (screen) {
      void router.navigate({ to: screen.paths[0] as "/" });
      return "used";
    }
    if (key === "g") return "g";
    if (key === "?") {
      onPanel("shortcuts");
      return "used";
    }
    const own = current.find((one) => one.key === key);
    own?.run();
    return own ? "used" : null;
  });
  useEffect(() => {
    let lastG = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const result = press(event, event.timeStamp - lastG < SEQUENCE_MS);
      lastG = result === "g" ? event.timeStamp : -Infinity;
      if (result === "used") event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
