/** Finding and filling the parts of the login that are in the page (index.html). */
import { t } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/texts.ts";

/** The element with that `data-part`. @throws Error where the page has none */
export function partOf(within: HTMLElement, name: string): HTMLElement {
  const part = within.querySelector<HTMLElement>(`[data-part="${name}"]`);
  if (!part) throw new Error(`the page has no ${name}`);
  return part;
}

/** Writes the text of its key (`data-text`) into each element, in the language of this moment. */
export function fillTexts(within: HTMLElement): void {
  for (const element of within.querySelectorAll<HTMLElement>("[data-text]"))
    element.textContent = t(element.dataset["text"] as TextKey);
}
