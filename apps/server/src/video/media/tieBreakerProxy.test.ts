/** Against a real peer connection, with checks like those of a browser behind TURN over TCP. */
import { createHmac, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { crc32 } from "node:zlib";
import datachannel from "node-datachannel";
import type { PeerConnection } from "node-datachannel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readOwnIce } from "../sdp.ts";
import { createTestViewer } from "../testing.ts";
import type { TestViewer } from "../testing.ts";
import { isSigned, readCheck, withMappedAddress, withTieBreaker } from "./stun.ts";
import { openTieBreakerProxy } from "./tieBreakerProxy.ts";
import type { ProxiedSession, TieBreakerProxy } from "./tieBreakerProxy.ts";

const SUCCESS = 0x0101;
const ERROR = 0x0111;

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}
function number(bytes: 4 | 8, value: bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(value);
  return buffer.subarray(8 - bytes);
}
/** A connectivity check as Chromium writes it. */
function check(asked: string, password: string, tieBreaker: bigint): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(0x2112a442, 4);
  randomBytes(12).copy(head, 8);
  let message = Buffer.concat([
    head,
    attribute(0x0006, Buffer.from(`${asked}:${ufrag}`)),
    attribute(0x802a, number(8, tieBreaker)),
    attribute(0x0024, number(4, 1_845_501_951n)),
  ]);
  message.writeUInt16BE(message.length - 20 + 24, 2);
  message = Buffer.concat([message, attribute(0x0008, createHmac("sha1", password).update(message).digest())]);
  message.writeUInt16BE(message.length - 20 + 8, 2);
  return Buffer.concat([message, attribute(0x8028, number(4, BigInt((crc32(message) ^ 0x5354554e) >>> 0)))]);
}

let viewer: TestViewer;
/** The browser's. */
let ufrag = "browser";
const houses: PeerConnection[] = [];
let own: ProxiedSession;
/** Of another viewer, whom the proxy always admits. */
let witness: ProxiedSession;
let proxy: TieBreakerProxy;
let browser: Socket;
/** The witness's. */
let elsewhere: Socket;

async function openSession(): Promise<ProxiedSession> {
  const house = new datachannel.PeerConnection("house", { iceServers: [], bindAddress: "127.0.0.1" });
  houses.push(house);
  const gathered = new Promise<void>((resolve) =>
    house.onGatheringStateChange((state) => state === "complete" && resolve()),
  );
  house.setRemoteDescription(viewer.offer, "offer");
  await gathered;
  const read = readOwnIce(house.localDescription()?.sdp ?? "");
  if (!read) throw new Error("no candidate");
  return read;
}
async function openSocket(): Promise<Socket> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}
beforeEach(async () => {
  viewer = await createTestViewer();
  ufrag = /^a=ice-ufrag:(\S+)/m.exec(viewer.offer)?.[1] ?? "";
  own = await openSession();
  witness = await openSession();
  const opened = await openTieBreakerProxy(0, "127.0.0.1");
  if (!opened) throw new Error("no proxy");
  proxy = opened;
  proxy.admit(witness);
  browser = await openSocket();
  elsewhere = await openSocket();
});
afterEach(() => {
  browser.close();
  elsewhere.close();
  proxy.close();
  for (const house of houses.splice(0)) house.close();
  viewer.close();
});

/** Sends to a port, and resolves with the answer to it. */
async function ask(packet: Buffer, port: number, from = browser): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const look = (answer: Buffer) => {
    if (answer.subarray(8, 20).equals(packet.subarray(8, 20))) resolve(answer);
  };
  from.on("message", look);
  from.send(packet, port, "127.0.0.1");
  return promise.finally(() => from.off("message", look));
}
/** All that was sent to the proxy so far is answered, or never will be: later checks of another viewer are. */
async function settled(): Promise<void> {
  for (let n = 0; n < 3; n += 1)
    expect(typeOf(await ask(check(witness.ufrag, witness.password, 0n), proxy.port, elsewhere))).toBe(SUCCESS);
}
async function isAnswered(packet: Buffer): Promise<boolean> {
  let answered = false;
  void ask(packet, proxy.port).then(() => (answered = true));
  await settled();
  return answered;
}
const typeOf = (answer: Buffer) => answer.readUInt16BE(0);

describe("a check with a tie-breaker of 0", () => {
  it("is refused by the library itself: the proxy can be removed once this fails", async () => {
    expect(typeOf(await ask(check(own.ufrag, own.password, 0n), own.port))).toBe(ERROR);
    expect(typeOf(await ask(check(own.ufrag, own.password, 7n), own.port))).toBe(SUCCESS);
  });

  it("is answered through the proxy, as from the address that the browser asked from", async () => {
    proxy.admit(own);
    const answer = await ask(check(own.ufrag, own.password, 0n), proxy.port);
    expect(typeOf(answer)).toBe(SUCCESS);
    expect(isSigned(answer, own.password)).toBe(true);
    const { port } = browser.address();
    expect(answer.indexOf(attribute(0x0020, mapped(port)))).toBeGreaterThan(0);
  });

  it("is not answered without the viewer's password, without a viewer, and after its end", async () => {
    proxy.admit(own);
    expect(await isAnswered(check(own.ufrag, "another password", 0n))).toBe(false);
    expect(await isAnswered(check("else", own.password, 0n))).toBe(false);
    expect(typeOf(await ask(check(own.ufrag, own.password, 0n), proxy.port))).toBe(SUCCESS);
    proxy.dismiss(own.ufrag);
    expect(await isAnswered(check(own.ufrag, own.password, 0n))).toBe(false);
  });
});

it("ignores checks with a valid tie-breaker, and packets that are no check", async () => {
  proxy.admit(own);
  expect(await isAnswered(check(own.ufrag, own.password, 7n))).toBe(false);
  for (const packet of [Buffer.alloc(0), Buffer.alloc(20), randomBytes(1_200), Buffer.from([0, 1, 0, 0, 0x21])])
    expect(await isAnswered(Buffer.concat([packet, Buffer.alloc(Math.max(0, 20 - packet.length))]))).toBe(false);
  expect(typeOf(await ask(check(own.ufrag, own.password, 0n), proxy.port))).toBe(SUCCESS);
});

it("bounds the number of flows of a viewer", async () => {
  proxy.admit(own);
  const sockets = await Promise.all(Array.from({ length: 6 }, openSocket));
  const answers: number[] = [];
  for (const socket of sockets) {
    const asked = ask(check(own.ufrag, own.password, 0n), proxy.port, socket);
    void asked.then((answer) => answers.push(typeOf(answer)));
  }
  await expect.poll(() => answers.length).toBe(4);
  await settled();
  for (const socket of sockets) socket.close();
  expect(answers).toEqual(Array(4).fill(SUCCESS));
});

describe("rewriting STUN", () => {
  const packet = check("house", "secret", 0n);
  it("changes only the tie-breaker, and renews the message integrity", () => {
    const changed = withTieBreaker(packet, 9n, "secret");
    expect(readCheck(changed)).toEqual({ ufrag: "house", tieBreaker: 9n });
    expect(isSigned(changed, "secret")).toBe(true);
    expect(isSigned(changed, "other")).toBe(false);
    expect(withTieBreaker(changed, 0n, "secret")).toEqual(packet);
  });
  it("leaves other packets unchanged", () => {
    expect(withMappedAddress(packet, "127.0.0.1", 1, "secret")).toEqual(packet);
    for (const other of [Buffer.from("hello"), randomBytes(100).fill(200, 0, 1), packet.subarray(0, 40)]) {
      expect(readCheck(other)).toBeNull();
      expect(withTieBreaker(other, 9n, "secret")).toEqual(other);
      expect(isSigned(other, "secret")).toBe(false);
    }
  });
});

function mapped(port: number): Buffer {
  const value = Buffer.from([0, 1, 0, 0, 127 ^ 0x21, 0x12, 0xa4, 1 ^ 0x42]);
  value.writeUInt16BE(port ^ 0x2112, 2);
  return value;
}
