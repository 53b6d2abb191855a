/** What the page may load: nothing of others, and a live chat's own hosts while the operator has it on. */
import { writeFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { contentSecurityPolicy, directivesFor } from "./policy.ts";
import { openEdge } from "./testing/edge.ts";

const TAWK = { enabled: true, provider: "tawk", id: "5ffc08d7c31c9117cb6d5a94/1ero852s6" } as const;
const LIVECHAT = { enabled: true, provider: "livechat", id: "18974940" } as const;
const OFF = { enabled: false, provider: "tawk", id: "" } as const;
/** Hosts named anywhere in a policy, without scheme and path. */
const hosts = (policy: string) =>
  new Set([...policy.matchAll(/(?:https|wss):\/\/([^\s/;]+)/g)].map(([, host]) => host));

describe("the security policy", () => {
  it("permits no other host and enforces Trusted Types without any policy while there is no chat", () => {
    for (const chat of [OFF, { ...TAWK, enabled: false }, { ...LIVECHAT, id: "" }]) {
      const policy = contentSecurityPolicy(chat);
      expect(hosts(policy)).toEqual(new Set());
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(policy).not.toMatch(/unsafe|frame-src/);
    }
  });

  it("opens for the hosts of tawk.to alone", () => {
    const policy = contentSecurityPolicy(TAWK);
    expect(hosts(policy)).toEqual(
      new Set([
        "*.tawk.to",
        "tawk.link",
        "cdn.jsdelivr.net",
        "s3.amazonaws.com",
        "fonts.googleapis.com",
        "fonts.gstatic.com",
      ]),
    );
    // Anybody may publish there: only the provider's own folders.
    expect(policy).not.toMatch(/jsdelivr\.net(?!\/emojione\/)|amazonaws\.com(?!\/tawk-to-pi\/)/);
    expect(directivesFor(TAWK)["connect-src"]).toEqual(["'self'", "https://*.tawk.to", "wss://*.tawk.to"]);
    expect(directivesFor(TAWK)["frame-src"]).toEqual(["https://*.tawk.to"]);
  });

  it("opens for the hosts of LiveChat alone", () => {
    expect(hosts(contentSecurityPolicy(LIVECHAT))).toEqual(
      new Set(["*.livechatinc.com", "*.livechat-static.com", "*.livechat-files.com", "*.files-text.com", "*.text.com"]),
    );
    expect(directivesFor(LIVECHAT)["connect-src"]).toContain("wss://*.livechatinc.com");
  });

  it.each([TAWK, LIVECHAT])("permits $provider no inline scripts and no eval, and changes nothing else", (chat) => {
    const directives = directivesFor(chat);
    expect(directives["script-src"]?.join(" ")).not.toMatch(/unsafe|data:|blob:|\*$/);
    expect(directives).toMatchObject({
      "default-src": ["'none'"],
      "base-uri": ["'none'"],
      "object-src": ["'none'"],
      "frame-ancestors": ["'none'"],
      "trusted-types": ["reelcast-chat"],
    });
    expect(directives["require-trusted-types-for"]).toBeUndefined();
  });
});

describe("the page's header", () => {
  let app: FastifyInstance;
  afterEach(() => app.close());
  const policyOf = async (url: string) =>
    String((await app.inject({ url, headers: { accept: "text/html" } })).headers["content-security-policy"]);

  it("follows the settings without a restart, on every answer", async () => {
    const edge = await openEdge({ settings: "{}" });
    ({ app } = edge);
    expect(await policyOf("/lobby")).toContain("trusted-types 'none'");
    await writeFile(edge.file, JSON.stringify({ liveChat: TAWK }));
    await expect.poll(() => policyOf("/lobby")).toContain("https://*.tawk.to");
    expect(await policyOf("/api/v1/nothing")).toContain("https://*.tawk.to");
    await writeFile(edge.file, JSON.stringify({ liveChat: { ...TAWK, id: "x; script-src *" } }));
    await expect.poll(() => policyOf("/lobby")).toContain("trusted-types 'none'");
    expect(await policyOf("/lobby")).not.toContain("script-src *");
  });
});
