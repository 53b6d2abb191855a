/** `npm start`: builds what is not built, then is the server. */
import { join } from "node:path";
import { ensureAppBuilt } from "./lib/app-build.ts";
import { ROOT } from "./lib/run.ts";

try {
  await ensureAppBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// The same process becomes the server, so that it gets signals directly.
await import(join(ROOT, "apps/server/src/main.ts"));
