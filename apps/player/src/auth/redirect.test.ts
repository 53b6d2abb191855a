import { expect, it } from "vitest";
import { redirectTarget } from "./redirect.ts";

it.each(["/lobby/3/nordlys", "/game/7/x?y=1"])("follows %s", (path) => expect(redirectTarget(path)).toBe(path));

it.each([
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "lobby",
  "/\t/evil.example",
  "/login?redirect=/x",
  "/logout",
  undefined,
  7,
  "",
])("does not follow %j", (requested) => expect(redirectTarget(requested)).toBe("/lobby"));
