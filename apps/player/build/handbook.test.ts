import { existsSync, readFileSync } from "node:fs";
import { allCalls, DEFAULT_SETTINGS, ErrorCode } from "@reelcast/contract";
import { describeContract, describeSettings } from "@reelcast/contract/describe";
import { describe, expect, it } from "vitest";
import { SAMPLES } from "../src/template/handbook/samples.ts";
import { describeDesignSystem } from "./designSystem.ts";

const { components, functions, icons } = describeDesignSystem();
const named = (name: string) => components.find((component) => component.name === name);
const exampleOf = (name: string) => new URL(`../src/template/handbook/examples/${name}.tsx`, import.meta.url);

describe("what the handbook knows of the design system", () => {
  it.each(components.map(({ name }) => name))("there is an example of %s, which uses it", (name) => {
    expect(existsSync(exampleOf(name)), `examples/${name}.tsx`).toBe(true);
    expect(readFileSync(exampleOf(name), "utf8")).toMatch(new RegExp(`<${name}[\\s/>]|\\b${name}\\.`));
  });
  it("shows every icon", () => {
    expect(icons.length).toBeGreaterThan(20);
    const code = readFileSync(exampleOf("Icons"), "utf8");
    expect(icons.filter((icon) => !code.includes(icon))).toEqual([]);
  });
  it("knows the props of every component that takes some", () => {
    const without = components.filter(({ props, takesToo }) => props.length + takesToo.length === 0);
    // They are taken from libraries as they are.
    expect(without.map(({ name }) => name).toSorted()).toEqual(["Form", "MoneyFormatProvider"]);
  });
  it("says type, default and docstring of a prop as the source does", () => {
    const tone = named("Button")?.props.find(({ name }) => name === "tone");
    expect(tone).toMatchObject({
      type: '"main" | "plain" | "quiet" | "danger"',
      optional: true,
      fallback: '"plain"',
      about: "",
    });
    const label = named("IconButton")?.props.find(({ name }) => name === "label");
    expect(label).toMatchObject({ optional: false, about: "What pressing it does: the accessible name." });
  });
  it("says how functions are called", () => {
    expect(functions.find(({ name }) => name === "parseAmount")?.signature).toBe(
      "parseAmount(text: string, language: string, currency?: Currency): number | null",
    );
  });
});

describe("what the handbook knows of the contract", () => {
  const contract = describeContract();
  it("has every call, with rows for all that goes in and comes out", () => {
    expect(contract.calls.map(({ name }) => name)).toEqual(Object.keys(allCalls()));
    const login = contract.calls.find(({ name }) => name === "login");
    expect(login?.body?.fields).toContainEqual({
      path: "username",
      type: "string",
      optional: false,
      bounds: ["minLength 4", "maxLength 254"],
    });
    expect(login?.answer?.fields.map(({ path }) => path)).toContain("Permissions[].PermissionId");
    expect(login?.answer?.fields.find(({ path }) => path === "last_logon_ip")?.type).toBe("string | null");
  });
  it("has every error, and a figure for whatever its words name", () => {
    expect(contract.errors.map(({ code, name }) => [name, code])).toEqual(
      Object.entries(ErrorCode).toSorted(([, a], [, b]) => a - b),
    );
    const named = contract.errors.flatMap(({ message }) =>
      [...message.matchAll(/(?<!one |other |=\d )\{(\w+)[,}]/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name === undefined || !(name in SAMPLES))).toEqual([]);
  });
  it("has every setting with its default", () => {
    expect(Object.fromEntries(describeSettings().map(({ key, fallback }) => [key, fallback]))).toEqual(
      DEFAULT_SETTINGS,
    );
    expect(describeSettings().filter(({ shape }) => shape === "any")).toEqual([]);
  });
});
