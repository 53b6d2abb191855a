/** Access by address and country: the policy and the packaged database. */
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { plainAddress } from "./addresses.ts";
import { createCountryDatabase } from "./country.ts";
import { createNetwork } from "./index.ts";
import type { NetworkOptions } from "./index.ts";
import { createAccessPolicy } from "./accessPolicy.ts";

const NONE = { allowedCountries: [], blockedCountries: [], allowedAddresses: [], blockedAddresses: [] };
const log = pino({ level: "silent" });

describe("the rules", () => {
  it.each([
    ["with no rules, everybody", NONE, "8.8.8.8", "US", true],
    ["a country that is allowed", { ...NONE, allowedCountries: ["TR", "DE"] }, "78.160.0.1", "TR", true],
    ["one that is not", { ...NONE, allowedCountries: ["TR"] }, "8.8.8.8", "US", false],
    ["an unknown one with a list of allowed countries", { ...NONE, allowedCountries: ["TR"] }, "8.8.8.8", "", false],
    ["an unknown one with a list of blocked countries", { ...NONE, blockedCountries: ["US"] }, "1.2.3.4", "", true],
    ["a blocked country", { ...NONE, blockedCountries: ["US"] }, "8.8.8.8", "US", false],
    [
      "one both allowed and blocked",
      { ...NONE, allowedCountries: ["US"], blockedCountries: ["US"] },
      "8.8.8.8",
      "US",
      false,
    ],
    [
      "an allowed address of a blocked country",
      { ...NONE, blockedCountries: ["US"], allowedAddresses: ["8.8.8.0/24"] },
      "8.8.8.8",
      "US",
      true,
    ],
    [
      "an address both allowed and blocked",
      { ...NONE, allowedAddresses: ["8.8.8.0/24"], blockedAddresses: ["8.8.8.8"] },
      "8.8.8.8",
      "US",
      false,
    ],
    ["a blocked IPv6 network", { ...NONE, blockedAddresses: ["2001:db8::/32"] }, "2001:db8:1::7", "", false],
    ["a private address", { ...NONE, allowedCountries: ["TR"] }, "192.168.1.9", "", true],
    ["the machine itself", { ...NONE, allowedCountries: ["TR"] }, "::1", "", true],
    ["a private address that is blocked", { ...NONE, blockedAddresses: ["192.168.0.0/16"] }, "192.168.1.9", "", false],
    ["what is no address, where only some may play", { ...NONE, allowedCountries: ["TR"] }, "unknown", "", false],
  ])("%s", (_, rules, address, country, permitted) => {
    expect(createAccessPolicy(rules)(address, country)).toMatchObject({ permitted, country });
  });

  it("read an IPv4-mapped IPv6 address as IPv4", () => {
    expect(plainAddress("::ffff:78.160.0.1")).toBe("78.160.0.1");
    expect(plainAddress("fe80::1%eth0")).toBe("fe80::1");
    expect(
      createAccessPolicy({ ...NONE, blockedAddresses: ["78.160.0.1"] })(plainAddress("::FFFF:78.160.0.1"), ""),
    ).toEqual({
      permitted: false,
      reason: "address",
      country: "",
    });
  });
});

it("the packaged database knows countries of IPv4 and IPv6", async () => {
  const countryOf = createCountryDatabase();
  expect(await countryOf("78.160.0.1")).toBe("TR");
  expect(await countryOf("8.8.8.8")).toBe("US");
  expect(await countryOf("2a02:ff0::1")).toMatch(/^[A-Z]{2}$/);
});

describe("the check", () => {
  function network(options: Partial<NetworkOptions> = {}) {
    const countryOf = vi.fn(async (address: string) => (address.startsWith("78.") ? "TR" : "US"));
    const made = createNetwork({
      rules: { ...NONE, allowedCountries: ["TR"] },
      enabled: () => true,
      countryHeader: "CF-IPCountry",
      trustedProxies: ["10.0.0.0/8"],
      log,
      countryOf,
      ...options,
    });
    const check = (address: string, peer = address, claimedCountry?: string) =>
      made.check({ address, peer, claimedCountry });
    return { check, countryOf };
  }

  it("permits everyone and opens no database while it is off", async () => {
    const { check, countryOf } = network({ enabled: () => false });
    expect(await check("8.8.8.8")).toEqual({ permitted: true, country: "" });
    expect(countryOf).not.toHaveBeenCalled();
  });

  it("does not look up private networks", async () => {
    const { check, countryOf } = network();
    for (const address of ["192.168.0.1", "::ffff:10.0.0.1", "127.0.0.1", "::1", "100.64.3.2"])
      expect(await check(address)).toEqual({ permitted: true, country: "" });
    expect(countryOf).not.toHaveBeenCalled();
  });

  it("looks an address up once, and evicts the oldest of very many", async () => {
    const { check, countryOf } = network();
    for (let n = 0; n < 3; n += 1) expect(await check("8.8.8.8")).toMatchObject({ permitted: false, country: "US" });
    expect(countryOf).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 10_000; n += 1) await check(`78.${n >> 8}.${n & 255}.1`);
    await check("8.8.8.8");
    expect(countryOf).toHaveBeenCalledTimes(10_002);
  });

  it("accepts the country header only from a trusted proxy", async () => {
    const { check } = network();
    expect(await check("8.8.8.8", "10.1.2.3", "tr")).toEqual({ permitted: true, country: "TR" });
    expect(await check("8.8.8.8", "::ffff:10.1.2.3", "TR")).toEqual({ permitted: true, country: "TR" });
    expect(await check("8.8.8.8", "8.8.8.8", "TR")).toMatchObject({ permitted: false, country: "US" });
    expect(await check("78.1.1.1", "10.1.2.3", "XX")).toEqual({ permitted: true, country: "TR" });
    expect(await check("78.1.1.1", "10.1.2.3", "<script>")).toEqual({ permitted: true, country: "TR" });
    expect(await check("78.1.1.1", "10.1.2.3", "T1")).toMatchObject({ permitted: false, country: "T1" });
  });

  it("continues without countries if the database can't be read", async () => {
    const countryOf = async () => Promise.reject(new Error("no such file"));
    expect(await network({ countryOf }).check("78.1.1.1")).toMatchObject({ permitted: false, country: "" });
    const rules = { ...NONE, blockedCountries: ["US"] };
    expect(await network({ countryOf, rules }).check("8.8.8.8")).toEqual({ permitted: true, country: "" });
  });
});
