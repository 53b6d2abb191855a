import { expect, it } from "vitest";
import { initialsOf } from "./initials.ts";

it.each([
  ["Ayşe Yılmaz", "tr", "AY"],
  ["irem", "tr", "İ"],
  ["Ana Maria da Silva", "en", "AS"],
  ["سارة", "ar", "س"],
  ["S\u0327ule O\u0308z", "tr", "ŞÖ"],
  ["", "tr", ""],
  ["  ", "en", ""],
])("of %j in %s are %j", (name, language, initials) => expect(initialsOf(name, language)).toBe(initials));
