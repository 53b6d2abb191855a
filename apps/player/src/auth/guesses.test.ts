import { expect, it } from "vitest";
import { NO_ENTRY, typeOn } from "./guesses.ts";

/** What stands in the field, step by step → how many guesses began, and which are over. */
function follow(...steps: string[]) {
  let entry = NO_ENTRY;
  let begun = 0;
  const over: string[] = [];
  for (const step of steps) {
    const typed = typeOn(entry, step);
    ({ entry } = typed);
    begun += Number(typed.begins);
    if (typed.over !== null) over.push(typed.over);
  }
  return { begun, over };
}
/** "1234" → "1", "12", "123", "1234". */
const keys = (digits: string) => Array.from(digits, (_, n) => digits.slice(0, n + 1));
const erased = (digits: string) => keys(digits).toReversed().slice(1).concat("");

it("takes a long PIN for one guess, however many digits are typed on", () => {
  expect(follow(...keys("123456789012"))).toEqual({ begun: 1, over: [] });
  expect(follow(...keys("123"), "")).toEqual({ begun: 0, over: [] });
});
it("counts what is erased once, and what is typed anew behind a part of it again", () => {
  expect(follow(...keys("123456"), ...erased("123456"))).toEqual({ begun: 1, over: ["123456"] });
  expect(follow(...keys("1234"), "123", "1235", "123", "1236", "")).toEqual({
    begun: 3,
    over: ["1234", "1235", "1236"],
  });
  expect(follow(...keys("12345"), "1234", "12346", "1234", "123")).toEqual({ begun: 2, over: ["12345", "12346"] });
});
it("counts what is replaced at once, by pasting say", () => {
  expect(follow("1111", "2222", "3333")).toEqual({ begun: 3, over: ["1111", "2222"] });
  expect(follow("1234", "91234")).toEqual({ begun: 2, over: ["1234"] });
});
