import { AppError, ErrorCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { perMinute, perSecond, RateLimiter, TokenBucket } from "./rateLimiter.ts";

it("counts per key and minute, and says how long to wait", () => {
  let time = 90_000;
  const limiter = new RateLimiter(perMinute(2), { now: () => time });
  limiter.count(1);
  limiter.count(1);
  limiter.count(2);
  expect(() => limiter.count(1)).toThrow(new AppError(ErrorCode.TooManyRequests, { seconds: 30 }));
  time = 119_999;
  expect(() => limiter.count(1)).toThrow(new AppError(ErrorCode.TooManyRequests, { seconds: 1 }));
  time = 120_000;
  expect(() => limiter.count(1)).not.toThrow();
});

it("keeps so many keys and no more: those that come later share one count", () => {
  let time = 0;
  const limiter = new RateLimiter(perMinute(2), { now: () => time, maxKeys: 3 });
  for (const key of ["a", "b", "c"]) limiter.count(key);
  limiter.count("d");
  limiter.count("e");
  expect(() => limiter.count("f")).toThrow(AppError);
  // The first three still have counts of their own.
  expect(() => limiter.count("a")).not.toThrow();
  expect(() => limiter.count("a")).toThrow(AppError);
  // In the next minute the places of the first three are free.
  time = 60_000;
  for (const key of ["d", "e", "f", "d", "e", "f"]) expect(() => limiter.count(key)).not.toThrow();
});

it("a bucket that refills evenly holds one second's worth and says how long to wait", () => {
  let now = 0;
  const bucket = new TokenBucket(perSecond(10), () => now);
  expect(bucket.isFull()).toBe(true);
  for (let n = 0; n < 10; n += 1) expect(bucket.take()).toBe(0);
  expect(bucket.take()).toBe(100);
  expect(bucket.take(5)).toBe(500);
  now += 100;
  expect(bucket.take()).toBe(0);
  expect(bucket.isFull()).toBe(false);
  now += 1_000;
  expect(bucket.isFull()).toBe(true);
});

it("a key whose bucket refills evenly gets its tokens back one by one, also while others use theirs", () => {
  let now = 0;
  const limiter = new RateLimiter(perSecond(2), { now: () => now, maxKeys: 2 });
  expect([limiter.take("a"), limiter.take("a"), limiter.take("a")]).toEqual([0, 0, 500]);
  now = 500;
  expect([limiter.take("b"), limiter.take("a"), limiter.take("a")]).toEqual([0, 0, 500]);
  // The bucket of `b` is full again, so its place is free.
  now = 1_000;
  expect([limiter.take("a"), limiter.take("c"), limiter.take("c"), limiter.take("c")]).toEqual([0, 0, 0, 500]);
});
