import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("the configuration", () => {
  it("has defaults for everything", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      dataDir: resolve("var"),
      databaseUrl: undefined,
      connections: { total: 5_000, perNetwork: 1_200 },
      callsPerNetwork: 600,
      metrics: null,
      apiDocs: true,
      demo: true,
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180 },
      video: { width: 640, height: 360, ports: { from: 50_000, to: 50_048 }, timecode: false },
    });
  });

  it.each([
    ["PORT", "http", /^PORT "http" must be a whole number from 1 to 65535\.$/],
    ["PORT", "70000", /PORT "70000" must be/],
    ["MAX_CONNECTIONS", "1", /MAX_CONNECTIONS "1" must be a whole number from 10/],
    ["METRICS_PORT", "8080", /^METRICS_PORT 8080 is PORT: it must be another one\.$/],
    ["LOG_LEVEL", "loud", /LOG_LEVEL "loud" must be one of fatal/],
    ["TRUSTED_PROXIES", "10.0.0.0/99", /TRUSTED_PROXIES/],
    ["ALLOWED_COUNTRIES", "TR,Germany", /ALLOWED_COUNTRIES "TR,Germany" must be a list of ISO 3166 codes/],
    ["BLOCKED_ADDRESSES", "10.0.0.x", /BLOCKED_ADDRESSES/],
    ["COUNTRY_HEADER", "CF Country", /COUNTRY_HEADER/],
    ["ALLOWED_ORIGINS", "https://a.example/path", /ALLOWED_ORIGINS/],
    ["VIDEO_PORTS", "6000-5000", /VIDEO_PORTS/],
    ["VIDEO_SIZE", "800x600", /VIDEO_SIZE/],
    ["DISCOUNT_PERCENT", "101", /DISCOUNT_PERCENT "101" must be a percentage from 0 to 100/],
    ["BONUS_PERCENT", "5%", /BONUS_PERCENT "5%" must be a percentage/],
    ["WEEKLY_BONUS_AT_MOST", "1e3", /WEEKLY_BONUS_AT_MOST "1e3" must be an amount/],
    ["DISCOUNT_AT_LEAST", "2000", /^DISCOUNT_AT_LEAST is more than DISCOUNT_AT_MOST\.$/],
    ["DEMO", "yes", /DEMO "yes" must be 1 or 0/],
    ["ROLES", "edge,croupier", /^ROLES "edge,croupier" must be a list of edge, floor, media\.$/],
    ["ROLES", ",", /^ROLES "," must be a list of edge, floor, media\.$/],
    ["ROLES", "edge", /^ROLES edge needs NATS_URL: without it no other process can be reached\.$/],
    ["ROLES", "media,edge,media", /^ROLES media,edge needs NATS_URL/],
    ["NATS_URL", "http://user:secret@host", /^NATS_URL must be a list of addresses such as nats:\/\/host:4222/],
    ["NATS_URL", ",", /^NATS_URL must be a list/],
    ["NATS_URL", "nats://host:4222", /^NATS_URL is set without DATABASE_URL: several processes need one database\.$/],
    ["NATS_CREDS", "a.creds", /^NATS_CREDS is set without NATS_URL: there is nothing to connect to\.$/],
    ["NATS_NKEY", "a.nk", /^NATS_NKEY is set without NATS_URL/],
    ["NATS_CA", "ca.pem", /^NATS_CA is set without NATS_URL/],
    ["NATS_CERT", "c.pem", /^NATS_CERT is set without NATS_URL/],
    ["NATS_KEY", "k.pem", /^NATS_KEY is set without NATS_URL/],
    ["NODE_NAME", "Hall 1", /^NODE_NAME "Hall 1" must be 1 to 32 small letters, digits and hyphens/],
    ["NODE_NAME", "-a", /^NODE_NAME "-a" must be/],
    ["NODE_NAME", "a.b", /^NODE_NAME "a\.b" must be/],
    ["NODE_ZONE", "a".repeat(33), /^NODE_ZONE "a{33}" must be/],
    ["DRAIN_SECONDS", "601", /^DRAIN_SECONDS "601" must be a whole number from 0 to 600\.$/],
  ])("refuses %s=%s with one sentence", (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });

  const SHARED = { DATABASE_URL: "postgres://h/x", NATS_URL: "nats://a:4222, tls://b" };
  it("takes the roles of a process that shares the house", () => {
    expect(readConfig({ ...SHARED, ROLES: "media,edge", NODE_NAME: "edge-1", NODE_ZONE: "hall" })).toMatchObject({
      roles: new Set(["media", "edge"]),
      node: { name: "edge-1", zone: "hall", drainSeconds: 60 },
      nats: { servers: ["nats://a:4222", "tls://b"], credentials: undefined, ca: undefined },
    });
    expect(readConfig({})).toMatchObject({ roles: new Set(["edge", "floor", "media"]), nats: null });
    expect(readConfig({}).node.name).toMatch(/^[a-z0-9][a-z0-9-]{0,31}$/);
  });

  it.each([
    [{ NATS_CREDS: "a", NATS_NKEY: "b" }, /^NATS_CREDS and NATS_NKEY are both set: NATS takes one of them\.$/],
    [{ NATS_CERT: "a" }, /^NATS_CERT is set without NATS_KEY\.$/],
    [{ NATS_KEY: "a" }, /^NATS_KEY is set without NATS_CERT\.$/],
  ])("refuses %j for NATS", (given, message) => {
    expect(() => readConfig({ ...SHARED, ...given })).toThrow(message);
  });

  it("opens the proxy's port for a TURN server that is reached over TCP or TLS, and for no other", () => {
    const proxyPort = (TURN_URLS: string) =>
      readConfig({ TURN_URLS, TURN_SECRET: "long enough" }).video.proxyPorts?.from;
    expect(proxyPort("turn:t.example,turn:t.example?transport=udp")).toBeUndefined();
    expect(proxyPort("turn:t.example,turns:t.example")).toBe(50_101);
    expect(readConfig({}).video.proxyPorts).toBeUndefined();
  });

  it("takes shares as percentages and amounts in units of the currency", () => {
    const { promotions } = readConfig({ DISCOUNT_PERCENT: "12.5", DISCOUNT_AT_MOST: "99.9", BONUS_PERCENT: "0" });
    expect(promotions.discount).toEqual({ basisPoints: 1_250, atLeast: 100, atMost: 9_990 });
    expect(promotions.bonus).toEqual({ basisPoints: 0, atLeast: 100, atMost: 100_000 });
  });

  it("does not repeat what may hold a password", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://me:secret@host/x" });
    expect(read).toThrow(/^DATABASE_URL must be/);
    expect(read).not.toThrow(/secret/);
    const direct = () =>
      readConfig({ DATABASE_URL: "postgres://h/x", DATABASE_DIRECT_URL: "mysql://me:secret@host/x" });
    expect(direct).toThrow(/^DATABASE_DIRECT_URL must be/);
    expect(direct).not.toThrow(/secret/);
  });

  it("takes a direct way only to the outside database that is named", () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL: "postgresql://h/x" })).toThrow(/without DATABASE_URL/);
  });

  it("refuses the demo on an address that others can reach, unless DEMO_PUBLIC confirms it", () => {
    expect(() => readConfig({ HOST: "0.0.0.0" })).toThrow(/DEMO=0/);
    expect(readConfig({ HOST: "0.0.0.0", DEMO: "0" }).demo).toBe(false);
    expect(readConfig({ HOST: "0.0.0.0", DEMO_PUBLIC: "1" }).demo).toBe(true);
    expect(() => readConfig({ TRUSTED_PROXIES: "127.0.0.1" })).toThrow(/TRUSTED_PROXIES.*DEMO=0/);
    expect(readConfig({ TRUSTED_PROXIES: "127.0.0.1", DEMO: "0" }).demo).toBe(false);
    expect(readConfig({ TRUSTED_PROXIES: "127.0.0.1", DEMO_PUBLIC: "1" }).demo).toBe(true);
  });

  it("serves metrics on loopback only, unless METRICS_HOST is set", () => {
    expect(readConfig({ METRICS_PORT: "9090" }).metrics).toEqual({ host: "127.0.0.1", port: 9090 });
    expect(readConfig({ METRICS_PORT: "9090", METRICS_HOST: "10.0.0.5" }).metrics).toEqual({
      host: "10.0.0.5",
      port: 9090,
    });
  });

  it("wants the secret that TURN credentials are made from", () => {
    expect(() => readConfig({ TURN_URLS: "turn:turn.example.org" })).toThrow(/TURN_SECRET/);
  });
});
