import { supportedBrowsers } from "@reelcast/build/browsers/check";
import { firstScript } from "@reelcast/build/browsers/firstScript";
import { VITE_TARGETS } from "@reelcast/build/browsers/targets";
import { catalogues } from "@reelcast/build/catalogues";
import { CONSOLE_ERROR_TEXTS } from "@reelcast/build/consoleErrors";
import { errorCodes } from "@reelcast/build/errorCodes";
import { withoutChunkCycles } from "@reelcast/build/chunkCycles";
import { leanCalls } from "@reelcast/build/leanCalls";
import { precompress } from "@reelcast/build/precompress";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where the server's console listens while the app is served by Vite (`npm run dev`). */
const server = process.env["REELCAST_CONSOLE"] ?? "http://127.0.0.1:8081";

export default defineConfig({
  plugins: [
    catalogues(CONSOLE_ERROR_TEXTS),
    errorCodes(),
    leanCalls(),
    withoutChunkCycles(),
    react({ compiler: true }),
    tailwindcss(),
    firstScript("src/app/applyScheme.js"),
    supportedBrowsers("console"),
    precompress(),
  ],
  // The router brings a substitute for a hook that our React has.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: "react" }] },
  build: {
    target: VITE_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: /node_modules|packages|console\/src\/(?!main)/, tags: ["$initial"] },
            // Lazily loaded parts share the other icons: a file for each drawing would be dozens of requests.
            { name: "icons", test: /lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/ws": { target: server, ws: true },
    },
  },
});
