import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogues } from "./build/catalogues.ts";
import { errorCodes } from "./build/errorCodes.ts";
import { handbook } from "./build/handbook.ts";
import { precompress } from "./build/precompress.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };
/** Where the server listens while the app is served by Vite (`npm run dev`). */
const server = process.env["REELCAST_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [catalogues(), errorCodes(), handbook(), react({ compiler: true }), tailwindcss(), precompress()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: ["chrome111", "safari16.4"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every visit needs anyway stands in two files: it compresses better together than in a dozen.
          groups: [
            { name: "base", test: /node_modules|packages/, tags: ["$initial"] },
            { name: "app", test: /player\/src\/(?!main)/, tags: ["$initial"] },
            // What the login shows and other screens too: without a file of its own it would come with the frame.
            {
              name: "form",
              test: /player\/src\/(ui\/(Field|Slow|useSlow)|support\/(SupportLinks|icons))\.tsx?$|lucide-react\/dist\/esm\/icons\/(eye|eye-off|message-square-text)\.mjs$/,
            },
            // And so does what every player's visit needs after the login.
            {
              name: "frame",
              test: /player\/src\/(app\/PlayerRoot|shell\/Shell|ui\/SearchField|ui\/Chip|shell\/Waiting|api\/reloadQueries)\.tsx?$|lucide-react\/dist\/esm\/icons\//,
            },
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
