/**
 * Network: from which addresses and countries people may play. Independent of players and of HTTP. Off unless the
 * settings say `ipCheck`.
 */
import { isIP } from "node:net";
import type { Logger } from "pino";
import { addressSet, isPrivate, plainAddress } from "./addresses.ts";
import { createCountryDatabase } from "./country.ts";
import type { CountryOf } from "./country.ts";
import { createAccessPolicy } from "./accessPolicy.ts";
import type { NetworkRules, AccessDecision } from "./accessPolicy.ts";

export { addressSet, plainAddress } from "./addresses.ts";
export type { NetworkRules, AccessDecision } from "./accessPolicy.ts";

export interface Visitor {
  /** The client address, according to trusted proxies. */
  address: string;
  /** The peer of the TCP connection: the player, or a proxy. */
  peer: string;
  /** The country header. It counts only from a trusted proxy, since any client can send one. */
  claimedCountry: string | undefined;
}

export interface Network {
  /** Name of a trusted proxy's country header; null: none is read. */
  readonly countryHeader: string | null;
  /** The access decision for a visitor; everyone is permitted while the check is off. Never throws. */
  check(visitor: Visitor): Promise<AccessDecision>;
}

export interface NetworkOptions {
  rules: NetworkRules;
  /** Whether the check is on, according to the current settings. */
  enabled: () => boolean;
  countryHeader?: string | undefined;
  trustedProxies?: readonly string[];
  log: Pick<Logger, "error">;
  countryOf?: CountryOf;
}

/** Size of the LRU cache of decisions. */
const MAX_CACHED = 10_000;

export function createNetwork(options: NetworkOptions): Network {
  const { rules, enabled, countryHeader, log, countryOf = createCountryDatabase() } = options;
  const judge = createAccessPolicy(rules);
  const isProxy = addressSet(options.trustedProxies ?? []);
  const known = new Map<string, AccessDecision>();

  async function lookUp(address: string): Promise<string> {
    if (isIP(address) === 0 || isPrivate(address)) return "";
    try {
      return await countryOf(address);
    } catch (error) {
      log.error({ err: error }, "the database of countries can't be read: no address has a known country");
      return "";
    }
  }
  function claimedCountryOf({ peer, claimedCountry }: Visitor): string {
    if (claimedCountry === undefined || !isProxy(plainAddress(peer))) return "";
    const code = claimedCountry.trim().toUpperCase();
    // XX is what proxies write for "not known".
    return /^[A-Z][A-Z0-9]$/.test(code) && code !== "XX" ? code : "";
  }

  return {
    countryHeader: countryHeader ?? null,
    async check(visitor) {
      if (!enabled()) return { permitted: true, country: "" };
      const address = plainAddress(visitor.address);
      const claimed = claimedCountryOf(visitor);
      const key = `${address} ${claimed}`;
      const found = known.get(key);
      if (found) {
        // Moves the entry to the end, the most recently used position.
        known.delete(key);
        known.set(key, found);
        return found;
      }
      const verdict = judge(address, claimed === "" ? await lookUp(address) : claimed);
      known.set(key, verdict);
      const oldest = known.keys().next();
      if (known.size > MAX_CACHED && !oldest.done) known.delete(oldest.value);
      return verdict;
    },
  };
}
