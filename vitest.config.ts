import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/*/src/**/*.test.ts",
            "apps/player/src/**/*.test.{ts,tsx}",
            "apps/player/build/*.test.ts",
            "apps/server/src/**/*.test.ts",
            "e2e/src/**/*.test.ts",
          ],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "database",
          include: ["apps/server/src/**/*.db.test.ts"],
          globalSetup: ["apps/server/src/storage/testing/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
