import { expect, it } from "vitest";
import type { Refusal } from "./accounts/index.ts";
import { createRefusalLog } from "./refusalLog.ts";

const MINUTE = 60_000;
function openLog() {
  const written: Refusal[] = [];
  const clock = { time: 0 };
  let fails = false;
  /** The next write fails. */
  const fail = () => (fails = true);
  const log = createRefusalLog<Refusal>({
    async write(refusal) {
      const failed = fails;
      fails = false;
      if (failed) throw new Error("no database");
      written.push(refusal);
    },
    more: (ip, detail) => ({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip, detail }),
    now: () => new Date(clock.time),
  });
  const refuse = (ip: string) => log.note({ playerId: null, type: "LOGIN_FAIL", ip, detail: "site" });
  return { written, clock, log, refuse, fail };
}

it("writes the first refusals of a network, then their number", async () => {
  const { written, clock, log, refuse } = openLog();
  for (let n = 0; n < 2_000; n += 1) await refuse("203.0.113.1");
  await refuse("203.0.113.2");
  expect(written).toHaveLength(11);
  await log.flush();
  expect(written).toHaveLength(11);
  clock.time += 15 * MINUTE;
  await log.flush();
  expect(written.slice(11)).toEqual([
    { playerId: null, type: "LOGIN_NOT_ALLOWED", ip: "203.0.113.1", detail: "1990 more refused" },
  ]);
  await refuse("203.0.113.1");
  expect(written).toHaveLength(13);
});

it("writes the counts when the server ends", async () => {
  const { written, log, refuse } = openLog();
  for (let n = 0; n < 12; n += 1) await refuse("2001:db8::1");
  await log.flush(true);
  expect(written.at(-1)).toMatchObject({ ip: "2001:db8:0:0::/64", detail: "2 more refused" });
});

it("keeps what it could not write, and writes it later", async () => {
  const { written, clock, log, refuse, fail } = openLog();
  for (const ip of ["203.0.113.1", "203.0.113.2"]) for (let n = 0; n < 13; n += 1) await refuse(ip);
  clock.time += 15 * MINUTE;
  fail();
  await expect(log.flush()).rejects.toThrow("no database");
  clock.time += 15 * MINUTE;
  await log.flush();
  expect(written.slice(20)).toEqual([
    expect.objectContaining({ ip: "203.0.113.1", detail: "3 more refused" }),
    expect.objectContaining({ ip: "203.0.113.2", detail: "3 more refused" }),
  ]);
});

it("is bounded for an attacker with very many addresses", async () => {
  const { written, log, refuse } = openLog();
  for (let n = 0; n < 20_000; n += 1) await refuse(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  expect(written).toHaveLength(1_000);
  await log.flush(true);
  expect(written).toHaveLength(1_101);
  expect(written.at(-1)).toMatchObject({ ip: "", detail: "18900 more refused to others" });
});
