import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ICONS, iconsNamed } from "./iconList.ts";

const names = (wanted: string) => iconsNamed(wanted).map(({ name }) => name);

describe("the list of icons", () => {
  it("has every icon of the design system, and nothing else", () => {
    const source = readFileSync(new URL("../../../../../packages/ui/src/icons.ts", import.meta.url), "utf8");
    const written = [...source.matchAll(/default as (\w+Icon)\b/g)].map(([, name = ""]) => name);
    expect(written.length).toBeGreaterThan(20);
    expect(ICONS.map(({ name }) => name)).toEqual(written.toSorted((a, b) => a.localeCompare(b, "en")));
  });
  it("is searched by words in any order and any case, on a Turkish keyboard too", () => {
    expect(names("")).toHaveLength(ICONS.length);
    expect(names("off EYE")).toEqual(["EyeOffIcon"]);
    expect(names("LİST")).toEqual(["ListIcon"]);
    expect(names("lıst")).toEqual(["ListIcon"]);
    expect(names("no such drawing")).toEqual([]);
  });
});
