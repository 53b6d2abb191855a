/** Money, doubt and games in the console of a running house. */
import { PlayerClient } from "../client.ts";
import { PlayerPage } from "../playerPage.ts";
import { expect, test } from "./fixtures.ts";
import { addSecondFactor, consoleCall } from "./secondFactor.ts";

test("a credit above the bound waits for a second person; after the approval the player has it, once", async ({
  page,
  testConsole: { house, url },
  member,
}) => {
  const account = await house.addPlayer();
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await player.go("/lobby");

  const { page: cashier } = await member("cashier");
  await addSecondFactor(cashier);
  await cashier.goto(`${url}/players?search=${account.username}`);
  await cashier.getByRole("link", { name: account.username }).click();
  await cashier.getByRole("button", { name: "Pay in" }).click();
  const form = cashier.getByRole("alertdialog");
  await form.getByRole("textbox", { name: "Amount" }).fill("20,000");
  await form.getByRole("textbox", { name: "Reason" }).fill("won at the tournament");
  await form.getByRole("button", { name: "Pay ₺20,000" }).dblclick();
  await expect(form).toContainText("Waits for a second person");
  await form.getByRole("link", { name: /Request/ }).click();
  // Their own request is not theirs to approve.
  await expect(cashier.getByText("somebody else must approve it")).toBeVisible();
  expect(await PlayerClient.of(house.url, account).balance()).toBe(10_000_00);

  const { page: manager } = await member("manager");
  await addSecondFactor(manager);
  await manager.getByRole("navigation").getByRole("link", { name: "Work queue" }).click();
  const requests = manager.getByRole("region", { name: "Approvals" });
  await requests.getByRole("button", { name: account.username }).click();
  await expect(manager.getByText("₺30,000.00")).toBeVisible();
  await manager.getByRole("button", { name: "Approve ₺20,000" }).click();
  await manager.getByRole("alertdialog").getByRole("button", { name: "Approve ₺20,000" }).click();
  await expect.poll(() => PlayerClient.of(house.url, account).balance()).toBe(30_000_00);
  await expect(manager.getByRole("alertdialog")).toHaveCount(0);
  await expect(requests.getByRole("button", { name: account.username })).toHaveCount(0);
  await expect(page.getByText("30.000").first()).toBeVisible();
});

test("a transfer that was put in doubt on purpose is decided and settled from the queue", async ({
  testConsole: { house },
  member,
}) => {
  const { stdout } = await house.cli("demo", "doubt", "demo1", "--amount", "50.00");
  expect(stdout).toContain("is in doubt");
  const { page } = await member("cashier");
  await addSecondFactor(page);
  await page.getByRole("navigation").getByRole("link", { name: "Work queue" }).click();
  await page.getByRole("region", { name: "Transfers" }).getByRole("button", { name: "demo1" }).click();
  await expect(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
  await page.getByText("It moved the money").click();
  await page.getByRole("textbox", { name: "Reason" }).fill("its meters show it");
  await page.getByRole("button", { name: "Decide: ₺50 moved" }).click();

  // What it moved is in suspense until the machine is settled.
  const suspense = page.getByRole("region", { name: "Money in suspense" });
  await suspense.getByRole("button", { name: "demo1" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("paid out of the machine");
  await page.getByRole("button", { name: "Settle: pay ₺50" }).click();
  await expect(suspense.getByRole("button", { name: "demo1" })).toHaveCount(0);
  const log = (await house.cli("audit", "list", "--limit", "50")).stdout;
  for (const act of ["demo.doubt", "transfer.resolve", "machine.settle"]) expect(log).toContain(act);
});

test("the highest win of the day is found in two steps, and its record is whole", async ({
  testConsole: { house },
  member,
}) => {
  const account = await house.addPlayer();
  const game = await PlayerClient.of(house.url, account).game();
  await game.init(6);
  await game.cashIn(50_000);
  await game.press("play");
  const { page } = await member("viewer");
  await expect
    .poll(async () => JSON.stringify((await consoleCall(page, "/games")).answer), { timeout: 20_000 })
    .toContain(account.username);
  await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
  await page.getByRole("combobox", { name: "Order" }).selectOption("Highest wins");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
  await expect(page.getByText("Intact")).toBeVisible();
  await expect(page.getByText("Does not fit")).toHaveCount(0);
  game.close();
});

test("who only views sees no players and decides nothing", async ({ testConsole: { url }, member }) => {
  const { page } = await member("viewer");
  await page.goto(`${url}/players`);
  await expect(page.getByText("Your roles do not include this screen")).toBeVisible();
  expect((await consoleCall(page, "/players/1")).status).toBe(403);
  const credit = { amount: 100, key: "1c9a5c5e-3d0b-4c53-8d5b-6b5f0b1f2a01", why: "I may not" };
  expect((await consoleCall(page, "/players/1/credit", credit)).status).toBe(403);
});
