/**
 * The country of an address, from the packaged database (whois and routing data of the registries, CC0; statistics of
 * the NRO, CC BY 4.0). Opened lazily at the first query, since it takes 8 MB of memory.
 */
import { fileURLToPath } from "node:url";
import { open } from "maxmind";
import * as z from "zod/mini";

/** Callers cache the answers; the database's own cache has one record per country. */
const CACHED_RECORDS = 300;
const Entry = z.object({ country_code: z.string() });

/** Resolves with the ISO code, or "" if unknown. */
export type CountryOf = (address: string) => Promise<string>;

export function createCountryDatabase(): CountryOf {
  let database: ReturnType<typeof openDatabase> | undefined;
  return async (address) => {
    const reader = await (database ??= openDatabase());
    const entry = Entry.safeParse(reader.get(address));
    return entry.success ? entry.data.country_code.toUpperCase() : "";
  };
}

function openDatabase() {
  const file = import.meta.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
  return open(fileURLToPath(file), { cache: { max: CACHED_RECORDS } });
}
