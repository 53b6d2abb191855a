/** Who may come in from where, and what a page may load while a live chat is on: in a real browser, behind a proxy. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";

const AMERICAN = "8.8.8.8";
const TURKISH = "78.160.0.1";
const BLOCKED = "78.160.0.66";
let house: TestServer;
test.beforeAll(async () => {
  // The test is the proxy that the server trusts.
  house = await TestServer.open({
    TRUSTED_PROXIES: "127.0.0.1,::1",
    DEMO_PUBLIC: "1",
    ALLOWED_COUNTRIES: "TR",
    BLOCKED_ADDRESSES: BLOCKED,
  });
});
test.afterAll(async () => {
  await house.close();
});

/** Settings hold within a second, without a restart. */
async function set(settings: Record<string, unknown>): Promise<void> {
  await writeFile(join(house.dataDir, "Settings.json"), JSON.stringify(settings));
  const present = async () => (await fetch(`${house.url}/Settings.json`)).json();
  await expect.poll(present).toMatchObject(settings);
}
const comeFrom = (page: Page, address: string) => page.setExtraHTTPHeaders({ "X-Forwarded-For": address });

test("who comes from another country is refused and gets no further; from a permitted one they play, but for a blocked address", async ({
  page,
}) => {
  await set({ ipCheck: true });
  await comeFrom(page, AMERICAN);
  await page.goto(`${house.url}/login`);
  await expect(page.getByText(AMERICAN).first()).toBeVisible();
  await expect(page.getByText(/izin verilen ülkeler/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Giriş yap" })).toHaveCount(0);

  const player = new PlayerPage(page, house.url);
  await comeFrom(page, BLOCKED);
  await player.open(house.url, "/login");
  await player.fillLogin("demo2", "play1234");
  await player.submitLogin();
  await expect(page.getByText(/IP adresi/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);

  await comeFrom(page, TURKISH);
  await player.login(house.url, "demo2");
  await expect(page).toHaveURL(/\/lobby/);
  await expect(page.getByRole("link", { name: /Copper|Canyon/ }).first()).toBeVisible();
});

/** What the app's loader does, and then what a provider's script does: another script by plain address, markup in a frame. */
function load(page: Page) {
  return page.evaluate(async () => {
    interface Factory {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
    }
    const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory };
    try {
      const policy = trustedTypes.createPolicy("reelcast-chat", { createScriptURL: (url: string) => url });
      const script = document.createElement("script");
      script.src = policy.createScriptURL("https://embed.tawk.to/a/b");
      const done = new Promise<string>((resolve) => {
        globalThis.addEventListener("chat-ready", () => resolve("ready"));
        script.addEventListener("error", () => resolve("refused"));
      });
      document.head.append(script);
      return await done;
    } catch (error) {
      return error instanceof TypeError ? "no policy" : "another error";
    }
  });
}

test("a live chat runs while it is on, with the provider's scripts alone, and not at all while it is off", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(/^https:\/\//, (route) => {
    asked.push(route.request().url());
    const body = route.request().url().includes("embed.tawk.to")
      ? `const next = document.createElement("script"); next.src = "https://va.tawk.to/next.js"; document.head.append(next);`
      : `const frame = document.createElement("iframe"); document.body.append(frame);
         frame.contentDocument.body.innerHTML = "<p style='color:red'>chat</p>";
         const evil = document.createElement("script"); evil.src = "https://evil.example/x.js";
         evil.onerror = () => dispatchEvent(new Event("chat-ready")); document.head.append(evil);`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  const player = new PlayerPage(page);
  await set({ liveChat: { enabled: true, provider: "tawk", id: "5ffc08d7c31c9117cb6d5a94/1ero852s6" } });
  await player.open(house.url, "/login");
  expect(await load(page)).toBe("ready");
  expect(asked).toEqual(["https://embed.tawk.to/a/b", "https://va.tawk.to/next.js"]);

  asked.length = 0;
  await set({ liveChat: { enabled: false, provider: "tawk", id: "5ffc08d7c31c9117cb6d5a94/1ero852s6" } });
  await player.open(house.url, "/login");
  expect(await load(page)).toBe("no policy");
  expect(asked).toEqual([]);
});
