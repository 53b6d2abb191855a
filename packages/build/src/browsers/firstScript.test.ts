/** The notice for old browsers: they can read it, and it is shown to those below the targets alone. */
import data from "@mdn/browser-compat-data" with { type: "json" };
import { parse } from "acorn";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { child, isAtLeast, lacking } from "./features.ts";
import type { Node } from "./features.ts";
import { firstScriptCode } from "./firstScript.ts";
import { TARGETS } from "./targets.ts";

const ROOT = new URL("../../../../", import.meta.url);
const at = (...path: string[]) =>
  path.reduce<Node | undefined>((node, name) => child(node, name), data as unknown as Node) as Node;
/** What the script asks for. */
const TESTED = [at("css", "types", "color", "color-mix"), at("api", "CSSPropertyRule")];
const firstVersion = (feature: Node, browser: string) =>
  ([feature.__compat?.support[browser]].flat()[0] as { version_added: string }).version_added;

it.each(["apps/player/src/startup/applyTheme.js", "apps/console/src/app/applyScheme.js"])(
  "the first script with %s is ECMAScript 5, and names the targets",
  (own) => {
    const code = firstScriptCode(fileURLToPath(new URL(own, ROOT)));
    expect(() => parse(code, { ecmaVersion: 5, sourceType: "script" })).not.toThrow();
    expect(code).toContain(`Chrome ${TARGETS.chrome} or Safari ${TARGETS.safari}`);
    expect(code).not.toContain("__");
  },
);

describe("what the notice tests", () => {
  it("is there in all browsers that the apps are built for", () => {
    for (const feature of TESTED) expect(lacking(feature)).toEqual([]);
  });
  it.each(Object.entries(TARGETS))("is not there in any older %s", (browser, version) => {
    expect(TESTED.some((feature) => isAtLeast(firstVersion(feature, browser), version))).toBe(true);
  });
});
