/**
 * Every method of every socket with generated frames, as its schema asks for them and against it, over real connections:
 * no fault of the house's own, no answer outside its schema, no refusal without a trace. `FUZZ_SEED` runs a run again.
 */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { ErrorAnswer, RPC, RpcMessage, SOCKETS } from "@reelcast/contract";
import type { SocketName } from "@reelcast/contract";
import * as fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import type { ZodMiniType } from "zod/mini";
import { openProtectedHouse } from "../http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../http/testing/protectedHouse.ts";
import { hostile, inputs, valid } from "../testing/inputs.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));
/** Sockets of each kind, and frames of each: fewer than a socket may send in a second. */
const RUNS = 15;
const FRAMES = 20;
/** Unsupported data, invalid UTF-8, policy, too big: what a socket may be closed with for what it sent. */
const CLOSED = [1003, 1007, 1008, 1009];

interface Line {
  level: number;
  msg: string;
  code?: number;
}
let house: ProtectedHouse;
let url = "";
const lines: Line[] = [];
const log = pino(
  { level: "debug" },
  new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  }),
);

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`);
  house = await openProtectedHouse({ log });
  await house.app.http.listen({ port: 0, host: "127.0.0.1" });
  url = `ws://127.0.0.1:${(house.app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => house.close());

type Requests = Record<string, { params: ZodMiniType; result: ZodMiniType }>;
const requestsOf = (name: SocketName): Requests => SOCKETS[name].requests;

interface Frame {
  /** Null where it is no request that is answered under its own id. */
  method: string | null;
  data: string | Buffer;
}
const isObject = (value: unknown) =>
  value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));

/** The token and the player's id, which are not to be guessed: without them a request ends before it reads anything else. */
function withOwn(params: unknown, token: string): unknown {
  if (typeof params !== "object" || params === null) return params;
  return {
    ...params,
    ...("token" in params ? { token } : {}),
    ...("id" in params && Number.isInteger(params.id) ? { id: house.anna.id } : {}),
  };
}

/** The frame is sent with this id, so that its answer is known. */
function frames(name: SocketName, token: string): fc.Arbitrary<Frame[]> {
  const request = fc
    .constantFrom(...Object.keys(requestsOf(name)).filter((method) => method !== "leave"))
    .chain((method) =>
      inputs(requestsOf(name)[method]?.params).map((params) => ({
        method,
        params: withOwn(params, token),
      })),
    );
  const strange = fc.oneof(
    hostile.map((value) => JSON.stringify(value)),
    fc.array(hostile, { maxLength: 25 }).map((value) => JSON.stringify(value)),
    fc
      .record({ jsonrpc: fc.constantFrom("2.0", "1.0", 2), id: hostile, method: hostile, params: hostile })
      .map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: request }, { weight: 1, arbitrary: strange.map((data) => ({ data })) }), {
      minLength: FRAMES / 2,
      maxLength: FRAMES,
    })
    .map((all) =>
      all.map((one, index) =>
        "data" in one
          ? { method: null, data: one.data }
          : // A request whose parameters are no object is none: it is refused without its id.
            {
              method: isObject(one.params) ? one.method : null,
              data: JSON.stringify({ jsonrpc: "2.0", id: index, ...one }),
            },
      ),
    );
}

it.each(Object.keys(SOCKETS) as SocketName[])("%s", { timeout: 60_000 }, async (name) => {
  const { token } = house.anna;
  await fc.assert(
    fc.asyncProperty(frames(name, token), async (sent) => {
      lines.length = 0;
      const socket = new WebSocket(`${url}/ws/${name}?token=${token}`);
      await once(socket, "open");
      const closed = once(socket, "close") as Promise<[number]>;
      const answers: unknown[] = [];
      socket.on("message", (data: Buffer) => answers.push(...[JSON.parse(data.toString()) as unknown].flat()));
      for (const { data } of sent) socket.send(data);
      // Answered after all of them, unless one of them has closed the socket.
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: "last", method: "ping" }));
      const has = (id: unknown) => answers.some((answer) => (answer as { id?: unknown }).id === id);
      const asked = sent.flatMap(({ method }, index) => (method === null ? [] : [index]));
      const ended = await Promise.race([closed, until(() => [...asked, "last"].every(has))]);
      // Cut without a word is who sends too much, and nobody else.
      if (ended?.[0] === 1006)
        expect(lines).toContainEqual(expect.objectContaining({ msg: "a client sent too many bytes" }));
      else if (ended) expect(CLOSED).toContain(ended[0]);
      socket.terminate();
      if (!ended) for (const id of [...asked, "last"]) expect(has(id), `an answer to ${id}`).toBe(true);
      hold(name, sent, answers);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});

it.each(Object.keys(SOCKETS) as SocketName[])("%s refuses U+0000 in every text of every request", async (name) => {
  const { token } = house.anna;
  const sent = Object.entries(requestsOf(name)).flatMap(([method, { params }]) => {
    const { properties = {} } = z.toJSONSchema(params, { io: "input" });
    const texts = Object.entries(properties).filter(
      ([, schema]) => typeof schema === "object" && schema.type === "string",
    );
    const [sample] = fc.sample(valid(params), { numRuns: 1, seed: SEED });
    return texts.map(([key]) => ({ method, params: { ...(withOwn(sample, token) as object), [key]: "a\0b" } }));
  });
  lines.length = 0;
  const socket = new WebSocket(`${url}/ws/${name}?token=${token}`);
  await once(socket, "open");
  const answers: unknown[] = [];
  socket.on("message", (data: Buffer) => answers.push(...[JSON.parse(data.toString()) as unknown].flat()));
  for (const [id, request] of sent.entries()) socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...request }));
  const answerTo = (id: number) => answers.find((answer) => (answer as { id?: unknown }).id === id);
  await until(() => sent.every((_, id) => answerTo(id) !== undefined));
  socket.terminate();
  for (const [id, { method }] of sent.entries())
    expect(answerTo(id), method).toMatchObject({ error: { code: RPC.invalidParams } });
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

function hold(name: SocketName, sent: readonly Frame[], answers: readonly unknown[]): void {
  let refusals = 0;
  for (const answer of answers) {
    const message = RpcMessage.parse(answer);
    if (!("id" in message)) continue;
    if ("error" in message) {
      refusals += 1;
      expect(message.error.code, JSON.stringify(message)).not.toBe(RPC.internal);
      const { code } = ErrorAnswer.parse(message.error.data);
      expect(lines).toContainEqual(expect.objectContaining({ msg: "refused", code }));
      continue;
    }
    const method = typeof message.id === "number" ? sent[message.id]?.method : null;
    if (typeof method !== "string") continue;
    const read = requestsOf(name)[method]?.result.safeParse(message.result);
    expect(read?.success === true ? null : read?.error, JSON.stringify(message)).toBeNull();
  }
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.filter(({ msg }) => msg === "refused").length).toBeGreaterThanOrEqual(refusals);
}

async function until(holds: () => boolean): Promise<null> {
  await vi.waitFor(() => expect(holds()).toBe(true), { interval: 5 }).catch(() => {});
  return null;
}
