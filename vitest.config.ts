import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { missingApis } from "@reelcast/build/browsers/missing";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { CHROMIUM_ARGS, findTestBrowser } from "./e2e/src/chromium.ts";
import { WITHIN_MS } from "./scripts/lib/testLimits.ts";

/** In the place of accounts/passwordCost.ts. */
const CHEAP_PASSWORDS = fileURLToPath(new URL("apps/server/src/accounts/testing/passwordCost.ts", import.meta.url));
const executablePath = findTestBrowser();

const SETUP = [fileURLToPath(new URL("scripts/vitestSetup.ts", import.meta.url))];

/**
 * Files run one after the other in as many processes as there are cores, and share what they import: to import it again
 * for each file took longer than most tests. A test therefore leaves nothing behind: no stub, no timer, no environment.
 */
const SHARED = { isolate: false, maxWorkers: availableParallelism() };

/** Screens of an app in a real browser, with the app's own build: React Compiler, catalogues, styles. */
const components = (name: string, root: string): TestProjectInlineConfiguration => ({
  extends: `${root}/vite.config.ts`,
  root,
  // Found before the first test: a library that is found later reloads the page in the middle of one.
  optimizeDeps: { entries: ["src/**/*.{ts,tsx}"] },
  test: {
    name,
    ...SHARED,
    include: ["src/**/*.browser.test.tsx"],
    setupFiles: ["src/testing/setup.ts"],
    // The screens run without what the oldest browsers lack.
    provide: { missingApis: missingApis("safari") },
    testTimeout: 60_000,
    expect: { poll: { timeout: WITHIN_MS } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      locators: { exact: false },
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) },
        contextOptions: { reducedMotion: "reduce", locale: "tr-TR" },
        actionTimeout: WITHIN_MS,
      }),
    },
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...SHARED,
          name: "unit",
          setupFiles: SETUP,
          include: [
            "packages/*/src/**/*.test.ts",
            "apps/{player,console}/src/**/*.test.{ts,tsx}",
            "apps/player/build/*.test.ts",
            "apps/server/src/**/*.test.ts",
            "e2e/src/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: ["**/*.db.test.ts", "**/*.nats.test.ts", "**/*.browser.test.tsx", "**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: WITHIN_MS } },
        },
      },
      {
        test: {
          ...SHARED,
          // They wait for the database, for timers and for other processes: one more than there are cores.
          maxWorkers: SHARED.maxWorkers + 1,
          name: "database",
          setupFiles: SETUP,
          alias: [{ find: /^\.\/passwordCost\.ts$/, replacement: CHEAP_PASSWORDS }],
          include: ["apps/server/src/**/*.db.test.ts"],
          globalSetup: ["apps/server/src/storage/testing/globalSetup.ts"],
          expect: { poll: { timeout: WITHIN_MS } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A part of the stage `cluster`: it needs an installed service.
        test: {
          ...SHARED,
          name: "nats",
          setupFiles: SETUP,
          include: ["e2e/src/processes/**/*.nats.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      components("components", "apps/player"),
      components("components-console", "apps/console"),
    ],
  },
});
