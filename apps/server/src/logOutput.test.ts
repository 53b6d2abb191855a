import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LogOutput } from "./logOutput.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An output whose writing fails with `fails.code`, and takes at most `fails.most` bytes at a time. */
function opened() {
  let written = "";
  const fails: { code: string | null; most: number } = { code: null, most: Infinity };
  const lost: number[] = [];
  const output = new LogOutput(
    (lines) => lost.push(lines),
    (bytes) => {
      if (fails.code !== null) throw Object.assign(new Error(fails.code), { code: fails.code });
      const part = bytes.subarray(0, fails.most);
      written += part.toString();
      return part.length;
    },
  );
  return { output, fails, lost, written: () => written };
}

it("keeps lines that can't be written, and writes them in order when it can", () => {
  const { output, fails, lost, written } = opened();
  fails.most = 5;
  output.write("first line\n");
  fails.code = "ENOSPC";
  output.write("second\n");
  output.write("third\n");
  expect(written()).toBe("first line\n");
  fails.code = null;
  vi.advanceTimersByTime(250);
  expect(written()).toBe("first line\nsecond\nthird\n");
  expect(lost).toEqual([]);
});

it("does not keep more than a limit, and says how many lines are lost", () => {
  const { output, fails, lost, written } = opened();
  fails.code = "EAGAIN";
  for (let each = 0; each < 1_000; each += 1) output.write(`${"x".repeat(1_023)}\n`);
  expect(lost).toEqual([]);
  fails.code = null;
  vi.advanceTimersByTime(250);
  expect(written()).toHaveLength(256 * 1024);
  expect(lost).toEqual([744]);
});

it("writes nothing more once the reader is gone", () => {
  const { output, fails, written } = opened();
  fails.code = "EPIPE";
  output.write("one\n");
  fails.code = null;
  output.write("two\n");
  vi.advanceTimersByTime(1_000);
  expect(written()).toBe("");
});

it("tries at the end what still waits", () => {
  const { output, fails, written } = opened();
  fails.code = "ENOSPC";
  output.write("the end\n");
  output.end();
  expect(written()).toBe("");
  fails.code = null;
  output.end();
  expect(written()).toBe("the end\n");
});
