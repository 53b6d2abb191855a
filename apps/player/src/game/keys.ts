/** Which keys are the game's. */

/** Another control has the key, or the browser: a field, a dialog, a combination. */
export function isKeyTaken({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("[data-modal]:not([data-closed])")) return true;
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
