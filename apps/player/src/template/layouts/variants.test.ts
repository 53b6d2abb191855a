import { describe, expect, it } from "vitest";
import arabicMenu from "../../i18n/ar/navigation.json" with { type: "json" };
import arabicPages from "../../i18n/ar/layouts.json" with { type: "json" };
import { VARIANTS, variantAt } from "./variants.ts";

describe("page layouts", () => {
  it("have an address each: twelve on cards, fourteen simple", () => {
    expect(new Set(VARIANTS.map(({ path }) => path)).size).toBe(26);
    expect(VARIANTS.filter(({ family }) => family === "carded")).toHaveLength(12);
    expect(VARIANTS.filter(({ family }) => family === "simple")).toHaveLength(14);
  });
  it("are what their address says", () => {
    expect(variantAt("/ui/page-layouts/simple/right-sidebar-3-tabbed/")?.variant).toMatchObject({
      family: "simple",
      side: "end",
      kind: 3,
      tabbed: true,
    });
    expect(variantAt("/ui/page-layouts/carded/full-width")?.variant).toMatchObject({
      family: "carded",
      side: "none",
      kind: 1,
      tabbed: false,
    });
    expect(variantAt("/ui/page-layouts/carded/left-sidebar-3")).toBeNull();
  });
  it("lead from one to the next through all of them, and back", () => {
    const start = "/ui/page-layouts/carded/full-width";
    const visited = new Set<string>();
    for (let path = start; !visited.has(path);) {
      visited.add(path);
      const here = variantAt(path);
      expect(here && variantAt(here.next.path)?.previous.path).toBe(path);
      path = here?.next.path ?? start;
    }
    expect(visited.size).toBe(VARIANTS.length);
  });
  it("are called by the direction of reading in Arabic, in the menu as on the page: left is right there", () => {
    const words = [...Object.values(arabicMenu), ...Object.values(arabicPages)].join(" ");
    expect(words).not.toMatch(/يسار|يمين|أيسر|أيمن|يسرى|يمنى/);
    expect(arabicMenu.leftSidebar).toContain("في البداية");
    expect(arabicMenu.rightSidebar).toContain("في النهاية");
  });
});
