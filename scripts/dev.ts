/** `npm run dev`: the server restarts when its sources change, Vite serves both apps with hot reload. Ends all together. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { ignoreClosedOutput } from "../apps/server/src/output.ts";
import { endWithShell } from "./lib/endWithShell.ts";
import { ROOT } from "./lib/run.ts";

const port = process.env["PORT"] ?? "8080";
const consolePort = process.env["CONSOLE_PORT"] ?? "8081";
const vite = (app: "player" | "console") =>
  spawn(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js")], {
    cwd: join(ROOT, "apps", app),
    stdio: "inherit",
    env: {
      ...process.env,
      REELCAST_SERVER: `http://127.0.0.1:${port}`,
      REELCAST_CONSOLE: `http://127.0.0.1:${consolePort}`,
    },
  });
const parts: ChildProcess[] = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    // The console's port is set, because Vite must know it.
    env: {
      ...process.env,
      CONSOLE_PORT: consolePort,
      ALLOWED_ORIGINS: "http://localhost:5173",
      CONSOLE_ORIGINS: "http://localhost:5174",
    },
  }),
  vite("player"),
  vite("console"),
];
let ending = false;
function end(signal: NodeJS.Signals = "SIGTERM"): void {
  if (ending) return;
  ending = true;
  for (const part of parts) part.kill(signal);
}
for (const part of parts) part.once("exit", () => end());
ignoreClosedOutput();
endWithShell();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.on(signal, () => end(signal));
