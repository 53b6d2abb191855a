import { expect, it } from "vitest";
import { formatMessage } from "./formatMessage.ts";

const TRIES = "{remaining, plural, =0 {No tries left} one {# try left} other {# tries left}}, {name}.";

it.each([
  [0, "No tries left, Ayşe."],
  [1, "1 try left, Ayşe."],
  [2, "2 tries left, Ayşe."],
])("writes the plural of %s", (remaining, text) => {
  expect(formatMessage(TRIES, { remaining, name: "Ayşe" })).toBe(text);
});
it("uses the plural form of English if there is no form for the exact number", () => {
  expect(formatMessage("{n, plural, one {# day} other {# days}}", { n: 0 })).toBe("0 days");
});
it("leaves the name of a parameter that has no value", () => {
  expect(formatMessage(TRIES, {})).toBe("{remaining} tries left, {name}.");
  expect(formatMessage(TRIES, { remaining: null, name: undefined })).toBe("{remaining} tries left, {name}.");
  expect(formatMessage("{toString}", {})).toBe("{toString}");
});
it("writes a value as it is, whatever stands in it", () => {
  expect(formatMessage("on {name}", { name: "{name} $& #" })).toBe("on {name} $& #");
});
