/** All that the oldest browsers lack in their scripts, so that tests can take it from a newer one. */
import data from "@mdn/browser-compat-data" with { type: "json" };
import { child, childrenOf, lacking } from "./features.ts";
import type { Node } from "./features.ts";
import type { MissingApis } from "./removeApis.ts";

export type Engine = "chrome" | "safari";
/** What tests need themselves, or what Chromium calls by another name than Safari. */
const KEPT = new Set(["chrome", "console", "Error", "Navigator.userAgentData", "Navigator.connection"]);

/** @returns names of the global object and of its interfaces */
export function missingApis(engine: Engine): MissingApis {
  const missing: MissingApis = { globals: [], statics: [], members: [] };
  const isMissing = (node: Node) => lacking(node).some((browser) => browser.startsWith(`${engine} `));
  const builtins = child(data.javascript, "builtins") as Node;
  const globals = child(data.api, "_globals") ?? {};
  for (const [name, node] of [...childrenOf(data.api), ...childrenOf(builtins), ...childrenOf(globals)]) {
    if (KEPT.has(name)) continue;
    if (isMissing(node)) {
      missing.globals.push(name);
      continue;
    }
    for (const [key, member] of childrenOf(node)) {
      const bare = key.replace(/_static$/, "");
      if (!/^\w+$/.test(bare) || key.endsWith("_event") || bare === name || KEPT.has(`${name}.${bare}`)) continue;
      if (!isMissing(member)) continue;
      if (name === "Window") missing.globals.push(bare);
      missing.statics.push([name, bare]);
      if (!key.endsWith("_static")) missing.members.push([name, bare]);
    }
  }
  return missing;
}
