/* Before anything is painted: light or dark, as it was chosen here (src/shell/preferences.ts), else as the device is set. Part of the
   page's first script, which browsers of any age can read: ECMAScript 5. */
(function () {
  "use strict";
  try {
    var chosen = localStorage.getItem("console.scheme");
    var light = chosen === "light" || (chosen !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
    document.documentElement.setAttribute("data-scheme", light ? "light" : "dark");
    // oxlint-disable-next-line no-unused-vars -- ECMAScript 5 has no `catch` without a name
  } catch (error) {
    /* Nothing may be kept: the page is dark. */
  }
})();
