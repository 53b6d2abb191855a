/** Which kind of own window the browser has for the picture. */

export type PipKind = "document" | "video";

/** Missing in the types of the standard library: Chrome's documents, and the presentation modes of an iPhone's Safari. */
interface DocumentPip {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}
export interface PresentableVideo extends HTMLVideoElement {
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitPresentationMode?: string;
  webkitSetPresentationMode?: (mode: string) => void;
}
/** The presentation mode of a video in its own window. */
export const INSIDE = "picture-in-picture";
export const documentPip = () =>
  (globalThis as { documentPictureInPicture?: DocumentPip }).documentPictureInPicture ?? null;

/** null: the browser has none of it, or a button of its own. */
export function pipKind(): PipKind | null {
  if (documentPip()) return "document";
  const video: Partial<PresentableVideo> = HTMLVideoElement.prototype;
  return document.pictureInPictureEnabled || video.webkitSupportsPresentationMode ? "video" : null;
}
