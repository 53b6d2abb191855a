/**
 * How the build is cut into files. Every visitor needs the start: the startup steps and the login, without a framework.
 * A player's visit then needs the app: React and what else the first screen has. Each stands in few files, since it
 * compresses better together than in a dozen.
 */
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

const APP = fileURLToPath(new URL("../src/", import.meta.url));
const FIRST = `${APP}main.ts`;
/** The page links it. */
const STYLES = `${APP}styles/app.css`;
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|@tanstack|@base-ui|lucide-react)\//;

type ModuleGraph = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** The modules that `main.ts` imports, directly or not, without those that it fetches later. */
export function startModules(graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const open = [FIRST];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

let known: Set<string> | undefined;
/** For `codeSplitting.groups`: takes the modules of the start. */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  known ??= startModules(graph);
  return (known.has(id) && id !== FIRST) || id === STYLES ? "start" : null;
}

/** Stops a build in which the login would need the framework. */
export function frameworkFreeStart(): Plugin {
  return {
    name: "reelcast:framework-free-start",
    apply: "build",
    buildStart: () => (known = undefined),
    generateBundle() {
      const framework = [...startModules(this)].filter((id) => FRAMEWORK.test(id));
      if (framework.length > 0) this.error(`The login needs ${framework.join(", ")}.`);
    },
  };
}
