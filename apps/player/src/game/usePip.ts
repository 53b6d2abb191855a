/**
 * The picture in a window of its own, above all others, so that other pages can be read while the machine is in sight: a
 * document with the meters where the browser has that, otherwise the video alone. Leaving the game closes it.
 */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { retryUntilLoaded } from "@reelcast/ui";
import { loadLater } from "./loadLater.ts";
import { INSIDE, pipKind } from "./pipKind.ts";
import type { PipKind, PresentableVideo } from "./pipKind.ts";

/** A browser asks for a press of the last seconds; the code is there before, as that of all parts. */
const pipWindow = loadLater(() => import("./pipWindow.ts"));

export interface Pip {
  kind: PipKind | null;
  /** Of the document, while it is open. */
  window: Window | null;
  on: boolean;
  /** Opens or closes it. Within a tap or a key press. */
  toggle: () => void;
}

/** The browser takes its time to open a window: another press meanwhile opens no second one. */
function useOneAtATime() {
  const shown = useRef(false);
  const underWay = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  const once = (task: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    // A refusal leaves the picture where it is.
    const over = () => void (underWay.current = false);
    task().then(over, over);
  };
  return { shown, once };
}

export function usePip(video: RefObject<HTMLVideoElement | null>): Pip {
  const [kind] = useState(pipKind);
  const [own, setOwn] = useState<Window | null>(null);
  const [videoIsOut, setVideoIsOut] = useState(false);
  useEffect(() => {
    if (kind !== "video") return;
    const update = () => {
      const { current }: { current: PresentableVideo | null } = video;
      setVideoIsOut(
        current !== null && (document.pictureInPictureElement === current || current.webkitPresentationMode === INSIDE),
      );
    };
    const changes = ["enterpictureinpicture", "leavepictureinpicture", "webkitpresentationmodechanged"];
    // They come at the video itself, which the page may make anew.
    for (const change of changes) document.addEventListener(change, update, true);
    return () => {
      for (const change of changes) document.removeEventListener(change, update, true);
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {});
    };
  }, [kind, video]);
  useEffect(() => {
    if (!own) return;
    const closed = () => setOwn(null);
    own.addEventListener("pagehide", closed);
    return () => {
      own.removeEventListener("pagehide", closed);
      own.close();
    };
  }, [own]);

  const { shown, once } = useOneAtATime();
  async function open(): Promise<void> {
    const { openWindow } = await retryUntilLoaded(pipWindow);
    const opened = await openWindow();
    // It may come when the player has left.
    if (shown.current) setOwn(opened);
    else opened?.close();
  }
  async function moveVideo(element: HTMLVideoElement): Promise<void> {
    const { toggleVideo } = await retryUntilLoaded(pipWindow);
    await toggleVideo(element);
    if (!shown.current && document.pictureInPictureElement === element) await document.exitPictureInPicture();
  }
  return {
    kind,
    window: own,
    on: own !== null || videoIsOut,
    toggle() {
      const { current } = video;
      if (own) setOwn(null);
      else if (kind === "document") once(open);
      else if (kind === "video" && current) once(() => moveVideo(current));
    },
  };
}
