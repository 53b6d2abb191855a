/** Who is asking: the token of a call, the token or ticket of a socket, and the origin of a page. No other rules. */
import type { IncomingHttpHeaders } from "node:http";
import { AppError, PERMISSION } from "@reelcast/contract";
import type { FastifyRequest } from "fastify";
import type { Accounts, Who } from "../accounts/index.ts";
import type { Network, Verdict, Visitor } from "../network/index.ts";
import { createLimit } from "./limit.ts";

export interface Guard {
  /**
   * Counts the call for this player, from whatever addresses they come. @throws AppError 10703, 42900; 40100 and 10, once
   * `refused` has been told of the token
   */
  player(request: FastifyRequest, refused?: (token: string) => Promise<void>): Promise<Who>;
  /** Whether the operator lets this address play. @throws AppError 10703, once `refused` has been told */
  address(request: FastifyRequest, refused?: (verdict: Verdict) => Promise<void>): Promise<void>;
  /** What can't be a ticket or a token, without looking anything up. @throws AppError 40100 */
  mustBeToken(token: string): void;
  /** A single-use ticket, or (unless tickets are required) a full token. @throws AppError 40100 */
  socketToken(token: string): Promise<Who>;
  /** Pages of other origins may not open sockets. Clients that are no browsers send no origin. @throws AppError 40301 */
  origin(headers: IncomingHttpHeaders): void;
}

export interface GuardOptions {
  accounts: Pick<Accounts, "verify" | "redeemTicket">;
  /** Without it, every address may play. */
  network?: Network;
  allowedOrigins?: readonly string[];
  ticketsRequired?: boolean;
  callsPerMinute?: number;
  now?: () => number;
}

const MAX_TOKEN = 4096;

/** Menu entries and screens alone don't keep anybody from play. @throws AppError 40300 without the permission (145) */
export function mustBeAllowedToPlay({ permissions }: Pick<Who, "permissions">): void {
  if (!permissions.includes(PERMISSION.play)) throw new AppError(40300);
}

/** What the network is told of who asks. */
export function visitorOf(request: FastifyRequest, { countryHeader }: Pick<Network, "countryHeader">): Visitor {
  const header = countryHeader === null ? undefined : request.headers[countryHeader.toLowerCase()];
  return {
    address: request.ip,
    peer: request.socket.remoteAddress ?? "",
    claimedCountry: typeof header === "string" ? header : undefined,
  };
}

export function createGuard(options: GuardOptions): Guard {
  const { accounts, network, allowedOrigins = [], ticketsRequired = false, callsPerMinute = 600 } = options;
  const count = createLimit(callsPerMinute, options.now);
  const address: Guard["address"] = async (request, refused) => {
    if (!network) return;
    const verdict = await network.check(visitorOf(request, network));
    if (verdict.permitted) return;
    await refused?.(verdict);
    throw new AppError(10703);
  };
  const mustBeToken: Guard["mustBeToken"] = (token) => {
    if (token === "" || token.length > MAX_TOKEN) throw new AppError(40100, { reason: "invalid" });
  };
  return {
    address,
    mustBeToken,
    async player(request, refused) {
      await address(request);
      const header = request.headers.authorization ?? "";
      const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1];
      if (token === undefined || token.length > MAX_TOKEN) throw new AppError(40100, { reason: "invalid" });
      const who = await accounts.verify(token).catch(async (error: unknown) => {
        if (error instanceof AppError) await refused?.(token);
        throw error;
      });
      count(who.playerId);
      return who;
    },
    async socketToken(token) {
      mustBeToken(token);
      if (token.startsWith("t.")) return accounts.redeemTicket(token);
      if (ticketsRequired) throw new AppError(40100, { reason: "invalid" });
      return accounts.verify(token);
    },
    origin({ origin, host }) {
      if (origin === undefined) return;
      const same = URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
      if (!same && !allowedOrigins.includes(origin)) throw new AppError(40301);
    },
  };
}
