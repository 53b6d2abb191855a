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
  expect(pictureWarnings({ ports: some, proxyPorts: proxies }, { video: 50_001, proxy: 50_102 })).toEqual([
    "VIDEO_PORTS 50000 is in use by another program: UDP port 50001 sends the pictures, and players must reach it.",
    "VIDEO_PROXY_PORT 50101 is in use by another program: the TURN server must reach UDP port 50102.",
  ]);
  expect(pictureWarnings({ ports: one, proxyPorts: proxies }, { video: 50_000, proxy: null })).toEqual([
    "Players who reach the TURN server over TCP or TLS have no picture: VIDEO_PROXY_PORT 50101-50149 is in use by another program.",
  ]);
});
