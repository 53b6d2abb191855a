import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import fastify from "fastify";
import { expect, it } from "vitest";
import { createLogger } from "./log.ts";
import { RepeatLimit } from "./logRepeats.ts";

interface Line {
  level: number;
  msg: string;
  leftOut?: number;
  machineId?: number;
  err?: { code?: string; stack?: string; message?: string };
}
/** A log whose minute is over when the test says so. */
function recorded() {
  let now = 0;
  const lines: Line[] = [];
  const limit = new RepeatLimit({ now: () => now, after: () => {} });
  const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line) as Line) }, limit);
  function nextMinute(): void {
    now += 60_000;
    limit.flush();
  }
  return { log, lines, nextMinute };
}
function databaseError(code: string): Error {
  const error = new Error("could not extend file: No space left on device");
  error.stack = `${error.message}\n    at query (file:///a.ts:1:1)\n${"    at deeper (file:///b.ts:2:2)\n".repeat(400)}`;
  return Object.assign(error, {
    code,
    where: "x".repeat(5_000),
    internalQuery: "y".repeat(5_000),
    routine: "mdextend",
  });
}

it("masks secrets, wherever they stand in what is logged", () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  log.info(
    {
      token: "abc-secret",
      user: { password: "abc-secret" },
      req: { headers: { authorization: "abc-secret" } },
      playerId: 7,
    },
    "asked",
  );
  expect(lines.join()).toContain('"playerId":7');
  expect(lines.join()).not.toContain("abc-secret");
});

it("writes a repeated failure once a minute, for each message, code and machine, and says how many are left out", () => {
  const { log, lines, nextMinute } = recorded();
  for (let each = 0; each < 50; each += 1) {
    for (const machineId of [1, 2]) log.error({ err: databaseError("53100"), machineId }, "tried again");
    log.error({ err: databaseError("57P03"), machineId: 1 }, "tried again");
    log.warn("away");
    log.info("not a failure");
  }
  const failures = () => lines.filter(({ level }) => level > 30);
  expect(failures().map(({ msg, machineId, err }) => [msg, machineId, err?.code])).toEqual([
    ["tried again", 1, "53100"],
    ["tried again", 2, "53100"],
    ["tried again", 1, "57P03"],
    ["away", undefined, undefined],
  ]);
  expect(lines.filter(({ level }) => level === 30)).toHaveLength(50);
  nextMinute();
  expect(
    failures()
      .slice(4)
      .map(({ leftOut }) => leftOut),
  ).toEqual([48, 48, 48, 48]);
});

it("cuts errors: the stack once, and not in what repeats", () => {
  const { log, lines, nextMinute } = recorded();
  for (let each = 0; each < 3; each += 1) log.error({ err: databaseError("53100") }, "tried again");
  nextMinute();
  const [first, second] = lines;
  expect(first?.err?.stack).toContain("at query");
  expect(JSON.stringify(first).length).toBeLessThan(3_000);
  expect(second).toMatchObject({
    leftOut: 1,
    err: { code: "53100", message: "could not extend file: No space left on device" },
  });
  expect(second?.err?.stack).toBeUndefined();
  expect(JSON.stringify(second).length).toBeLessThan(1_000);
  expect(JSON.stringify(lines)).not.toContain("yyy");
});

it("distinguishes errors without a code by where they were thrown", () => {
  const { log, lines } = recorded();
  const here = () => new TypeError("no such thing 1");
  const there = () => new TypeError("no such thing 2");
  for (let each = 0; each < 3; each += 1) for (const make of [here, there]) log.error({ err: make() }, "a call failed");
  expect(lines.map(({ err }) => err?.message)).toEqual(["no such thing 1", "no such thing 2"]);
});

it("limits the loggers of requests with the others", async () => {
  const { log, lines } = recorded();
  const app = fastify({ loggerInstance: log });
  app.get("/", (request) => {
    request.log.error({ err: databaseError("53100") }, "a call failed");
    return {};
  });
  for (let each = 0; each < 5; each += 1) await app.inject("/");
  await app.close();
  const failures = lines.filter(({ level }) => level > 30);
  expect(failures.map(({ msg, err }) => [msg, err?.code])).toEqual([["a call failed", "53100"]]);
  expect(JSON.stringify(failures).length).toBeLessThan(3_000);
});

it("writes all that is fatal, and before it what was left out", () => {
  const { log, lines } = recorded();
  for (let each = 0; each < 3; each += 1) log.error("bad");
  log.fatal("the end");
  log.fatal("the end");
  expect(lines.map(({ msg, leftOut }) => [msg, leftOut])).toEqual([
    ["bad", undefined],
    ["bad", 1],
    ["the end", undefined],
    ["the end", undefined],
  ]);
});

it.runIf(existsSync("/dev/full"))("a log that can't be written, on a full disk, does not end the process", () => {
  const program = `
    import { createLogger } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
    const log = createLogger("info");
    for (let each = 0; each < 10_000; each += 1) log.info({ each, text: "x".repeat(200) }, "said");
    log.fatal("the end");
    setImmediate(() => console.error("alive, " + (process.memoryUsage().arrayBuffers < 50_000_000)));`;
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
    // Without an own output it would wait for space for ever.
    timeout: 60_000,
  });
  closeSync(full);
  expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: "alive, true" });
});

it("writes what was left out when the log ends, and nothing more of it when the process ends", () => {
  const program = `
    import { createLogger, endLogger } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
    const log = createLogger("info");
    for (let each = 0; each < 3; each += 1) log.warn("bad");
    endLogger(log);
    console.log(JSON.stringify({ msg: "after" }));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  expect(lines.map(({ msg, leftOut }) => [msg, leftOut])).toEqual([
    ["bad", undefined],
    ["bad", 1],
    ["after", undefined],
  ]);
});
