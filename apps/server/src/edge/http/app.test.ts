import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { createHttpApp } from "./app.ts";

afterEach(() => vi.useRealTimers());

it("waits for a part that takes longer than Fastify's ten seconds: a busy computer must not end the start", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reading = Promise.withResolvers<void>();
  const log = pino({ level: "silent" });
  const opening = createHttpApp({ log, trustedProxies: [], plugins: [() => reading.promise] });
  await vi.advanceTimersByTimeAsync(60_000);
  reading.resolve();
  const app = await opening;
  await app.ready();
  expect((await app.inject("/nothing")).statusCode).toBe(404);
  await app.close();
});
