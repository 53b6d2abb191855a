/** The bus over a real NATS server: what every bus must do, and what a connection can suffer. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createUser } from "@nats-io/nkeys";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../../apps/server/src/bus/bus.ts";
import { BusAway, BusUnanswered } from "../../../apps/server/src/bus/errors.ts";
import { BusRefused, createNatsBus } from "../../../apps/server/src/bus/nats.ts";
import type { NatsPlace } from "../../../apps/server/src/bus/natsOptions.ts";
import { describeBus } from "../../../apps/server/src/bus/testing/conformance.ts";
import { COUNTERS, MATHS } from "../../../apps/server/src/bus/testing/messages.ts";
import { NatsProcess } from "./nats.ts";
import type { NatsServerOptions } from "./nats.ts";
import { createAccounts } from "./natsAccounts.ts";
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
async function openNats(options?: NatsServerOptions): Promise<NatsProcess> {
  const nats = await NatsProcess.open(options);
  opened.push(nats);
  return nats;
}

interface Joined {
  bus: Bus;
  thrown: unknown[];
  warnings: string[];
}
/** A process of the house; it leaves at the end of the test. */
async function join(
  node: string,
  place: NatsPlace,
  signal = new AbortController().signal,
  onWarning: (text: string) => void = () => {},
): Promise<Joined> {
  const thrown: unknown[] = [];
  const warnings: string[] = [];
  const note = (_: object, text: string) => void warnings.push(text);
  const log = {
    info: () => {},
    warn(...said: unknown[]) {
      warnings.push(String(said.at(-1)));
      onWarning(String(said.at(-1)));
    },
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
/** Nobody serves it; that the server says so means that it has read what was sent before. */
function mustBeAway(error: unknown): void {
  if (!(error instanceof BusAway)) throw error;
}
const upAgain = (bus: Bus) => vi.waitFor(() => expect(bus.isUp).toBe(true), { timeout: 15_000, interval: 20 });
const isDown = (bus: Bus) => vi.waitFor(() => expect(bus.isUp).toBe(false), { timeout: 15_000, interval: 20 });

/** With everything that an operator may ask for: TLS, a certificate of each process, and credentials. */
async function openGuarded(): Promise<{ nats: NatsProcess; place: NatsPlace }> {
  const { more, known } = await createAccounts();
  const nats = await openNats({ tls: true, verify: true, more });
  const credentials = await nats.write("reelcast.creds", await known.user("reelcast"));
  return { nats, place: placeOf(nats, { ...(await nats.clientCertificate("edge-1")), credentials }) };
}

for (const isGuarded of [false, true])
  describeBus({
    name: `the bus over NATS${isGuarded ? " with TLS, certificates of clients and credentials" : ""}`,
    apart: true,
    async open() {
      const { place } = isGuarded ? await openGuarded() : { place: placeOf(await openNats()) };
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

  it("is who has credentials of an account of the server's operator, until they expire", async () => {
    const { more, known, other } = await createAccounts();
    const nats = await openNats({ more });
    const credentials = await nats.write("a.creds", await known.user("edge-1"));
    expect((await join("one", placeOf(nats, { credentials }))).bus.isUp).toBe(true);
    for (const [name, text] of [
      ["other", await other.user("edge-1")],
      ["late", await known.user("edge-1", { seconds: -60 })],
    ] as const) {
      const refused = await connecting(placeOf(nats, { credentials: await nats.write(`${name}.creds`, text) }));
      expect(refused, name).toBeInstanceOf(BusRefused);
      expect(String(refused)).toMatch(/^BusRefused: NATS refuses this process: .*\.$/);
    }
    expect(await connecting(placeOf(nats)), "without any").toBeInstanceOf(BusRefused);
  });

  it("is nobody without a certificate of the house, where the server asks for one", async () => {
    const [nats, other] = [await openNats({ tls: true, verify: true }), await openNats({ tls: true })];
    const own = await nats.clientCertificate("edge-1");
    expect((await join("one", placeOf(nats, own))).bus.isUp).toBe(true);
    const foreign = await other.clientCertificate("edge-1");
    // The server ends such a connection without a word: only its own log says why.
    for (const given of [{ ca: own.ca }, { ...foreign, ca: own.ca }]) {
      const ending = new AbortController();
      const warned = Promise.withResolvers<string>();
      const joining = failure(join("two", placeOf(nats, given), ending.signal, warned.resolve));
      expect(await warned.promise).toBe("NATS does not answer: it is tried again until it does");
      ending.abort(new Error("the process ends"));
      expect(await joining).toMatchObject({ name: "AbortError" });
    }
    expect(nats.output).toMatch(/TLS handshake error/);
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

  it("waits for a server that is not there yet, and says so", async () => {
    const nats = await openNats();
    await nats.kill();
    const ending = new AbortController();
    const warned = Promise.withResolvers<string>();
    const gaveUp = failure(join("one", placeOf(nats), ending.signal, warned.resolve));
    expect(await warned.promise).toBe("NATS does not answer: it is tried again until it does");
    ending.abort(new Error("the process ends"));
    expect(await gaveUp).toMatchObject({ name: "AbortError" });
    // Next to it, a server that ends each connection, and so counts the tries.
    let tries = 0;
    const closing = createServer((socket) => {
      tries += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    opened.push({ [Symbol.asyncDispose]: async () => void closing.close() });
    await once(closing, "listening");
    const { port } = closing.address() as AddressInfo;
    const joined = join("one", placeOf(nats, { servers: [`nats://127.0.0.1:${port}`, nats.url] }));
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), { timeout: 15_000, interval: 20 });
    await nats.start();
    // The log writes one a minute of them.
    expect([...new Set((await joined).warnings)]).toEqual(["NATS does not answer: it is tried again until it does"]);
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
    const sendUntilUp = () => {
      const { isUp } = one;
      if (!isUp) one.send(COUNTERS, 1, { n: 1_000 });
      expect(isUp).toBe(true);
    };
    await vi.waitFor(sendUntilUp, { timeout: 15_000, interval: 1 });
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

/** What the process of slowListener.ts sends. */
type Report = Partial<{ got: number; up: boolean; read: number; failed: string; slow: number; reconnects: number }>;
async function openSlowListener(nats: NatsProcess) {
  const child = fork(fileURLToPath(new URL("slowListener.ts", import.meta.url)), [nats.url], { execArgv: [] });
  const reports: Report[] = [];
  child.on("message", (message) => reports.push(message as Report));
  opened.push({
    async [Symbol.asyncDispose]() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  });
  await once(child, "message");
  const all = <K extends keyof Report>(key: K) => reports.flatMap((one) => (one[key] === undefined ? [] : [one[key]]));
  return { child, all };
}
const UNTIL = { timeout: 30_000, interval: 20 };

describe("a process that does not read", () => {
  it("is cut by the server, which keeps nothing for it; nobody else waits, and it reads everything again", async () => {
    const nats = await openNats();
    const { bus: one } = await join("one", placeOf(nats));
    one.serve(MATHS, 1, double);
    const { child, all } = await openSlowListener(nats);
    await vi.waitFor(() => {
      one.send(COUNTERS, 1, { n: 1 });
      expect(all("got")).not.toEqual([]);
    }, UNTIL);
    const { memory } = await nats.figures();

    child.kill("SIGSTOP");
    const more = "x".repeat(200_000);
    let sent = 1;
    // Far more than the server may keep for a client, and than the sockets of both ends hold.
    const sendTenMegabytes = async () => {
      for (let count = 0; count < 50; count += 1) one.send(COUNTERS, 1, { n: (sent += 1), more });
      await vi.waitFor(() => one.request(MATHS, 2, "refuse", {}, { withinMs: 5_000 }).catch(mustBeAway), UNTIL);
    };
    await vi.waitFor(async () => {
      await sendTenMegabytes();
      expect((await nats.figures()).slowConsumers).toBe(1);
    }, UNTIL);
    for (let tens = 0; tens < 10; tens += 1) await sendTenMegabytes();
    const after = await nats.figures();
    expect(after.connections).toBe(1);
    expect(after.memory - memory).toBeLessThan(100 * 2 ** 20);
    expect(one.stats()).toMatchObject({ reconnects: 0, dropped: { down: 0 } });

    child.kill("SIGCONT");
    await vi.waitFor(() => expect(all("up")).toEqual([true, false, true]), UNTIL);
    await vi.waitFor(() => expect([...all("read"), ...all("failed")]).toEqual([42]), UNTIL);
    await vi.waitFor(() => {
      one.send(COUNTERS, 1, { n: (sent += 1) });
      expect(all("got").at(-1)).toBe(sent - 1);
    }, UNTIL);
    const got = all("got");
    expect(
      got.toSorted((before, next) => before - next),
      "in order",
    ).toEqual(got);
    expect(got.length, "what it missed never arrives").toBeLessThan(sent / 2);
  });
});
