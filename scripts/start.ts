/** `npm start`: builds the app if needed, then runs the server in this process. */
import { join } from "node:path";
import { ignoreClosedOutput } from "../apps/server/src/output.ts";
import { ensureAppBuilt } from "./lib/appBuild.ts";
import { endWithShell } from "./lib/endWithShell.ts";
import { ROOT } from "./lib/run.ts";

ignoreClosedOutput();
endWithShell();
try {
  await ensureAppBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this process, so that it gets signals directly.
await import(join(ROOT, "apps/server/src/main.ts"));
