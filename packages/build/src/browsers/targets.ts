/**
 * The oldest browsers that both apps are built for. The build stops where its result needs more (check.ts), and the page says
 * "this browser is too old" to anything below (`oldBrowser.js`).
 *
 * Chrome 111 and Safari 16.4 (both March 2023) are what the styles need: `color-mix()`, `@property`, `oklch()`.
 */
export const TARGETS = { chrome: "111", safari: "16.4" } as const;

/** As Vite's `build.target` wants them. */
export const VITE_TARGETS: string[] = Object.entries(TARGETS).map(([browser, version]) => browser + version);

/** The target's name in the data of MDN, for the browsers of the same engine and version. */
export const CHECKED: readonly { browser: string; version: string }[] = [
  { browser: "chrome", version: TARGETS.chrome },
  { browser: "chrome_android", version: TARGETS.chrome },
  { browser: "edge", version: TARGETS.chrome },
  { browser: "safari", version: TARGETS.safari },
  { browser: "safari_ios", version: TARGETS.safari },
];
