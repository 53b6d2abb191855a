/**
 * The machine's own sound, on an element apart from the picture's: the browser then never holds frames back to keep the
 * lips in step. It begins as the player left it, and muted where the browser wants a tap first.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { preferences, usePreferences } from "../shell/preferences.ts";

export interface Sound {
  /** The stream carries sound. */
  present: boolean;
  /** The browser requires a tap before it plays sound. */
  blocked: boolean;
  /** Within a tap or a key press. */
  unblock: () => void;
  /** The track of the current session; null: none. */
  setTrack: (track: MediaStreamTrack | null) => void;
}

export function useSound(): Sound {
  const { volume, muted } = usePreferences();
  const element = useRef<HTMLAudioElement | null>(null);
  const [present, setPresent] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const silent = muted || volume === 0;

  const play = useCallback(() => {
    const audio = element.current;
    if (!audio?.srcObject) return;
    audio.play().then(
      () => setBlocked(false),
      // Refused for want of a gesture; an interruption by a newer stream is no refusal.
      (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError" && setBlocked(true),
    );
  }, []);
  const setTrack = useCallback(
    (track: MediaStreamTrack | null) => {
      if (track && !element.current) element.current = new Audio();
      const audio = element.current;
      if (!audio) return;
      const chosen = preferences();
      audio.volume = chosen.volume;
      audio.muted = chosen.muted || chosen.volume === 0;
      audio.srcObject = track ? new MediaStream([track]) : null;
      setPresent(track !== null);
      if (track) play();
    },
    [play],
  );
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    audio.volume = volume;
    audio.muted = silent;
  }, [volume, silent]);
  useEffect(() => {
    // Any tap will do: the player need not find the chip.
    if (!blocked || silent) return;
    document.addEventListener("pointerdown", play);
    document.addEventListener("keydown", play);
    return () => {
      document.removeEventListener("pointerdown", play);
      document.removeEventListener("keydown", play);
    };
  }, [blocked, silent, play]);
  useEffect(
    () => () => {
      element.current?.pause();
      if (element.current) element.current.srcObject = null;
    },
    [],
  );
  return { present, blocked: present && blocked && !silent, unblock: play, setTrack };
}
