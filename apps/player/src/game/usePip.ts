/**
 * The picture in a window of its own, above all others, so that other pages can be read while the machine is in sight: a
 * document with the meters where the browser has that, otherwise the video alone. Leaving the game closes it.
 */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

export type PipKind = "document" | "video";

/** Missing in the types of the standard library: Chrome's documents, and the presentation modes of an iPhone's Safari. */
interface DocumentPip {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}
interface PresentableVideo extends HTMLVideoElement {
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitPresentationMode?: string;
  webkitSetPresentationMode?: (mode: string) => void;
}
const INSIDE = "picture-in-picture";
const SIZE = { width: 420, height: 330 };
const documentPip = () => (globalThis as { documentPictureInPicture?: DocumentPip }).documentPictureInPicture ?? null;

/** null: the browser has none of it, or a button of its own. */
export function pipKind(): PipKind | null {
  if (documentPip()) return "document";
  const video: Partial<PresentableVideo> = HTMLVideoElement.prototype;
  return document.pictureInPictureEnabled || video.webkitSupportsPresentationMode ? "video" : null;
}

/** A new document has no styles, no language and no direction of its own. */
function copyLook(target: Document): void {
  const { documentElement: root, head } = document;
  // The size of the text is a style of the element, which the policy of the page permits to scripts and not as text.
  for (const { name, value } of root.attributes) if (name !== "style") target.documentElement.setAttribute(name, value);
  target.documentElement.style.cssText = root.style.cssText;
  target.documentElement.removeAttribute("data-rotated");
  target.title = document.title;
  // By their addresses: the policy of the page permits no styles within a document.
  for (const sheet of head.querySelectorAll("link[rel=stylesheet], style")) {
    const copy = target.importNode(sheet, true);
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.href);
    target.head.append(copy);
  }
}

async function toggleVideo(video: PresentableVideo): Promise<void> {
  if (document.pictureInPictureElement === video) return document.exitPictureInPicture();
  if (document.pictureInPictureEnabled) return void (await video.requestPictureInPicture());
  if (!video.webkitSupportsPresentationMode?.(INSIDE)) return;
  video.webkitSetPresentationMode?.(video.webkitPresentationMode === INSIDE ? "inline" : INSIDE);
}

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
    const opened = await documentPip()?.requestWindow(SIZE);
    if (!opened) return;
    // It may come when the player has left.
    if (!shown.current) return opened.close();
    copyLook(opened.document);
    setOwn(opened);
  }
  async function moveVideo(element: HTMLVideoElement): Promise<void> {
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
