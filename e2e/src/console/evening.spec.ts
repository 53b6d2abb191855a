/**
 * An evening of one house from its first start on: the one-time link makes the first manager, who watches the floor while
 * players play, acts on a machine, on money and on a chat, and finds each act in the audit log.
 */
import type { Page } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { freePort } from "../freePort.ts";
import { DEMO_PASSWORD, PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";
import { PASSWORD, expect, signUp, test } from "./fixtures.ts";
import { codeOf } from "../totp.ts";
import { addSecondFactor, consoleCall } from "./secondFactor.ts";

let house: TestServer;
let url: string;
test.beforeAll(async () => {
  const port = await freePort();
  house = await TestServer.open({ CONSOLE_PORT: String(port), HAND_PAY_SECONDS: "0" });
  url = `http://localhost:${port}`;
});
test.afterAll(() => house.close());

/** Begins a game whenever the machine waits for one, and takes each win. Resolves with the function that ends it after a game. */
async function keepPlaying(name: string, machine: number): Promise<() => Promise<void>> {
  const game = await (await PlayerClient.login(house.url, name)).game();
  await game.init(machine);
  await game.cashIn(50_000);
  const lastGame = Promise.withResolvers<void>();
  let ending = false;
  // A press that crosses a change of the machine is refused; the change brings the next one.
  const press = (control: string) => void game.press(control).catch(() => undefined);
  game.onNotification((_, { phase }) => {
    if (phase === "idle" && ending) lastGame.resolve();
    else if (phase === "idle") press("play");
    else if (phase === "winToTake" || phase === "gamble") press("take");
  });
  press("play");
  return async () => {
    ending = true;
    await lastGame.promise;
    game.close();
  };
}

/** Minor units, of every game of the house. */
async function winsOfAll(page: Page): Promise<number[]> {
  const wins: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { answer } = await consoleCall(page, `/games?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const { items, nextCursor } = answer as { items: { win: number }[]; nextCursor: string | null };
    wins.push(...items.map(({ win }) => win));
    cursor = nextCursor;
  }
  return wins;
}

async function firstManager(page: Page): Promise<void> {
  const [link] = /http:\S+\/link#\S+/.exec(house.output) ?? [];
  await page.goto(link ?? "the start printed no link");
  await page.getByLabel("Name").fill("Maria");
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("New password (again)").fill(PASSWORD);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByRole("button", { name: "Set up an authenticator" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("The six digits of the app").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByRole("button", { name: "I have stored them" }).click();
}

test("a first evening: the floor, a machine, a doubt, a credit, a chat, the highest win, and each act in the log", async ({
  page: phone,
  browser,
}) => {
  // It is eight journeys in one.
  test.setTimeout(300_000);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    // The wall's pictures are shown.
    reducedMotion: "no-preference",
  });
  const page = await context.newPage();
  const goTo = (name: string) => page.getByRole("navigation").getByRole("link", { name }).click();
  await test.step("the printed link makes the first manager, once", async () => {
    await firstManager(page);
    await phone.goto(/http:\S+\/link#\S+/.exec(house.output)?.[0] ?? "");
    await expect(phone.getByText("Bu bağlantı açılmıyor")).toBeVisible();
  });

  const ends = await Promise.all([1, 2, 3].map((n) => keepPlaying(`demo${n}`, n)));
  await test.step("twelve machines on the wall, three in play, and what they show moves", async () => {
    await goTo("Floor wall");
    await expect(page.locator("[data-machine]")).toHaveCount(12);
    for (const machine of [1, 2, 3]) {
      const tile = page.locator(`[data-machine="${machine}"]`);
      await expect(tile).toContainText(`demo${machine}`);
      await expect(tile).toContainText(/In play|Bonus/);
      const still = tile.locator("img.machine-still");
      const [text, picture] = [await tile.innerText(), await still.getAttribute("src")];
      await expect(tile).not.toHaveText(text);
      await expect(still).not.toHaveAttribute("src", picture ?? "");
    }
  });

  await test.step("a machine out of order and back", async () => {
    await page.locator('[data-machine="8"]').click();
    await expect(page.locator("video[data-state=live]")).toBeVisible();
    await page.getByRole("button", { name: "Take out of order" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill("the door lamp is dark");
    await question.getByRole("button", { name: "Take out of order" }).click();
    await page.getByRole("button", { name: "Put back" }).click();
    await question.getByRole("button", { name: "Put back" }).click();
    await expect(page.getByText("Free", { exact: true }).first()).toBeVisible();
  });

  await test.step("a transfer in doubt is decided, and its money settled", async () => {
    await house.cli("demo", "doubt", "demo4", "--amount", "50.00");
    await goTo("Work queue");
    await page.getByRole("region", { name: "Transfers" }).getByRole("button", { name: "demo4" }).click();
    await page.getByText("It moved the money").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("its meters show it");
    await page.getByRole("button", { name: "Decide: ₺50 moved" }).click();
    const suspense = page.getByRole("region", { name: "Money in suspense" });
    await suspense.getByRole("button", { name: "demo4" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("paid out of the machine");
    await page.getByRole("button", { name: "Settle: pay ₺50" }).click();
    await expect(suspense.getByRole("button", { name: "demo4" })).toHaveCount(0);
  });

  let second = "";
  await test.step("a credit that a second person approves", async () => {
    const before = await (await PlayerClient.login(house.url, "demo4")).balance();
    await goTo("Players");
    await page.getByRole("link", { name: "demo4" }).click();
    await page.getByRole("button", { name: "Pay in" }).click();
    const form = page.getByRole("alertdialog");
    await form.getByRole("textbox", { name: "Amount" }).fill("20,000");
    await form.getByRole("textbox", { name: "Reason" }).fill("won at the tournament");
    await form.getByRole("button", { name: "Pay ₺20,000" }).click();
    await expect(form).toContainText("Waits for a second person");
    const { page: other, name } = await signUp(browser, { house, url }, "manager", { width: 1280, height: 800 });
    await addSecondFactor(other);
    await other.getByRole("navigation").getByRole("link", { name: "Work queue" }).click();
    const requests = other.getByRole("region", { name: "Approvals" });
    await requests.getByRole("button", { name: "demo4" }).click();
    await other.getByRole("button", { name: "Approve ₺20,000" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Approve ₺20,000" }).click();
    await expect.poll(async () => (await PlayerClient.login(house.url, "demo4")).balance()).toBe(before + 20_000_00);
    await other.context().close();
    second = name;
    await form.getByRole("button", { name: "Close" }).click();
  });

  await test.step("a chat", async () => {
    const player = new PlayerPage(phone, house.url);
    await player.login(house.url, "demo4", DEMO_PASSWORD);
    await phone
      .getByRole("banner")
      .getByRole("button", { name: /^Sohbet/ })
      .click();
    const chat = phone.getByRole("dialog", { name: "Sohbet" });
    await chat.getByRole("button", { name: "Destek masası" }).click();
    await chat.getByRole("textbox").fill("Param geldi mi?");
    await chat.getByRole("textbox").press("Enter");
    await goTo("Support desk");
    await page.getByRole("button", { name: "demo4" }).click();
    await expect(page.getByRole("log", { name: "Messages" })).toContainText("Param geldi mi?");
    await page.getByRole("textbox", { name: "Answer to demo4" }).fill("Evet, cüzdanınızda.");
    await page.getByRole("textbox", { name: "Answer to demo4" }).press("Enter");
    await expect(chat.getByRole("log")).toContainText("Evet, cüzdanınızda.");
  });

  await test.step("the record of the highest win", async () => {
    await Promise.all(ends.map((end) => end()));
    await goTo("Games");
    await page.getByRole("combobox", { name: "Order" }).selectOption("Highest wins");
    const highest = Math.max(...(await winsOfAll(page)));
    expect(highest).toBeGreaterThan(0);
    const first = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") })
      .first();
    await expect(first).toContainText((highest / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 }));
    await page.getByRole("rowheader").first().getByRole("link").click();
    await expect(page.getByText("Intact")).toBeVisible();
    await expect(page.getByText("Does not fit")).toHaveCount(0);
  });

  await test.step("each of these acts in the audit log", async () => {
    await goTo("Audit log");
    for (const [act, by, target] of [
      ["machine.watch", "Maria", /^machine 8$/],
      ["machine.out-of-order", "Maria", /^machine 8$/],
      ["machine.back", "Maria", /^machine 8$/],
      ["demo.doubt", "", /^player 4$/],
      ["transfer.resolve", "Maria", /^transfer [0-9a-f-]{36}$/],
      ["machine.settle", "Maria", /^machine \d+$/],
      ["approvals.request", "Maria", /^approval \d+$/],
      ["approvals.approve", second, /^approval \d+$/],
      ["chat.answer", "Maria", /^player 4$/],
    ] as const) {
      await page.getByRole("combobox", { name: "Act", exact: true }).fill(act);
      await page.getByRole("combobox", { name: "Act", exact: true }).press("Enter");
      const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: act, exact: true }) });
      const cells = rows.first().getByRole("cell");
      // Number, time, who, target, reason, outcome.
      await expect(cells.nth(2)).toContainText(by);
      await expect(cells.nth(3)).toHaveText(target);
    }
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await expect(page.getByText("The chain is whole")).toBeVisible();
  });
  await context.close();
});
