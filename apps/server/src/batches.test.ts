import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBatches } from "./batches.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Call {
  key: number;
  name: string;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Batches whose work ends when the test says so. */
function setup() {
  const sent: string[] = [];
  const ends = new Map<
    string,
    { resolve: (results?: (string | undefined)[]) => void; reject: (error: Error) => void }
  >();
  const work = (what: string, results: (string | undefined)[]) =>
    new Promise<(string | undefined)[]>((resolve, reject) => {
      sent.push(what);
      ends.set(what, { resolve: (given = results) => resolve(given), reject });
    });
  const waited: number[] = [];
  const call = createBatches<Call, string>({
    onSent: (ms) => waited.push(ms),
    together: (calls) =>
      work(
        calls.map(({ name }) => name).join("+"),
        calls.map(({ name }) => `${name} done`),
      ),
    alone: async ({ name }) => (await work(name, [`${name} alone`]))[0] ?? "",
    keyOf: ({ key }) => key,
  });
  let keys = 0;
  const ask = (name: string, key = (keys += 1)) => call({ key, name });
  const end = (what: string) => {
    const found = ends.get(what);
    if (!found) throw new Error(`${what} is not under way`);
    return found;
  };
  return { sent, ask, end, waited };
}

it("sends a call at once while few are under way, and the calls that came meanwhile together", async () => {
  const { sent, ask, end } = setup();
  const results = ["a", "b", "c", "d"].map((name) => ask(name));
  expect(sent).toEqual(["a", "b"]);
  end("a").resolve();
  await settled();
  expect(sent).toEqual(["a", "b", "c+d"]);
  end("b").resolve();
  end("c+d").resolve();
  expect(await Promise.all(results)).toEqual(["a alone", "b alone", "c done", "d done"]);
});

it("lets no call wait longer than 20 ms, whatever is under way", () => {
  const { sent, ask } = setup();
  for (const name of ["a", "b", "c"]) void ask(name);
  vi.advanceTimersByTime(15);
  void ask("d");
  expect(sent).toEqual(["a", "b"]);
  vi.advanceTimersByTime(5);
  expect(sent).toEqual(["a", "b", "c+d"]);
  // Up to the limit of connections: then a call waits until one of them ends.
  for (const name of ["e", "f", "g", "h"]) {
    void ask(name);
    vi.advanceTimersByTime(20);
  }
  expect(sent).toEqual(["a", "b", "c+d", "e", "f", "g"]);
});

it("says of each call how long it has waited for those before it", async () => {
  const { ask, end, waited } = setup();
  for (const name of ["a", "b", "c"]) void ask(name);
  vi.advanceTimersByTime(5);
  void ask("d");
  vi.advanceTimersByTime(3);
  end("a").resolve();
  await settled();
  expect(waited).toEqual([0, 0, 8, 3]);
});

it("carries out alone what a batch has left out, and everything if it fails", async () => {
  const { sent, ask, end } = setup();
  const results = ["a", "b", "c", "d"].map((name) => ask(name));
  end("a").resolve();
  await settled();
  end("c+d").resolve([undefined, "d done"]);
  await settled();
  expect(sent).toEqual(["a", "b", "c+d", "c"]);
  const more = ["e", "f"].map((name) => ask(name));
  end("c").reject(new Error("refused"));
  end("b").resolve();
  await expect(results[2]).rejects.toThrow("refused");
  await settled();
  const rest = ["g", "h", "i"].map((name) => ask(name));
  end("e").resolve();
  end("f").resolve();
  await settled();
  end("g+h+i").reject(new Error("connection lost"));
  await settled();
  expect(sent.slice(4)).toEqual(["e", "f", "g+h+i", "g", "h", "i"]);
  for (const name of ["g", "h", "i"]) end(name).resolve();
  expect(await Promise.all([...more, ...rest])).toEqual(["e", "f", "g", "h", "i"].map((name) => `${name} alone`));
});

it("sends the second call of a key only after the first has ended, and no others later for that", async () => {
  const { sent, ask, end } = setup();
  void ask("a1", 1);
  void ask("a2", 1);
  void ask("b", 2);
  expect(sent).toEqual(["a1", "b"]);
  end("b").resolve();
  void ask("c", 3);
  await settled();
  expect(sent).toEqual(["a1", "b", "c"]);
  end("a1").resolve();
  await settled();
  expect(sent).toEqual(["a1", "b", "c", "a2"]);
});

it("sends at most 100 calls together", async () => {
  const { sent, ask, end } = setup();
  for (let n = 0; n < 252; n += 1) void ask(`${n}`);
  end("0").resolve();
  end("1").resolve();
  await settled();
  expect(sent.map((what) => what.split("+").length)).toEqual([1, 1, 100, 100]);
});
