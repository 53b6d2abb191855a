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
      demo: true,
      limits: { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180 },
      video: { width: 640, height: 360, ports: { from: 50_000, to: 50_100 }, timecode: false },
    });
  });

  it.each([
    ["PORT", "http", /^PORT "http" must be a whole number from 1 to 65535\.$/],
    ["PORT", "70000", /PORT "70000" must be/],
    ["LOG_LEVEL", "loud", /LOG_LEVEL "loud" must be one of fatal/],
    ["TRUSTED_PROXIES", "10.0.0.0/99", /TRUSTED_PROXIES/],
    ["ALLOWED_ORIGINS", "https://a.example/path", /ALLOWED_ORIGINS/],
    ["VIDEO_PORTS", "6000-5000", /VIDEO_PORTS/],
    ["VIDEO_SIZE", "800x600", /VIDEO_SIZE/],
    ["DEMO", "yes", /DEMO "yes" must be 1 or 0/],
  ])("refuses %s=%s with one sentence", (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });

  it("does not repeat what may hold a password", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://me:secret@host/x" });
    expect(read).toThrow(/^DATABASE_URL must be/);
    expect(read).not.toThrow(/secret/);
  });

  it("does not put demo players on an address that others can reach, unless told so", () => {
    expect(() => readConfig({ HOST: "0.0.0.0" })).toThrow(/DEMO=0/);
    expect(readConfig({ HOST: "0.0.0.0", DEMO: "0" }).demo).toBe(false);
    expect(readConfig({ HOST: "0.0.0.0", DEMO_PUBLIC: "1" }).demo).toBe(true);
  });

  it("wants the secret that TURN credentials are made from", () => {
    expect(() => readConfig({ TURN_URLS: "turn:turn.example.org" })).toThrow(/TURN_SECRET/);
  });
});
