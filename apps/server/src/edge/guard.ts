/** Authentication at the edge: the token of a call, the token or ticket of a socket, and the origin of a page. */
import type { IncomingHttpHeaders } from "node:http";
import { AppError, ErrorCode, PERMISSION } from "@reelcast/contract";
import type { FastifyRequest } from "fastify";
import type { Accounts, PlayerIdentity } from "../accounts/index.ts";
import type { Network, AccessDecision, Visitor } from "../network/index.ts";
import { secretDigest } from "../secretDigest.ts";

export interface Guard {
  /**
   * The player of a call's token, or of the token or ticket in a socket's address, without a query; null without one, for
   * one of another issuer, and for one that was refused in the last seconds.
   */
  callerOf(request: FastifyRequest): Promise<number | null>;
  /**
   * @throws AppError AddressNotPermitted; TokenInvalid and SignatureInvalid, after `refused` was called with the token
   */
  player(request: FastifyRequest, refused?: (token: string) => Promise<void>): Promise<PlayerIdentity>;
  /** Records that a person uses this login. */
  used(who: PlayerIdentity): void;
  /** Whether the operator lets this address play. @throws AppError AddressNotPermitted, after `refused` was called */
  address(request: FastifyRequest, refused?: (verdict: AccessDecision) => Promise<void>): Promise<void>;
  /** Refuses what can't be a ticket or a token, without a query. @throws AppError TokenInvalid */
  mustBeToken(token: string): void;
  /** A single-use ticket, or (unless tickets are required) a full token. @throws AppError TokenInvalid */
  socketToken(token: string): Promise<PlayerIdentity>;
  /**
   * Pages of other origins may not open sockets. Clients other than browsers send no origin.
   * @throws AppError OriginNotAccepted
   */
  origin(headers: IncomingHttpHeaders): void;
}

export interface GuardOptions {
  accounts: Pick<Accounts, "verify" | "redeemTicket" | "playerOf">;
  /** Without it, every address may play. */
  network?: Network;
  allowedOrigins?: readonly string[];
  ticketsRequired?: boolean;
  onUse?: (who: PlayerIdentity) => void;
  now?: () => number;
}

const MAX_TOKEN = 4096;
/** For so long a refused token is not checked again: repeated, it costs no query and counts for the network. */
const REFUSED_MS = 10_000;
/** For so long the player of a valid token is cached; each call still checks whether it has ended. */
const KNOWN_MS = 600_000;
const MAX_KNOWN = 10_000;

/** The player of each call's token, so that a signature is verified once. */
const signedFor = new WeakMap<FastifyRequest, number | null>();
const askers = new WeakMap<FastifyRequest, number>();
/** The player of each call whose token was valid. */
export const askerOf = (request: FastifyRequest): number | undefined => askers.get(request);

/**
 * The app's own check of the permission could be bypassed.
 * @throws AppError NotPermitted without the permission (145)
 */
export function mustBeAllowedToPlay({ permissions }: Pick<PlayerIdentity, "permissions">): void {
  if (!permissions.includes(PERMISSION.play)) throw new AppError(ErrorCode.NotPermitted);
}

/** What the network rules need of a request. */
export function visitorOf(request: FastifyRequest, { countryHeader }: Pick<Network, "countryHeader">): Visitor {
  const header = countryHeader === null ? undefined : request.headers[countryHeader.toLowerCase()];
  return {
    address: request.ip,
    peer: request.socket.remoteAddress ?? "",
    claimedCountry: typeof header === "string" ? header : undefined,
  };
}

interface KnownToken {
  playerId: number;
  /** Null while the token is valid. */
  refusal: AppError | null;
  until: number;
}
/** @returns the token of a call, or null */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? "")?.[1];
  return token === undefined || token.length > MAX_TOKEN ? null : token;
}
/** @returns the token or ticket in a socket's address, or null */
function addressToken({ query }: FastifyRequest): string | null {
  const { token } = query as { token?: unknown };
  return typeof token === "string" && token !== "" && token.length <= MAX_TOKEN ? token : null;
}

export function createGuard(options: GuardOptions): Guard {
  const { accounts, network, allowedOrigins = [], ticketsRequired = false, now = Date.now } = options;
  /** Tokens that this server has signed, by digest, the oldest first. */
  const known = new Map<string, KnownToken>();
  function remember(token: string, playerId: number, refusal: AppError | null): void {
    const name = secretDigest(token);
    known.delete(name);
    known.set(name, { playerId, refusal, until: now() + (refusal ? REFUSED_MS : KNOWN_MS) });
    const oldest = known.keys().next();
    if (known.size > MAX_KNOWN && !oldest.done) known.delete(oldest.value);
  }
  function recall(token: string): KnownToken | null {
    const found = known.get(secretDigest(token));
    return found && found.until > now() ? found : null;
  }
  const address: Guard["address"] = async (request, refused) => {
    if (!network) return;
    const verdict = await network.check(visitorOf(request, network));
    if (verdict.permitted) return;
    await refused?.(verdict);
    throw new AppError(ErrorCode.AddressNotPermitted);
  };
  const mustBeToken: Guard["mustBeToken"] = (token) => {
    if (token === "" || token.length > MAX_TOKEN) throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
  };
  return {
    address,
    mustBeToken,
    async callerOf(request) {
      const token = request.routeOptions.config.counts === "socket" ? addressToken(request) : bearerOf(request);
      if (token === null) return null;
      const found = recall(token);
      if (found) return found.refusal ? null : found.playerId;
      const playerId = await accounts.playerOf(token);
      signedFor.set(request, playerId);
      return playerId;
    },
    used: (who) => options.onUse?.(who),
    async player(request, refused) {
      await address(request);
      const token = bearerOf(request);
      if (token === null) throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
      const found = recall(token);
      if (found?.refusal) throw found.refusal;
      try {
        const who = await accounts.verify(token);
        if (!found) remember(token, who.playerId, null);
        askers.set(request, who.playerId);
        return who;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const playerId = signedFor.has(request) ? signedFor.get(request) : await accounts.playerOf(token);
        if (error.status === 401 && typeof playerId === "number") remember(token, playerId, error);
        await refused?.(token);
        throw error;
      }
    },
    async socketToken(token) {
      mustBeToken(token);
      if (token.startsWith("t.")) return accounts.redeemTicket(token);
      if (ticketsRequired) throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
      return accounts.verify(token);
    },
    origin({ origin, host }) {
      if (origin === undefined) return;
      const same = URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
      if (!same && !allowedOrigins.includes(origin)) throw new AppError(ErrorCode.OriginNotAccepted);
    },
  };
}
