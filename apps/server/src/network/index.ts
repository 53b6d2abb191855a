/**
 * Network: from which addresses and countries people may play. Knows nothing of players, and nothing of HTTP beyond what
 * it is told of a visitor. Off unless the settings say `ipCheck`.
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
  /** The address that counts: of the player, as far as trusted proxies tell it. */
  address: string;
  /** Who the connection is with: the player, or a proxy. */
  peer: string;
  /** What the header for the country says. Anybody can write one: it counts only from a trusted proxy. */
  claimedCountry: string | undefined;
}

export interface Network {
  /** Name of the header in which a trusted proxy tells the country; null: none is looked at. */
  readonly countryHeader: string | null;
  /** The verdict on a visitor; everybody is permitted while the check is off. Never throws. */
  check(visitor: Visitor): Promise<AccessDecision>;
}

export interface NetworkOptions {
  rules: NetworkRules;
  /** Whether the operator wants the check, now. */
  enabled: () => boolean;
  countryHeader?: string | undefined;
  trustedProxies?: readonly string[];
  log: Pick<Logger, "error">;
  countryOf?: CountryOf;
}

/** Verdicts kept, the least recently asked for go first: a call then costs one look into a map. */
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
  function told({ peer, claimedCountry }: Visitor): string {
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
      const claimed = told(visitor);
      const key = `${address} ${claimed}`;
      const found = known.get(key);
      if (found) {
        // To the end of the line.
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
