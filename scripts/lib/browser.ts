/** A browser for the journeys: the system's Chrome or Chromium, else Playwright's own download, else apt as root. */
import { findChromium } from "../../e2e/src/chromium.ts";
import { run } from "./run.ts";

/** Path of a browser that is there when this resolves. @throws Error that says what to install by hand */
export async function ensureBrowser(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("No Chrome or Chromium found: downloading Playwright's …");
  const download = await run("playwright", ["install", "chromium-headless-shell", "chromium"], { quiet: true });
  const downloaded = findChromium();
  if (download.code === 0 && downloaded) return downloaded;
  if (process.getuid?.() === 0) {
    console.log("The download failed: installing the package chromium with apt-get …");
    await run("apt-get", ["update", "-qq"], { quiet: true });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      quiet: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    const packaged = findChromium();
    if (packaged) return packaged;
  }
  throw new Error("The journeys need a browser: install Google Chrome or Chromium, or set CHROMIUM_PATH.");
}
