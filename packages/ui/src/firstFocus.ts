/** Where the focus of a dialog begins: in the field to type in, else on the main action, never on Close before these. */

const FIELD =
  "input:not([type=hidden],[type=checkbox],[type=radio],[type=range],:disabled),textarea:not(:disabled),select:not(:disabled)";
const MAIN = "[data-main]:not(:disabled)";

/** The last input was a touch. Base UI knows that only of dialogs that its own triggers open. */
let touched = false;
// Tests of the menu's model load this without a document.
if ("document" in globalThis) {
  addEventListener("pointerdown", ({ pointerType }) => (touched = pointerType === "touch"), true);
  addEventListener("keydown", () => (touched = false), true);
}

/** `checkVisibility` is missing in the oldest browsers: what is not drawn has no rectangle. */
const firstShown = (popup: HTMLElement, selector: string) =>
  [...popup.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0);

/**
 * True: the first element that can have the focus. After a touch a field does not get it: the keyboard of the device would
 * cover what the dialog offers.
 * @param field chosen by the dialog; by default its first one
 */
export function firstFocus(popup: HTMLElement | null, field?: HTMLElement | null): HTMLElement | true {
  if (!popup) return true;
  const typed = field ?? firstShown(popup, FIELD);
  if (typed) return touched ? popup : typed;
  return firstShown(popup, MAIN) ?? true;
}
