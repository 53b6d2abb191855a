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

const LOADED_BY_EVERY_FILE = /\/(rolldown-runtime|start)-/;
/** The start fetches the app's first file, and every file of the app imports it. */
const LOADED_BY_THE_APP = /\/(rolldown-runtime|start|base)-/;
const LOADED_BY_A_VISIT = /\/(rolldown-runtime|start|base|frame)-/;

/** For `modulePreload`: leaves out of the files of a part those that a visitor has wherever `hostId` can ask for it. */
export function notLoadedYet(_part: string, files: string[], { hostId }: { hostId: string }): string[] {
  const loaded = /\/(frame|game)-/.test(hostId)
    ? LOADED_BY_A_VISIT
    : /\/(index|start|app)-/.test(hostId)
      ? LOADED_BY_EVERY_FILE
      : LOADED_BY_THE_APP;
  return files.filter((file) => !loaded.test(file));
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
