/** Opens the picture's own window, and moves the video there and back. Rare, and loaded by `usePip`. */
import { INSIDE, documentPip } from "./pipKind.ts";
import type { PresentableVideo } from "./pipKind.ts";

const SIZE = { width: 420, height: 330 };

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

/** Moves the video out, or back. */
export async function toggleVideo(video: PresentableVideo): Promise<void> {
  if (document.pictureInPictureElement === video) return document.exitPictureInPicture();
  if (document.pictureInPictureEnabled) return void (await video.requestPictureInPicture());
  if (!video.webkitSupportsPresentationMode?.(INSIDE)) return;
  video.webkitSetPresentationMode?.(video.webkitPresentationMode === INSIDE ? "inline" : INSIDE);
}

/** null: the browser opens none. */
export async function openWindow(): Promise<Window | null> {
  const opened = await documentPip()?.requestWindow(SIZE);
  if (!opened) return null;
  copyLook(opened.document);
  return opened;
}
