/**
 * Stops a build whose files import each other in a circle: then what a file needs may not have run yet when the file runs, and
 * whether it has depends on which of them the page asks for first.
 */
import type { Plugin } from "vite";

/** @param imports the files that each file imports, without those that it fetches later @returns the first circle, or null */
export function circleOf(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  function follow(file: string): string[] | null {
    const at = path.indexOf(file);
    if (at !== -1) return [...path.slice(at), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return null;
  }
  for (const file of imports.keys()) {
    const circle = follow(file);
    if (circle) return circle;
  }
  return null;
}

export function withoutChunkCycles(): Plugin {
  return {
    name: "reelcast:without-chunk-cycles",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const circle = circleOf(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (circle) this.error(`Files import each other in a circle: ${circle.join(" → ")}.`);
    },
  };
}
