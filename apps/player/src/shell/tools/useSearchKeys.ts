/** "/" and Ctrl+K (⌘K) open the search from anywhere in the frame. */
import { useEffect } from "react";
import { showPanel } from "../panels.ts";

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

export function useSearchKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const slash = key === "/" && !ctrlKey && !metaKey && !altKey && !isField(target);
      const k = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
      // An open dialog is not covered.
      if (event.defaultPrevented || (!slash && !k) || document.querySelector("[data-modal]")) return;
      event.preventDefault();
      showPanel("search");
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, []);
}
