/** `npm run dev`: the server restarts when its sources change, Vite serves the app with hot reload. Ends both together. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./lib/run.ts";

const port = process.env["PORT"] ?? "8080";
const parts: ChildProcess[] = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ALLOWED_ORIGINS: "http://localhost:5173" },
  }),
  spawn(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js")], {
    cwd: join(ROOT, "apps/player"),
    stdio: "inherit",
    env: { ...process.env, REELCAST_SERVER: `http://127.0.0.1:${port}` },
  }),
];
let ending = false;
function end(signal: NodeJS.Signals = "SIGTERM"): void {
  if (ending) return;
  ending = true;
  for (const part of parts) part.kill(signal);
}
for (const part of parts) part.once("exit", () => end());
process.on("SIGINT", () => end("SIGINT"));
process.on("SIGTERM", () => end());
