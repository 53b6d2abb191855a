/** What journeys of the console begin with: a house whose console is open, and members of its staff. */
import type { Browser, Page } from "@playwright/test";
import { test as journey } from "../fixtures.ts";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";

export const PASSWORD = "lamps that burn at night";
let members = 0;

export interface TestConsole {
  house: TestServer;
  /** The console's address. */
  url: string;
}
interface Size {
  width: number;
  height: number;
}
/** A member in a browser of their own, who has chosen a password by the one-time link and is signed in. */
export interface MemberPage {
  page: Page;
  name: string;
}
interface Fixtures {
  member: (roles: string, size?: Size) => Promise<MemberPage>;
}

/** Adds a member by the command line, who signs in by the one-time link. */
export async function signUp(
  browser: Browser,
  { house, url }: TestConsole,
  roles: string,
  size: Size,
): Promise<MemberPage> {
  members += 1;
  const name = `member${process.pid}x${members}`;
  const { stdout, stderr } = await house.cli("staff", "add", name, roles);
  const [, path] = /(\/link#\S+)/.exec(stdout) ?? [];
  if (path === undefined) throw new Error(`the member could not be added: ${stdout}${stderr}`);
  const context = await browser.newContext({ viewport: size, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("New password (again)").fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/account");
  return { page, name };
}

export const test = journey.extend<Fixtures, { testConsole: TestConsole }>({
  testConsole: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      const house = await TestServer.open({ CONSOLE_PORT: String(port), HAND_PAY_SECONDS: "0" });
      await use({ house, url: `http://localhost:${port}` });
      await house.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  member: async ({ browser, testConsole }, use) => {
    const opened: MemberPage[] = [];
    await use(async (roles, size = { width: 1280, height: 800 }) => {
      const member = await signUp(browser, testConsole, roles, size);
      opened.push(member);
      return member;
    });
    for (const { page } of opened) await page.context().close();
  },
});
export { expect } from "@playwright/test";
