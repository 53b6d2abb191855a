/**
 * The machine's own sound, on an element apart from the picture's: the browser then never holds frames back to keep the
 * lips in step. It begins as the player left it, and with the next press where the browser wants one first or the system has
 * paused it.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { keepPlaying } from "@reelcast/whep";
import type { Playing } from "@reelcast/whep";
import { loudnessOf, preferences, usePreferences } from "../shell/preferences.ts";

export interface Sound {
  /** There is sound that the player wants, and it waits for a press. */
  blocked: boolean;
  /** The track of the current session; null: none. */
  setTrack: (track: MediaStreamTrack | null) => void;
}

export function useSound(): Sound {
  const { volume, muted, quiet } = usePreferences();
  const element = useRef<HTMLAudioElement | null>(null);
  const playing = useRef<Playing | null>(null);
  const [present, setPresent] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const silent = muted || volume === 0;

  const setTrack = useCallback((track: MediaStreamTrack | null) => {
    if (track && !element.current) {
      element.current = new Audio();
      playing.current = keepPlaying(element.current, setBlocked);
    }
    const audio = element.current;
    if (!audio) return;
    const chosen = preferences();
    audio.volume = loudnessOf(chosen);
    audio.muted = chosen.muted || chosen.volume === 0;
    audio.srcObject = track ? new MediaStream([track]) : null;
    setPresent(track !== null);
    if (track) playing.current?.play();
  }, []);
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    audio.volume = loudnessOf({ volume, quiet });
    audio.muted = silent;
  }, [volume, quiet, silent]);
  useEffect(
    () => () => {
      playing.current?.stop();
      element.current?.pause();
      if (element.current) element.current.srcObject = null;
      element.current = playing.current = null;
    },
    [],
  );
  return { blocked: present && blocked && !silent, setTrack };
}
