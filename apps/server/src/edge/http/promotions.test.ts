/** Claims by GET against what browsers fetch by themselves or for others; the promotions behind it are stood in for. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlayerIdentity } from "../../accounts/index.ts";
import type { Promotions } from "../../promotions/index.ts";
import { createGuard } from "../guard.ts";
import { createHttpApp } from "./app.ts";
import { promotionRoutes } from "./promotions.ts";

const ANN: PlayerIdentity = { playerId: 1, tokenId: "a", username: "ann", permissions: [145], expiresAt: 2e9 };
const TOKEN = { authorization: "Bearer ann" };
const claim = vi.fn<Promotions["claim"]>();
let app: FastifyInstance;

beforeEach(async () => {
  claim.mockReset().mockResolvedValue({ amount: 1_250 });
  const accounts = { verify: async () => ANN, redeemTicket: async () => ANN, playerOf: async () => 1 };
  const promotions: Promotions = {
    claim,
    states: async () => [{ kind: "discount", eligible: true, amount: 1_250, waitSeconds: 0 }],
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [],
    plugins: [promotionRoutes({ promotions, guard: createGuard({ accounts }) })],
  });
});
afterEach(() => app.close());
const URL_OF = {
  discount: "/api/v1/player/discount",
  bonus: "/api/v1/player/bonus",
  weekly: "/api/v1/player/bonus/weekly",
};

describe("a claim", () => {
  it.each(Object.entries(URL_OF))("of the %s is granted by GET and by POST", async (kind, url) => {
    for (const method of ["GET", "POST"] as const) {
      const answer = await app.inject({ method, url, headers: { ...TOKEN, "sec-fetch-site": "same-origin" } });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        status: 1,
        code: ErrorCode.Success,
        Params: { amount: 1_250 },
        ErrorMessage: "",
      });
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(claim.mock.calls.map(([request]) => request)).toEqual(
      ["GET", "POST"].map(() => ({ playerId: 1, kind, ip: "127.0.0.1" })),
    );
  });

  it("by a client that is no browser needs nothing but its token", async () => {
    expect((await app.inject({ url: URL_OF.bonus, headers: TOKEN })).statusCode).toBe(200);
    expect((await app.inject({ url: URL_OF.bonus })).json()).toMatchObject({ code: ErrorCode.TokenInvalid });
    expect(claim).toHaveBeenCalledOnce();
  });

  it.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", "sec-purpose": "prefetch" },
    { "sec-fetch-site": "same-origin", "sec-purpose": "prefetch;prerender" },
    { "x-moz": "prefetch" },
    { origin: "https://elsewhere.example" },
  ])("is refused with %o", async (headers) => {
    for (const method of ["GET", "POST"] as const) {
      const answer = await app.inject({ method, url: URL_OF.discount, headers: { ...TOKEN, ...headers } });
      expect(answer.statusCode).toBe(403);
      // A granted claim has 1.
      expect(answer.json()).toMatchObject({ status: 0, code: ErrorCode.OriginNotAccepted });
      expect(answer.json()).toMatchObject({ code: ErrorCode.OriginNotAccepted });
    }
    expect(claim).not.toHaveBeenCalled();
  });

  it("is not made by HEAD", async () => {
    const answer = await app.inject({ method: "HEAD", url: URL_OF.weekly, headers: TOKEN });
    expect(answer.statusCode).toBeGreaterThanOrEqual(404);
    expect(claim).not.toHaveBeenCalled();
  });

  it("that is refused says why, and when to try again", async () => {
    claim.mockRejectedValue(new AppError(ErrorCode.PromotionCooldown, { seconds: 30, remaining: 18 }));
    const answer = await app.inject({ url: URL_OF.discount, headers: TOKEN });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("18");
    expect(answer.json()).toMatchObject({
      status: 0,
      code: ErrorCode.PromotionCooldown,
      Params: { seconds: 30, remaining: 18 },
    });
  });
});

describe("the list of promotions", () => {
  it("moves nothing", async () => {
    const answer = await app.inject({ url: "/api/v1/player/promotions", headers: TOKEN });
    expect(answer.json()).toEqual([{ kind: "discount", eligible: true, amount: 1_250, waitSeconds: 0 }]);
    expect(claim).not.toHaveBeenCalled();
  });
});
