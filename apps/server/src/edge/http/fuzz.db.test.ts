/**
 * Every call of the contract with thousands of generated inputs, as its schema asks for them and against it: never a 500,
 * never an answer outside its schema, never a refusal without a trace in the log. `FUZZ_SEED` runs a failed run again.
 */
import { randomInt } from "node:crypto";
import { Writable } from "node:stream";
import { ErrorAnswer, ErrorCode, allCalls } from "@reelcast/contract";
import type { Call, LoginAnswer } from "@reelcast/contract";
import * as fc from "fast-check";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inputs } from "../testing/inputs.ts";
import { pathOf } from "./route.ts";
import { PASSWORD, openProtectedHouse } from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));
const RUNS = 40;
/** What any call may be refused with: the edge's own. */
const ANYWHERE = [
  ErrorCode.AddressNotPermitted,
  ErrorCode.InvalidRequest,
  ErrorCode.TextNotStorable,
  ErrorCode.TokenInvalid,
  ErrorCode.NotPermitted,
  ErrorCode.NotFound,
  ErrorCode.MethodNotAllowed,
  ErrorCode.RequestTooLarge,
  ErrorCode.AddressTooLong,
  ErrorCode.UnsupportedMediaType,
  ErrorCode.TooManyRequests,
];

interface Line {
  level: number;
  msg: string;
  code?: number;
  path?: string;
  playerId?: number;
}
let house: ProtectedHouse;
const lines: Line[] = [];
let text = "";
const log = pino(
  { level: "debug" },
  new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  }),
);

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`);
  house = await openProtectedHouse({ log });
});
afterAll(() => house.close());

/** A player of its own for each call: some end the player's logins. */
async function newPlayer(name: string): Promise<{ id: number; token: string }> {
  const username = `fuzz${name.toLowerCase()}`;
  const { rows } = await sql<{
    id: number;
  }>`insert into players (username, email, name, lastname, password_hash, pin_hash)
    select ${username}::text, ${`${username}@example.com`}::text, '', '', password_hash, pin_hash from players where id = ${house.anna.id}
    returning id`.execute(house.db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into ledger_accounts (kind, ref) values ('player', ${id})`.execute(house.db);
  await house.app.domain.wallet.adjust({ playerId: id, amount: 100_000, key: username, tag: "fuzz" });
  return { id, token: (await house.login(username)).json<LoginAnswer>().token };
}

/** What an address can carry of a text: a lone surrogate goes as the bytes that it would have. */
const encoded = (value: unknown): string => {
  const plain = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return Array.from(plain, (sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : "%ED%A0%80")).join("");
};
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [["value", value]];

const headerText = fc.oneof(
  fc.constantFrom("", "Bearer ", "Bearer x.y.z", `Bearer ${"a".repeat(5_000)}`, "Basic YTpi", "null", "*/*", "tr,;q=x"),
  fc.stringMatching(/^[\t -~]{0,60}$/),
);
const strangeHeaders = fc.dictionary(
  fc.constantFrom("accept", "accept-language", "x-forwarded-for", "cf-ipcountry", "user-agent", "if-match", "origin"),
  headerText,
  { maxKeys: 3 },
);
const strangeTypes = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/sdp",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
  ";",
);

function requestFor(call: Call, token: string) {
  const sent = inputs(call.body);
  return fc.record({
    method: fc.constant(call.method),
    params: inputs(call.params),
    query: inputs(call.query),
    /** As JSON, or as bytes that are none. */
    body: fc.oneof(
      { weight: 9, arbitrary: sent.map((value) => (value === undefined ? undefined : JSON.stringify(value))) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    ),
    type: fc.oneof({ weight: 9, arbitrary: fc.constant("application/json") }, { weight: 1, arbitrary: strangeTypes }),
    headers: strangeHeaders,
    authorization: fc.oneof(
      { weight: 12, arbitrary: fc.constant(`Bearer ${token}`) },
      { weight: 1, arbitrary: headerText },
    ),
    // Each from a network of its own: the limits of one network are tested elsewhere.
    from: fc.ipV4(),
  });
}
type Request = ReturnType<typeof requestFor> extends fc.Arbitrary<infer T> ? T : never;

function injected(call: Call, request: Request): InjectOptions {
  const params = new Map(entriesOf(request.params ?? {}));
  const path = pathOf(call).replace(/:(\w+)/g, (_, name: string) => encoded(params.get(name) ?? "1") || "1");
  const query = entriesOf(request.query ?? {}).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  const hasBody = call.method !== "GET" && request.body !== undefined;
  return {
    method: call.method,
    url: `${path}?${query.join("&")}`.slice(0, 12_000),
    remoteAddress: request.from,
    headers: {
      ...request.headers,
      authorization: request.authorization,
      ...(hasBody ? { "content-type": request.type } : {}),
    },
    ...(hasBody ? { payload: request.body } : {}),
  } as InjectOptions;
}

async function hold(call: Call, request: Request, player: { id: number; token: string }): Promise<void> {
  lines.length = 0;
  text = "";
  const answer = await house.app.http.inject(injected(call, request));
  const status = answer.statusCode;
  const about = `${status} ${answer.body.slice(0, 300)}`;
  expect(status, about).toBeLessThan(500);
  expect(
    lines.filter(({ level }) => level >= 50),
    about,
  ).toEqual([]);
  expect(text).not.toContain(player.token);
  expect(text).not.toContain(PASSWORD);
  if (status >= 400) {
    const refusal = ErrorAnswer.parse(answer.json());
    expect([...(call.errors ?? []), ...ANYWHERE], about).toContain(refusal.code);
    const trace = lines.filter(({ msg }) => msg === "refused");
    expect(trace, about).toEqual([expect.objectContaining({ code: refusal.code, path: expect.any(String) })]);
    // Of a player whose token held, the trace says who it was.
    if (trace[0]?.playerId !== undefined) expect(trace[0].playerId).toBe(player.id);
    if (call.auth === "player" && call.errors?.includes(refusal.code) === true)
      expect(trace[0]?.playerId, about).toBe(player.id);
  } else if (call.answer) {
    const read = call.answer.safeParse(answer.json());
    expect(read.success ? null : read.error.issues, about).toBeNull();
  } else if (call.file === undefined) expect(status, about).toBe(204);
  else expect(answer.headers["content-type"]).toContain(call.file);
}

it.each(Object.entries(allCalls()))("%s", async (name, call) => {
  const player = await newPlayer(name);
  await fc.assert(
    fc.asyncProperty(requestFor(call, player.token), async (request) => {
      await hold(call, request, player);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: false },
  );
});
