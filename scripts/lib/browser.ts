/**
 * Browsers for the tests: what the system has, else Debian's package as root, else Playwright's download; a Firefox, and
 * a WebKitGTK.
 */
import { basename } from "node:path";
import { findFullChromium, findTestBrowser, HEADLESS_SHELL } from "../../e2e/src/chromium.ts";
import { findFirefox } from "../../e2e/src/firefox.ts";
import { findWebKit } from "../../e2e/src/webkit.ts";
import { installPackages } from "./packages.ts";
import { run } from "./run.ts";

/** Path of an installed Firefox, for the tests of unsupported browsers. @throws Error with what to install by hand */
export async function ensureFirefox(): Promise<string> {
  if (findFirefox() === null && process.getuid?.() === 0) await installPackages("firefox-esr");
  const found = findFirefox();
  if (found !== null) return found;
  throw new Error("The tests need a Firefox to turn away: install Firefox, or set FIREFOX_PATH.");
}

/** Path of the driver of an installed WebKitGTK. @throws Error with what to install by hand */
export async function ensureWebKit(): Promise<string> {
  if (findWebKit() === null && process.getuid?.() === 0) await installPackages("webkit2gtk-driver", "xvfb");
  const found = findWebKit();
  if (found !== null) return found;
  throw new Error("The tests need WebKitGTK: install webkit2gtk-driver and xvfb, or set WEBKIT_DRIVER_PATH.");
}

/** A Chromium with everything that players have is installed after it. @throws Error with what to install by hand */
export async function ensureFullChromium(): Promise<void> {
  if (findFullChromium() !== null) return;
  if (process.getuid?.() === 0) await installPackages("chromium");
  else await run("playwright", ["install", "chromium"], { quiet: true });
  if (findFullChromium() === null)
    throw new Error("The tests of the way back need Google Chrome or Chromium: install one, or set CHROMIUM_PATH.");
}

/** Path of an installed browser. @throws Error with what to install by hand */
export async function ensureBrowser(): Promise<string> {
  let path = findTestBrowser();
  if (path !== null && (path === HEADLESS_SHELL || process.env["CHROMIUM_PATH"])) return path;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await installPackages(basename(HEADLESS_SHELL));
  path = findTestBrowser();
  if (path === null) {
    console.log("No Chrome or Chromium found: downloading Playwright's …");
    await run("playwright", ["install", "chromium-headless-shell", "chromium"], { quiet: true });
    path = findTestBrowser();
  }
  if (path === null && isRoot) {
    await installPackages("chromium");
    path = findTestBrowser();
  }
  if (path === null)
    throw new Error("The tests need a browser: install Google Chrome or Chromium, or set CHROMIUM_PATH.");
  return path;
}
