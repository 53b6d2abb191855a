/** The direction of the document, for arrow keys. Follows changes. */
import { useSyncExternalStore } from "react";

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["dir"] });
  return () => observer.disconnect();
}

export function useDocumentDirection(): "ltr" | "rtl" {
  return useSyncExternalStore(follow, () => (document.documentElement.dir === "rtl" ? "rtl" : "ltr"));
}
