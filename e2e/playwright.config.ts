import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, findTestBrowser } from "./src/chromium.ts";

const executablePath = findTestBrowser();

export default defineConfig({
  testDir: "./src",
  projects: [
    { name: "journeys", testMatch: "{journeys,attacks}/**/*.spec.ts" },
    // The operator's console.
    { name: "console", testMatch: "console/**/*.spec.ts" },
    // What happens by mistake: wrong folders, names in other alphabets, full disks, old browsers.
    { name: "accidents", testMatch: "accidents/**/*.spec.ts", testIgnore: "cluster/**" },
    // What needs installed services, or takes long.
    { name: "cluster", testMatch: "cluster/**/*.spec.ts" },
  ],
  globalSetup: "./src/template.ts",
  // Each worker has a server, a database, a video encoder and a browser of its own, and waits part of its time.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env["JOURNEYS_JSON"]
    ? [["list"], ["json", { outputFile: process.env["JOURNEYS_JSON"] }]]
    : [["list"]],
  outputDir: "../test-results",
  use: {
    // Nothing is waited for that only moves, and no colour is still fading in where axe looks.
    contextOptions: { reducedMotion: "reduce" },
    locale: "tr-TR",
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    // Recording every step slows all of them by half: `TRACE=1 npx playwright test …` where a failure is not clear.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
});
