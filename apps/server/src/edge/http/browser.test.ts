import fastify from "fastify";
import { expect, it } from "vitest";
import { browserOf, keepBrowser, newBrowser } from "./browser.ts";

async function open() {
  const app = fastify({ trustProxy: true });
  app.get("/", async (request, reply) => {
    const known = browserOf(request);
    keepBrowser(request, reply, known ?? newBrowser());
    return { known: known ?? null };
  });
  return async (headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url: "/", headers });
    return { known: answer.json<{ known: string | null }>().known, line: String(answer.headers["set-cookie"]) };
  };
}

it("knows a browser again, which no script and no other site gets to read", async () => {
  const ask = await open();
  const { known, line } = await ask();
  expect(known).toBeNull();
  expect(line).toMatch(/^reelcast_browser=[\w-]{22}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  const cookie = line.split(";", 1)[0] ?? "";
  const again = await ask({ cookie: `reelcast_open=1; ${cookie}` });
  expect(again.known).toBe(cookie.split("=")[1]);
  expect(again.line).toBe(line);
});

it("is sent only over TLS if the page uses TLS, with a name that no other host can set", async () => {
  const ask = await open();
  const tls = { "x-forwarded-proto": "https" };
  const { line } = await ask(tls);
  expect(line).toMatch(/^__Host-reelcast_browser=[\w-]{22}; .*; Secure$/);
  const cookie = line.split(";", 1)[0] ?? "";
  expect((await ask({ ...tls, cookie })).known).not.toBeNull();
  expect((await ask({ ...tls, cookie: cookie.replace("__Host-", "") })).known).toBeNull();
});

it.each(["", "x", "a".repeat(23), "a".repeat(21) + "ü"])("takes no other number: %j", async (value) => {
  const ask = await open();
  expect((await ask({ cookie: `reelcast_browser=${value}` })).known).toBeNull();
});
