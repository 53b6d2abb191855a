import { expect, it } from "vitest";
import { readsOfLeftOut, withoutUnread } from "./leanCalls.ts";

it("leaves out of a call what only documents and the server read, and keeps what the app needs", () => {
  const code = `export const CALLS = {
  claim: {
    method: "POST",
    summary: "Claim, with a \\"quote\\", and, commas",
    tag: TAG,
    path: "/claim",
    body: z.object({ summary: text(200), errors: z.int() }),
    answer: z.object({ params: z.int(), body: z.string() }),
    errors: [
      ErrorCode.NotPermitted,
    ],
  },
} as const satisfies Record<string, Call>;
`;
  expect(withoutUnread(code).replace(/\s+/g, " ")).toBe(
    `export const CALLS = { claim: { method: "POST", path: "/claim", answer: z.object({ params: z.int(), body: z.string() }), }, } as const satisfies Record<string, Call>; `,
  );
});
it("leaves out of a socket's requests what the server parses", () => {
  const code = `export const COMMON_REQUESTS = { ping: { params: z.object({}), result: At } } as const;
const GAME_SOCKET = {
  requests: { ...COMMON_REQUESTS, press: { params: z.object({ seq: z.int() }), result: z.object({ params: At }) } },
  notifications: { info: { params: Info } },
} as const;`;
  expect(withoutUnread(code)).toBe(`export const COMMON_REQUESTS = { ping: { result: At } } as const;
const GAME_SOCKET = {
  requests: { ...COMMON_REQUESTS, press: { result: z.object({ params: At }) } },
  notifications: { info: { params: Info } },
} as const;`);
});
it("leaves everything else as it is", () => {
  const code = `export const Body = z.object({ params: z.object({ tag: z.int() }) });\n`;
  expect(withoutUnread(code)).toBe(code);
});

it.each([
  ["const { shape } = TEMPLATE_CALLS.register.body;", ["TEMPLATE_CALLS.register.body"]],
  ["const { body, method } = CALLS.login;", ["CALLS.login.body"]],
  ['check(CALLS["login"].query!, CALLS[name].errors);', ["CALLS.login.query", "CALLS..errors"]],
  ["GAME_SOCKET.requests.press.params.parse(x);", ["GAME_SOCKET.requests.press.params"]],
  ["const A = COMMON_REQUESTS.ping.params;", ["COMMON_REQUESTS.ping.params"]],
])("finds what reads the members that are left out: %s", (code, reads) => {
  expect(readsOfLeftOut(code, "page.tsx")).toEqual(reads);
});
it("finds nothing where the others are read", () => {
  const code =
    "CALLS.login.answer.parse(x); request.body; GAME_SOCKET.notifications.info.params; <A b={CALLS.x.path} />;";
  expect(readsOfLeftOut(code, "page.tsx")).toEqual([]);
});
