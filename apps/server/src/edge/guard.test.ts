import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyRequest } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { createGuard } from "./guard.ts";

const WHO = { playerId: 1, tokenId: "a", username: "ann", permissions: [145], expiresAt: 2e9 };
const accounts = {
  verify: vi.fn(async () => WHO),
  redeemTicket: vi.fn(async () => WHO),
  playerOf: vi.fn(async () => 1),
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("the token of a socket", () => {
  it("may be a ticket or, for other clients, a full token, unless tickets are required", async () => {
    const open = createGuard({ accounts });
    expect(await codeOf(open.socketToken("t.ticket"))).toBeNull();
    expect(await codeOf(open.socketToken("full"))).toBeNull();
    const strict = createGuard({ accounts, ticketsRequired: true });
    expect(await codeOf(strict.socketToken("t.ticket"))).toBeNull();
    expect(await codeOf(strict.socketToken("full"))).toBe(ErrorCode.TokenInvalid);
  });

  it("is not even looked at when it is absent or endless", async () => {
    accounts.verify.mockClear();
    const guard = createGuard({ accounts });
    expect(await codeOf(guard.socketToken(""))).toBe(ErrorCode.TokenInvalid);
    expect(await codeOf(guard.socketToken("x".repeat(5_000)))).toBe(ErrorCode.TokenInvalid);
    expect(accounts.verify).not.toHaveBeenCalled();
  });
});

it("looks up a refused token once, although its call was counted before the refusal", async () => {
  const refused = {
    ...accounts,
    verify: () => Promise.reject(new AppError(ErrorCode.TokenInvalid)),
    playerOf: vi.fn(async () => 1),
  };
  const guard = createGuard({ accounts: refused });
  const request = { headers: { authorization: "Bearer a.b.c" }, routeOptions: { config: {} } } as FastifyRequest;
  expect(await guard.callerOf(request)).toBe(1);
  expect(await codeOf(guard.player(request))).toBe(ErrorCode.TokenInvalid);
  expect(refused.playerOf).toHaveBeenCalledTimes(1);
});

describe("the origin of a page", () => {
  const guard = createGuard({ accounts, allowedOrigins: ["https://play.example.org"] });
  const codeFor = (origin: string | undefined) => {
    try {
      guard.origin({ host: "house.example", ...(origin === undefined ? {} : { origin }) });
      return null;
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };

  it.each([undefined, "https://house.example", "http://house.example", "https://play.example.org"])(
    "%s may",
    (origin) => expect(codeFor(origin)).toBeNull(),
  );
  it.each([
    "null",
    "https://house.example.evil.org",
    "https://evil.org/house.example",
    "https://house.example:8443",
    "https://play.example.org.evil.org",
    "http://play.example.org",
    "house.example",
    "",
  ])("%j may not", (origin) => expect(codeFor(origin)).toBe(ErrorCode.OriginNotAccepted));
});
