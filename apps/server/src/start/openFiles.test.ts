import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { openFilesWarning, readLimit } from "./openFiles.ts";

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             127440               127440               processes
Max open files            1024                 4096                 files
`;

it("reads the limit that counts", () => {
  expect(readLimit(LIMITS)).toBe(1_024);
  expect(readLimit(LIMITS.replace("1024 ", "unlimited "))).toBeNull();
  expect(readLimit("")).toBeNull();
});

it("names the number that is needed, with the console and without", () => {
  const warn = (limit: number | null, environment: Record<string, string> = {}) =>
    openFilesWarning(readConfig(environment), limit);
  expect(warn(1_024)).toMatch(/^The limit of open files is 1024, and MAX_CONNECTIONS 5000 needs 6300: raise it/);
  expect(warn(1_024, { CONSOLE_PORT: "off" })).toContain("needs 5300");
  expect(warn(6_300)).toBeNull();
  expect(warn(1_024, { MAX_CONNECTIONS: "500", CONSOLE_PORT: "off" })).toBeNull();
  expect(warn(null)).toBeNull();
});
