/* Before anything is painted: the colours and the text size that were kept here last (src/shell/theme/theme.ts). Part of the page's
   first script, which browsers of any age can read: ECMAScript 5. */
(function () {
  "use strict";
  try {
    var player = localStorage.getItem("player") || "";
    var own = localStorage.getItem("theme" + player);
    var theme = JSON.parse(own === null ? localStorage.getItem("theme") || "{}" : own);
    var root = document.documentElement;
    if (typeof theme.scheme === "string") root.setAttribute("data-scheme", theme.scheme);
    if (typeof theme.textSize === "number") root.style.fontSize = theme.textSize / 0.16 + "%";
    // oxlint-disable-next-line no-unused-vars -- ECMAScript 5 has no `catch` without a name
  } catch (error) {
    /* Nothing is kept, or nothing may be: the page is as the house made it. */
  }

  /* On a slow line, or where data is to be saved, the letters are the system's own (fonts.css): the pictures come sooner. */
  var line = navigator.connection;
  if (line && (line.saveData || /^(slow-)?[23]g$/.test(line.effectiveType)))
    document.documentElement.setAttribute("data-line", "slow");

  /* And where the app itself can't be fetched, the page says so. */
  addEventListener(
    "error",
    function (event) {
      var target = event.target;
      if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
      var failed = document.getElementById("failed");
      if (failed) failed.removeAttribute("hidden");
    },
    true
  );
})();
