/** The bus over a real NATS server: what every bus must do, and what a connection can suffer. */
import { setTimeout as pause } from "node:timers/promises";
import { createUser } from "@nats-io/nkeys";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../../apps/server/src/bus/bus.ts";
import { BusAway, BusUnanswered } from "../../../apps/server/src/bus/errors.ts";
import { BusRefused, createNatsBus } from "../../../apps/server/src/bus/nats.ts";
import type { NatsPlace } from "../../../apps/server/src/bus/natsOptions.ts";
import { COUNTERS, MATHS, describeBus } from "../../../apps/server/src/bus/testing/conformance.ts";
import { NatsProcess } from "./nats.ts";
import type { NatsWishes } from "./nats.ts";
import { createTcpProxy } from "../tcpProxy.ts";

const NOTHING = { credentials: undefined, nkey: undefined, ca: undefined, certificate: undefined, key: undefined };
const placeOf = (nats: NatsProcess, given: Partial<NatsPlace> = {}): NatsPlace => ({
  servers: [nats.url],
  ...NOTHING,
  ...given,
});

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});
async function openNats(wishes?: NatsWishes): Promise<NatsProcess> {
  const nats = await NatsProcess.open(wishes);
  opened.push(nats);
  return nats;
}

interface Joined {
  bus: Bus;
  thrown: unknown[];
  warnings: string[];
}
/** A process of the house; it leaves at the end of the test. */
async function join(node: string, place: NatsPlace, signal = new AbortController().signal): Promise<Joined> {
  const thrown: unknown[] = [];
  const warnings: string[] = [];
  const note = (_: object, text: string) => void warnings.push(text);
  const log = {
    info: () => {},
    warn: (...said: unknown[]) => void warnings.push(String(said.at(-1))),
    error(details: { err?: unknown }, text: string) {
      if (text === "a listener failed") thrown.push(details.err);
      else note(details, text);
    },
  };
  const bus = await createNatsBus({
    node,
    place,
    log: log as never,
    signal,
    onLost: (error) => void thrown.push(error),
  });
  opened.push({ [Symbol.asyncDispose]: () => bus.close() });
  return { bus, thrown, warnings };
}
async function openPair(place: NatsPlace) {
  const [one, other] = [await join("one", place), await join("other", place)];
  return { one: one.bus, other: other.bus, thrown: one.thrown, otherThrown: other.thrown };
}
const double = { double: async ({ n }: { n: number }) => ({ n: n * 2 }), refuse: async () => ({}) };
const failure = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => error,
  );
const upAgain = (bus: Bus) => vi.waitFor(() => expect(bus.isUp).toBe(true), { timeout: 15_000, interval: 20 });
const isDown = (bus: Bus) => vi.waitFor(() => expect(bus.isUp).toBe(false), { timeout: 15_000, interval: 20 });

for (const wishes of [{}, { tls: true }] satisfies NatsWishes[])
  describeBus({
    name: `the bus over NATS${"tls" in wishes ? " with TLS" : ""}`,
    apart: true,
    async open() {
      const nats = await openNats(wishes);
      const place = placeOf(nats, "tls" in wishes ? { ca: nats.certificates.ca } : {});
      const { one, other, thrown, otherThrown } = await openPair(place);
      return {
        one,
        other,
        get thrown() {
          return [...thrown, ...otherThrown];
        },
        async close() {
          await one.close();
          await other.close();
        },
      };
    },
  });

describe("who may connect", () => {
  const connecting = (place: NatsPlace) => failure(join("one", place));

  it("is who has the nkey, or the password in the address", async () => {
    const user = createUser();
    const nats = await openNats({
      authorization: `users = [{ nkey: "${user.getPublicKey()}" }, { user: "anna", password: "p@ss" }]`,
    });
    const seed = (key: { getSeed(): Uint8Array }) => new TextDecoder().decode(key.getSeed());
    const nkey = await nats.write("user.nk", `${seed(user)}\n`);
    expect((await join("one", placeOf(nats, { nkey }))).bus.isUp).toBe(true);
    const servers = [`nats://anna:p%40ss@127.0.0.1:${nats.port}`];
    expect((await join("two", placeOf(nats, { servers }))).bus.isUp).toBe(true);

    const wrong = await nats.write("other.nk", seed(createUser()));
    for (const place of [placeOf(nats), placeOf(nats, { nkey: wrong })]) {
      const refused = await connecting(place);
      expect(refused).toBeInstanceOf(BusRefused);
      expect(String(refused)).toMatch(/^BusRefused: NATS refuses this process: .*\.$/);
    }
  });

  it("learns in one sentence what is wrong with a file", async () => {
    const nats = await openNats();
    const text = await nats.write("text", "no secret");
    for (const [given, sentence] of [
      [{ credentials: "/nowhere/a.creds" }, "NATS_CREDS /nowhere/a.creds: there is no such file."],
      [{ credentials: text }, `NATS_CREDS ${text}: it has no credentials of NATS.`],
      [{ nkey: text }, `NATS_NKEY ${text}: it has no seed of an nkey.`],
      [{ ca: text }, `NATS_CA ${text}: it is not in PEM format.`],
      [{ ca: "/" }, "NATS_CA /: it can't be read (EISDIR)."],
    ] satisfies [Partial<NatsPlace>, string][])
      expect(await connecting(placeOf(nats, given))).toMatchObject({ name: "BusRefused", message: sentence });
  });

  it("is nobody who does not trust the server's certificate, or whom it lets in without TLS", async () => {
    const [nats, other, plain] = [await openNats({ tls: true }), await openNats({ tls: true }), await openNats()];
    const { ca } = nats.certificates;
    for (const [place, sentence] of [
      [placeOf(nats), /^The TLS connection to NATS fails: .* \([A-Z_]+\)\.$/],
      [placeOf(nats, { ca: other.certificates.ca }), /^The TLS connection to NATS fails: /],
      [
        placeOf(plain, { servers: [`tls://localhost:${plain.port}`] }),
        /^NATS can't be used: server does not support 'tls'\.$/,
      ],
      [placeOf(plain, { ca }), /^NATS can't be used: server does not support 'tls'\.$/],
    ] satisfies [NatsPlace, RegExp][]) {
      const refused = await connecting(place);
      expect(refused).toBeInstanceOf(BusRefused);
      expect((refused as Error).message).toMatch(sentence);
    }
  });

  it("waits for a server that is not there yet, and says so once", async () => {
    const nats = await openNats();
    await nats.kill();
    const ending = new AbortController();
    const gaveUp = failure(join("one", placeOf(nats), ending.signal));
    await pause(1_200);
    ending.abort(new Error("the process ends"));
    expect(await gaveUp).toMatchObject({ name: "AbortError" });
    const joined = join("one", placeOf(nats));
    await pause(1_200);
    await nats.start();
    expect((await joined).warnings).toEqual(["NATS does not answer: it is tried again until it does"]);
  });
});

describe("a connection that breaks", () => {
  it("lets nothing of that time through, and both ends notice it once", async () => {
    const nats = await openNats();
    const { one, other } = await openPair(placeOf(nats));
    const got: number[] = [];
    const changes: boolean[] = [];
    other.listen(COUNTERS, 1, ({ n }) => got.push(n));
    other.serve(MATHS, 1, { double: () => new Promise<never>(() => {}), refuse: async () => ({}) });
    one.onChange((up) => changes.push(up));
    await vi.waitFor(() => one.request(MATHS, 1, "refuse", {}, { withinMs: 1_000 }));
    const open = failure(one.request(MATHS, 1, "double", { n: 1 }, { withinMs: 60_000 }));
    await nats.kill();
    expect(await open).toBeInstanceOf(BusUnanswered);
    await isDown(one);
    for (let n = 1; n <= 100; n += 1) one.send(COUNTERS, 1, { n });
    expect(await failure(one.request(MATHS, 1, "refuse", {}, { withinMs: 60_000 }))).toBeInstanceOf(BusAway);
    await nats.start();
    // Also between two attempts, when the client would keep them.
    while (!one.isUp) {
      one.send(COUNTERS, 1, { n: 1_000 });
      await pause(1);
    }
    await upAgain(other);
    await vi.waitFor(() => {
      one.send(COUNTERS, 1, { n: 2_000 });
      expect(got).not.toEqual([]);
    });
    expect(new Set(got)).toEqual(new Set([2_000]));
    expect(changes).toEqual([false, true]);
    expect(one.stats().reconnects).toBe(1);
  });

  it("in one direction, or to a server that stands still, is noticed", async () => {
    const nats = await openNats();
    const proxy = await createTcpProxy(nats.port);
    opened.push({ [Symbol.asyncDispose]: () => proxy.close() });
    const { bus: one } = await join("one", { ...NOTHING, servers: [`nats://127.0.0.1:${proxy.port}`] });
    proxy.block("toClient");
    await isDown(one);
    proxy.restore();
    await upAgain(one);
    nats.freeze();
    await isDown(one);
    nats.thaw();
    await upAgain(one);
  });

  it("with wrong permissions is none: what is not allowed is logged, and the rest works", async () => {
    const nats = await openNats({
      authorization: `users = [{ user: "edge", password: "p", permissions: { publish: ["maths.>", "_INBOX.>"], subscribe: ["counter.>", "_INBOX.>"] } }]`,
    });
    const servers = [`nats://edge:p@127.0.0.1:${nats.port}`];
    const { bus, warnings } = await join("one", { ...NOTHING, servers });
    bus.send(COUNTERS, 1, { n: 1 });
    bus.serve(MATHS, 1, double);
    await vi.waitFor(() => expect(warnings).toContain("NATS refuses a subscription"));
    await vi.waitFor(() => expect(warnings).toContain("NATS reports an error"));
    expect(bus.isUp).toBe(true);
    expect(await failure(bus.request(MATHS, 2, "refuse", {}, { withinMs: 2_000 }))).toBeInstanceOf(BusAway);
  });
});
