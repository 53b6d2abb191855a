/**
 * The browsers that tests and benchmarks drive: the system's own where there is one, else Playwright's. Tests prefer the
 * build of Chromium without a user interface, which needs a quarter less of the processor. Benchmarks measure what players have.
 */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium or Chrome, or null where none is installed. `CHROMIUM_PATH` goes before all. */
export function findChromium(): string | null {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured) return existsSync(configured) ? configured : null;
  const own = chromium.executablePath();
  return SYSTEM_BROWSERS.find((path) => existsSync(path)) ?? (existsSync(own) ? own : null);
}

export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Path of the browser that tests run in, or null where none is installed. `CHROMIUM_PATH` goes before all. */
export function findTestBrowser(): string | null {
  if (process.env["CHROMIUM_PATH"]) return findChromium();
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium();
}

const isShell = (path: string) => /headless[-_]shell/.test(path);

/**
 * Path of a browser with everything that players have, also where `CHROMIUM_PATH` names the build without a user interface: that one
 * keeps no page for the way back. Null where none is installed.
 */
export function findFullChromium(): string | null {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured && !isShell(configured)) return findChromium();
  const own = chromium.executablePath();
  return SYSTEM_BROWSERS.find((path) => existsSync(path)) ?? (existsSync(own) && !isShell(own) ? own : null);
}

/** Switches for a browser that runs unattended, as root too, and looks for nothing outside. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
  // Candidates with real loopback addresses: there is no mDNS responder on a build machine.
  "--disable-features=WebRtcHideLocalIpsWithMdns",
  "--allow-loopback-in-peer-connection",
];
