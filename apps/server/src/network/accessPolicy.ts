/** The access policy by address and country. Pure. */
import { addressSet, isPrivate } from "./addresses.ts";

export interface NetworkRules {
  /** ISO 3166 codes in capitals; empty: every country that is not blocked. */
  allowedCountries: readonly string[];
  blockedCountries: readonly string[];
  /** Addresses or networks (CIDR) that may always play, in any country. */
  allowedAddresses: readonly string[];
  /** Addresses or networks that may never play; they override everything else. */
  blockedAddresses: readonly string[];
}

export type AccessDecision =
  | { permitted: true; country: string }
  /** `country` "": not known. */
  | { permitted: false; reason: "address" | "country"; country: string };

/** Decides on an address and its country ("": not known). */
export function createAccessPolicy(rules: NetworkRules): (address: string, country: string) => AccessDecision {
  const isBlocked = addressSet(rules.blockedAddresses);
  const isAllowed = addressSet(rules.allowedAddresses);
  return (address, country) => {
    if (isBlocked(address)) return { permitted: false, reason: "address", country };
    if (isAllowed(address) || isPrivate(address)) return { permitted: true, country };
    // With a list of allowed countries, an unknown country is not permitted.
    const permitted =
      !rules.blockedCountries.includes(country) &&
      (rules.allowedCountries.length === 0 || rules.allowedCountries.includes(country));
    return permitted ? { permitted, country } : { permitted, reason: "country", country };
  };
}
