import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tokensOf, tokensOfKind, utilitiesOf, variantsOf } from "./stylesheet.ts";

const file = (name: string) =>
  readFileSync(new URL(`../../../../../packages/ui/src/styles/${name}`, import.meta.url), "utf8");

describe("reading a style sheet", () => {
  it("finds tokens in their order, without comments and without what only takes away", () => {
    const css = `@theme static {
      --color-*: initial;
      /* --color-old: red; */
      --color-gold: #fc0;
      --shadow-raised: 0 1px 0 var(--color-sheen) inset,
        0 8px 24px black;
    }
    :root { --color-no-token: #000; }
    @theme { --radius-sm: 6px }`;
    expect(tokensOf(css)).toEqual([
      { name: "--color-gold", value: "#fc0" },
      { name: "--shadow-raised", value: "0 1px 0 var(--color-sheen) inset, 0 8px 24px black" },
      { name: "--radius-sm", value: "6px" },
    ]);
    expect(tokensOfKind(tokensOf(css), "radius")).toEqual([{ name: "--radius-sm", value: "6px" }]);
  });
  it("finds utilities with the blocks within them", () => {
    expect(utilitiesOf("@utility hit {\n  top: 0;\n  &::after {\n    inset: 0;\n  }\n}\n.hit { x: y }")).toEqual([
      { name: "hit", css: "top: 0;\n&::after {\n  inset: 0;\n}" },
    ]);
  });
  it("finds variants of both forms", () => {
    expect(variantsOf("@custom-variant dark (&:where(.dark *));\n@custom-variant wide {\n  @slot;\n}")).toEqual([
      { name: "dark", css: "&:where(.dark *)" },
      { name: "wide", css: "@slot;" },
    ]);
  });
  it("says that a block is never closed", () => {
    expect(() => utilitiesOf("@utility half { top: 0;")).toThrow("never closed");
  });
  it("finds what the project's own style sheets define, as often as they say so", () => {
    const base = file("base.css");
    expect(utilitiesOf(base)).toHaveLength(base.match(/^@utility /gm)?.length ?? 0);
    expect(utilitiesOf(base).map(({ name }) => name)).toContain("figures");
    expect(variantsOf(file("variants.css")).map(({ name }) => name)).toEqual(["across", "roomy", "desk", "staged"]);
    const tokens = tokensOf(file("tokens.css"));
    expect(tokens).toHaveLength(file("tokens.css").match(/^ {2}--[\w-]+:/gm)?.length ?? 0);
    for (const kind of ["color", "radius", "shadow"]) expect(tokensOfKind(tokens, kind), kind).not.toEqual([]);
  });
});
