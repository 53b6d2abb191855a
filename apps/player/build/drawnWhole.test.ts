/** The list of components that stay uncompiled follows the files that it names. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { drawnWhole } from "./drawnWhole.ts";

it("names files that there are, each once", async () => {
  for (const path of drawnWhole) await expect(readFile(path, "utf8"), path).resolves.toContain("export");
  expect(new Set(drawnWhole).size).toBe(drawnWhole.length);
});
