/** Reports of failures in browsers: lines of the log, as many as a network may send. */
import { Writable } from "node:stream";
import { ErrorCode, FAILURE_CALLS, FAILURE_LENGTH } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "../../log.ts";
import type { Guard } from "../guard.ts";
import { createHttpApp } from "./app.ts";
import { failureRoutes } from "./failures.ts";
import { pathOf } from "./route.ts";

let app: FastifyInstance;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const guard = { address: async () => {}, callerOf: async () => null } as unknown as Guard;
  const plugins = [failureRoutes({ guard })];
  app = await createHttpApp({ log: createLogger("warn", to), trustedProxies: [], plugins });
});
afterEach(() => app.close());

const REPORT = { message: "Cannot read properties of undefined", stack: "at Page", page: "/rules", version: "1.0.0" };
const report = (payload: object, ip = "192.0.2.7") =>
  app.inject({
    method: "POST",
    url: pathOf(FAILURE_CALLS.reportFailure),
    remoteAddress: ip,
    headers: { "user-agent": "Browser/1" },
    payload,
  });

it("has what failed, where, and in which browser; a query of the address is left out", async () => {
  expect((await report({ ...REPORT, page: "/callback?token=secret" })).statusCode).toBe(204);
  expect(lines).toEqual([
    expect.objectContaining({
      cause: REPORT.message,
      stack: "at Page",
      page: "/callback",
      version: "1.0.0",
      browser: "Browser/1",
    }),
  ]);
});
it("has each failure once a minute, and others next to it", async () => {
  for (let n = 0; n < 3; n += 1) await report(REPORT);
  await report({ ...REPORT, message: "another" });
  expect(lines.map(({ cause }) => cause)).toEqual([REPORT.message, "another"]);
});
it("takes 30 an hour from a network, and no longer texts than it says", async () => {
  const long = { ...REPORT, message: "x".repeat(FAILURE_LENGTH.message + 1) };
  expect((await report(long)).json<{ code: number }>().code).toBe(ErrorCode.InvalidRequest);
  for (let n = 0; n < 30; n += 1) expect((await report({ ...REPORT, message: `failure ${n}` })).statusCode).toBe(204);
  expect((await report(REPORT)).json<{ code: number }>().code).toBe(ErrorCode.TooManyRequests);
  expect((await report(REPORT, "198.51.100.9")).statusCode).toBe(204);
});
