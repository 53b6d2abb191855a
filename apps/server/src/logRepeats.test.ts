import { expect, it } from "vitest";
import { RepeatLimit } from "./logRepeats.ts";

/** A limit on a clock that the test moves; `lines` is what was written, as "subject+left out", "!" for the first. */
function limited() {
  let now = 0;
  const timers: { at: number; work: () => void }[] = [];
  const limit = new RepeatLimit({ now: () => now, after: (ms, work) => void timers.push({ at: now + ms, work }) });
  const lines: string[] = [];
  const say = (kind: string, subject = "") =>
    limit.report(kind, subject, (leftOut, isFirst) => lines.push(`${kind}${subject}+${leftOut}${isFirst ? "!" : ""}`));
  function pass(ms: number): void {
    now += ms;
    for (const { work } of timers.splice(0).filter((timer) => timer.at <= now || void timers.push(timer))) work();
  }
  return { limit, lines, say, pass };
}

it("writes the first of a kind at once, then one a minute with the number of those left out", () => {
  const { lines, say, pass } = limited();
  for (let each = 0; each < 100; each += 1) say("full");
  expect(lines).toEqual(["full+0!"]);
  pass(60_000);
  // 99 were left out, and this line is the last of them.
  expect(lines).toEqual(["full+0!", "full+98"]);
  pass(60_000);
  say("full");
  expect(lines).toEqual(["full+0!", "full+98", "full+0"]);
});

it("counts in the next line what was left out before its minute was over", () => {
  const { limit, lines, say } = limited();
  say("full");
  say("full");
  say("full");
  limit.flush();
  expect(lines).toEqual(["full+0!"]);
  // The process ends: nothing is left unsaid.
  limit.flush(true);
  expect(lines).toEqual(["full+0!", "full+1"]);
});

it("keeps kinds apart, and ten subjects of each; all others share a line", () => {
  const { lines, say, pass } = limited();
  for (let machine = 1; machine <= 1_000; machine += 1) say("full", `:${machine}`);
  say("away");
  expect(lines).toHaveLength(12);
  expect(lines.slice(-2)).toEqual(["full:11+0!", "away+0!"]);
  pass(60_000);
  expect(lines.slice(12)).toEqual(["full:1000+988"]);
});

it("says it in full again after a quiet hour", () => {
  const { lines, say, pass } = limited();
  say("full");
  pass(3_600_000);
  say("full");
  pass(3_661_000);
  say("full");
  expect(lines).toEqual(["full+0!", "full+0", "full+0!"]);
});

it("stays small, whatever the number of kinds", () => {
  const { lines, say, pass } = limited();
  for (let kind = 0; kind < 10_000; kind += 1) say(`kind ${kind}`);
  expect(lines).toHaveLength(501);
  // The old ones are forgotten, so that new ones have lines of their own again.
  pass(61_000);
  pass(61_000);
  say("new");
  expect(lines.at(-1)).toBe("new+0!");
});
