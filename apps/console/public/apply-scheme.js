// Before anything is painted: light or dark, as it was chosen here (src/shell/preferences.ts), else as the device is set.
// A file of its own, since the security policy runs no script that stands within the page.
try {
  const chosen = localStorage.getItem("console.scheme");
  const light = chosen === "light" || (chosen !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.scheme = light ? "light" : "dark";
} catch {
  // Nothing may be kept: the page is dark.
}
