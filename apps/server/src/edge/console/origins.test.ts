import { ErrorCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createOrigins } from "./origins.ts";

const origins = createOrigins({ host: "console.lan", port: () => 8081, origins: ["https://console.example.org"] });
const check = (host: string | undefined, origin?: string) => {
  try {
    origins.check({ ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) });
    return "accepted";
  } catch (error) {
    return (error as { code: number }).code;
  }
};

it.each([
  ["localhost:8081", "http://localhost:8081"],
  ["127.0.0.1:8081", "http://127.0.0.1:8081"],
  ["[::1]:8081", "http://[::1]:8081"],
  ["192.168.1.5:8081", undefined],
  ["CONSOLE.lan:8081", "http://console.lan:8081"],
  ["console.example.org", "https://console.example.org"],
  // Through a proxy that does not pass the name on.
  ["127.0.0.1:8081", "https://console.example.org"],
])("a request for %s from %s is accepted", (host, origin) => {
  expect(check(host, origin)).toBe("accepted");
});

it.each([
  // A name that somebody else has given this address (DNS rebinding).
  ["evil.example:8081", "http://evil.example:8081"],
  ["evil.example:8081", undefined],
  ["localhost.evil.example", undefined],
  ["localhost:8081", "http://evil.example"],
  ["localhost:8081", "http://localhost:8080"],
  ["localhost:8081", "null"],
  ["localhost:8081", "https://console.example.org.evil.example"],
  ["localhost:8081@evil.example", undefined],
  ["", undefined],
  [undefined, undefined],
])("a request for %s from %s is refused", (host, origin) => {
  expect(check(host, origin)).toBe(ErrorCode.OriginNotAccepted);
});

it("passkeys belong to the host that the browser names", () => {
  const headers = { host: "console.example.org", origin: "https://console.example.org" };
  expect(origins.siteOf(headers)).toEqual({ rpId: "console.example.org", origin: "https://console.example.org" });
  expect(() => origins.siteOf({ host: "localhost:8081" })).toThrow();
  expect(() => origins.siteOf({ ...headers, origin: "https://evil.example" })).toThrow();
  expect(origins.siteOf({ host: "localhost:8081", origin: "http://localhost:8081" }).rpId).toBe("localhost");
  // A page of the players' server, or of another one on this host: who passes its answer on writes the Host that fits.
  for (const origin of ["http://localhost:8080", "http://localhost", "https://console.lan"])
    expect(() => origins.siteOf({ host: new URL(origin).host, origin })).toThrow();
});
