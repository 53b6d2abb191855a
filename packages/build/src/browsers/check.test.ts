import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { problems, unneeded } from "./check.ts";
import { readFeatures } from "./features.ts";
import { declaredAtTop, definedMembers, usedByScript } from "./usedScript.ts";
import { usedByStyles } from "./usedStyles.ts";

const features = readFeatures();
function inScript(code: string): string[] {
  const program = parseAst(code);
  const script = { program, code, atTop: declaredAtTop(program), own: definedMembers(program) };
  return usedByScript(script, features).map(({ feature }) => feature);
}
const inStyles = (code: string) => usedByStyles(code, features).map(({ feature }) => feature);

describe("a script of the build", () => {
  it("is searched for what the oldest browsers lack: names, members, methods, options, flags", () => {
    expect(inScript("if (URL.canParse(a)) b(window.AbortSignal.any([c]))")).toEqual([
      "AbortSignal.any",
      "URL.canParse",
    ]);
    expect(inScript("x.find((y) => y.checkVisibility())")).toEqual([".checkVisibility"]);
    expect(inScript("const { promise } = Promise.withResolvers()")).toEqual(["Promise.withResolvers"]);
    expect(inScript("globalThis.requestIdleCallback(f)")).toEqual(["requestIdleCallback"]);
    expect(inScript("a.b.values().map(f)")).toEqual(["Iterator.map"]);
    expect(inScript("a.focus({ focusVisible: true })")).toEqual([".focus({focusVisible})"]);
    expect(inScript("/[\\p{L}--[a-z]]/v.test(a)")).toEqual(["/v"]);
  });
  it("may use what they have, its own names, and methods that it tests by `?.`", () => {
    expect(inScript("structuredClone(a.toSorted().at(-1)); Array.from(a.values()).map(f)")).toEqual([]);
    expect(
      inScript("const URL = { canParse() {} }; URL.canParse(); function f(scheduler) { return scheduler }"),
    ).toEqual([]);
    expect(inScript("class A { checkVisibility() {} } new A().checkVisibility()")).toEqual([]);
    expect(inScript("a.checkVisibility?.()")).toEqual([]);
    expect(inScript("Object.entries(a).map(f)")).toEqual([]);
  });
});

describe("a style sheet of the build", () => {
  it("is searched for rules, selectors, properties, values and functions", () => {
    expect(inStyles("@starting-style { a { color: red } }")).toEqual(["@starting-style"]);
    expect(inStyles("a:popover-open { field-sizing: content; color: light-dark(red, blue) }")).toEqual([
      ":popover-open",
      "field-sizing",
      "field-sizing: content",
      "light-dark()",
    ]);
    expect(inStyles("a { & b { color: red } }")).toEqual(["&"]);
  });
  it("may use what they have, and what stands in @supports", () => {
    expect(
      inStyles("@layer x { .a\\:open:has(b) { color: color-mix(in oklch, red, blue); height: 1dvh; inset: 0 } }"),
    ).toEqual([]);
    expect(inStyles("@supports (field-sizing: content) { a { field-sizing: content } }")).toEqual([]);
    expect(inStyles("@container (width > 10rem) { a { container-type: inline-size } }")).toEqual([]);
  });
});

it("an exception holds in its place alone, and is refused where nothing needs it", () => {
  const place = { feature: "scheduler", lacks: ["safari never"], in: "/x/nextTask.ts", where: "" };
  const exception = { feature: "scheduler", in: /nextTask\.ts$/, reason: "a timer takes its place" };
  expect(problems([place], [exception])).toEqual([]);
  expect(problems([{ ...place, in: "/x/other.ts" }], [exception])).toEqual([
    "scheduler (safari never) in /x/other.ts: ",
  ]);
  expect(unneeded([place], [exception])).toEqual([]);
  expect(unneeded([], [exception])).toEqual(["scheduler: the exception is no longer needed"]);
});
