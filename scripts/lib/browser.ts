/** Browsers for the journeys: the system's Chrome or Chromium, else Playwright's own download, else apt as root; and a Firefox. */
import { findChromium } from "../../e2e/src/chromium.ts";
import { findFirefox } from "../../e2e/src/firefox.ts";
import { installPackages } from "./packages.ts";
import { run } from "./run.ts";

/** Path of an installed Firefox, for the tests of unsupported browsers. @throws Error with what to install by hand */
export async function ensureFirefox(): Promise<string> {
  if (findFirefox() === null && process.getuid?.() === 0) await installPackages("firefox-esr");
  const found = findFirefox();
  if (found !== null) return found;
  throw new Error("The tests need a Firefox to turn away: install Firefox, or set FIREFOX_PATH.");
}

/** Path of an installed browser. @throws Error with what to install by hand */
export async function ensureBrowser(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("No Chrome or Chromium found: downloading Playwright's …");
  const download = await run("playwright", ["install", "chromium-headless-shell", "chromium"], { quiet: true });
  const downloaded = findChromium();
  if (download.code === 0 && downloaded) return downloaded;
  if (process.getuid?.() === 0) {
    await installPackages("chromium");
    const packaged = findChromium();
    if (packaged) return packaged;
  }
  throw new Error("The journeys need a browser: install Google Chrome or Chromium, or set CHROMIUM_PATH.");
}
