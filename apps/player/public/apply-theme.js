// Before anything is painted: the colours and the text size that were kept here last (src/shell/theme/theme.ts).
// A file of its own, since the security policy runs no script that stands within the page.
try {
  const { player = "", theme: guest = "{}", [`theme${player}`]: own = guest } = localStorage;
  const { scheme, textSize } = JSON.parse(own);
  const root = document.documentElement;
  if (typeof scheme === "string") root.dataset.scheme = scheme;
  if (typeof textSize === "number") root.style.fontSize = `${textSize / 0.16}%`;
} catch {
  // Nothing is kept, or nothing may be: the page is as the house made it.
}

// And where the app itself can't be fetched, the page says so.
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module")
      document.getElementById("failed")?.removeAttribute("hidden");
  },
  true,
);
