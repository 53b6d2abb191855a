import { expect, it } from "vitest";
import { pictureWarnings } from "./pictureWarnings.ts";

const one = { from: 50_000, to: 50_000 };
const some = { from: 50_000, to: 50_048 };
const proxies = { from: 50_101, to: 50_149 };

it("says nothing where each port is the first one, and of a process without video", () => {
  expect(pictureWarnings({ ports: some, proxyPorts: proxies }, { video: 50_000, proxy: 50_101 })).toEqual([]);
  expect(pictureWarnings({ ports: one, proxyPorts: undefined }, { video: 50_000, proxy: null })).toEqual([]);
  expect(pictureWarnings({ ports: one, proxyPorts: proxies }, null)).toEqual([]);
});

it("says that there is no picture, or from which other port it comes", () => {
  expect(pictureWarnings({ ports: one, proxyPorts: proxies }, { video: null, proxy: null })).toEqual([
    "There is no picture: VIDEO_PORTS 50000 is in use by another program, or the media process does not run.",
  ]);
  const none = { ports: one, proxyPorts: undefined, bindAddress: "192.0.2.1" };
  expect(pictureWarnings(none, { video: null, proxy: null, fault: "EADDRNOTAVAIL" })).toEqual([
    "There is no picture: VIDEO_BIND_ADDRESS 192.0.2.1: this computer has no such address.",
  ]);
  expect(pictureWarnings(none, { video: null, proxy: null, fault: "EACCES" })).toEqual([
    "There is no picture: this user may not listen on VIDEO_PORTS 50000; take ports from 1024 on.",
  ]);
  expect(pictureWarnings({ ports: some, proxyPorts: proxies }, { video: 50_001, proxy: 50_102 })).toEqual([
    "VIDEO_PORTS 50000 is in use by another program: UDP port 50001 sends the pictures, and players must reach it.",
    "VIDEO_PROXY_PORT 50101 is in use by another program: the TURN server must reach UDP port 50102.",
  ]);
  expect(pictureWarnings({ ports: one, proxyPorts: proxies }, { video: 50_000, proxy: null })).toEqual([
    "Players who reach the TURN server over TCP or TLS have no picture: VIDEO_PROXY_PORT 50101-50149 is in use by another program.",
  ]);
});
