import { expect, test } from "vitest";
import { momentOf, remaining } from "./countdown.ts";

const NOW = new Date(2026, 5, 15, 12).getTime();
const at = (seconds: number) => remaining(NOW + seconds * 1000, NOW);

test("counts down to what the address names, else to the end of the year", () => {
  expect(momentOf("2027-03-01T10:00:00Z", NOW)).toBe(Date.UTC(2027, 2, 1, 10));
  expect(momentOf(null, NOW)).toBe(new Date(2027, 0, 1).getTime());
  expect(momentOf("soon", NOW)).toBe(new Date(2027, 0, 1).getTime());
});
test("parts what is left into days, hours, minutes and seconds", () => {
  expect(at(2 * 86_400 + 3 * 3600 + 4 * 60 + 5)).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 });
  expect(at(59.2)).toEqual({ days: 0, hours: 0, minutes: 1, seconds: 0 });
  expect(at(0.1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
});
test("is over when it is", () => expect([at(0), at(-5)]).toEqual([null, null]));
