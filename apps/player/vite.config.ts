import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { supportedBrowsers } from "@reelcast/build/browsers/check";
import { firstScript } from "@reelcast/build/browsers/firstScript";
import { VITE_TARGETS } from "@reelcast/build/browsers/targets";
import { catalogues } from "@reelcast/build/catalogues";
import { errorCodes } from "@reelcast/build/errorCodes";
import { withoutChunkCycles } from "@reelcast/build/chunkCycles";
import { leanCalls } from "@reelcast/build/leanCalls";
import { precompress } from "@reelcast/build/precompress";
import { frameworkFreeStart, notLoadedYet, startChunk } from "./build/chunks.ts";
import { drawnWhole } from "./build/drawnWhole.ts";
import { handbook } from "./build/handbook.ts";
import { pageLanguages } from "./build/pageLanguages.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };
/** Where the server listens while the app is served by Vite (`npm run dev`). */
const server = process.env["REELCAST_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    catalogues(),
    errorCodes(),
    leanCalls(),
    withoutChunkCycles(),
    handbook(),
    frameworkFreeStart(),
    react({ compiler: true, exclude: [/\/node_modules\//, ...drawnWhole] }),
    tailwindcss(),
    firstScript("src/startup/applyTheme.js"),
    supportedBrowsers("player"),
    pageLanguages(),
    precompress(),
  ],
  // The router brings a substitute for a hook that our React has.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: "react" }] },
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: VITE_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: notLoadedYet },
    manifest: true,
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      // The app is fetched by the start, and is an entry so that what it needs at once is known ($initial).
      input: { index: "index.html", app: "src/app/start.tsx" },
      output: {
        codeSplitting: {
          groups: [
            { name: startChunk, debugName: "start", tags: ["$initial"] },
            {
              name: "base",
              test: /node_modules|packages|player\/src\/(?!main|app\/start)/,
              tags: ["$initial"],
            },
            // What a player's visit needs after the login, with the lobby, in which most begin and to which all come (two files
            // would be 1.6 kB more), and the icons that frame, lobby and game show at once.
            {
              name: "frame",
              test: /player\/src\/(app\/PlayerRoot|shell\/(Shell|Waiting|preferences)|lobby\/(index|list|pushedStatuses))\.tsx?$|packages\/(ui\/src\/(SearchField|Chip|Message|Select)|client\/src\/reloadQueries)\.tsx?$|lucide-react\/dist\/esm\/icons\/(chevron-down|crop|download|log-out|maximize|minimize|picture-in-picture-2|play|circle-question-mark|repeat|rotate-cw|rotate-cw-square|signal|square|coins|sliders-horizontal|star|volume-2|volume-x|wallet)\.mjs$/,
            },
            { name: "game", test: /player\/src\/game\/(index|links|celebration\/timing)\.tsx?$/ },
            // What every lobby shows a moment later: one file each, for a dozen small ones would be as many requests.
            {
              name: "lobby-later",
              test: /player\/src\/(lobby\/(Jackpots|JackpotUpdates|Shelves)|api\/(account|history)|shell\/theme\/server)\.tsx?$/,
            },
            { name: "toasts", test: /ui\/src\/Toast\.tsx$/ },
            // What several later parts share. Alone, each of these modules would be a file of some hundred bytes, which is a request, and
            // a name in the list of every part that needs it.
            { name: "dialog", test: /ui\/src\/Dialog\.tsx$/ },
            {
              name: "forms",
              test: /ui\/src\/Field\.tsx$|(contract\/src\/passwords|client\/src\/limits|src\/(shell\/useSubmit|api\/putAnswer|profile\/(Working|protection\/(query|durations|useLimitWords|useLimitInput))))\.tsx?$/,
            },
            { name: "chat", test: /shell\/chat\/(queries|receive|view|Unread)\.tsx?$/ },
            // Lazily loaded parts share the other icons: a file for each drawing would be dozens of requests.
            { name: "icons", test: /lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      "^/(api|machines|brands|Settings\\.json)": { target: server, changeOrigin: false },
      "/ws": { target: server, ws: true },
    },
  },
});
