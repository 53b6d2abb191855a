/** The floor wall and the machine screen on a running house: what staff do is seen by players at once, and stays on record. */
import { PlayerClient } from "../client.ts";
import { PlayerPage } from "../playerPage.ts";
import { expect, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };
const MACHINE = 4;

test("an attendant with a phone takes a machine out of order and back; a player sees it at once, and it is on record", async ({
  page,
  testConsole: { house },
  member,
}) => {
  const account = await house.addPlayer();
  const machines = await PlayerClient.of(house.url, account).machines();
  const name = machines.find(({ id }) => id === MACHINE)?.name ?? "";
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await player.go("/lobby");
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("Boş");

  const { page: phone, name: attendant } = await member("attendant", PHONE);
  await phone.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  const tile = phone.getByRole("link", { name });
  await expect(tile).toBeVisible();
  await tile.click();
  await expect(phone.getByRole("heading", { level: 1, name })).toBeVisible();
  // The live picture.
  await expect(phone.locator("video[data-state=live]")).toBeVisible();

  await phone.getByRole("button", { name: "Take out of order" }).click();
  const question = phone.getByRole("alertdialog");
  await expect(question).toContainText("Nobody can sit down");
  await question.getByRole("textbox").fill("reel 2 is stuck");
  await question.getByRole("button", { name: "Take out of order" }).click();
  await expect(card).toContainText("Arızalı");
  await expect(phone.getByText("reel 2 is stuck").first()).toBeVisible();

  await phone.getByRole("button", { name: "Put back" }).click();
  await question.getByRole("button", { name: "Put back" }).click();
  await expect(card).toContainText("Boş");
  await expect(phone.getByText("Free", { exact: true }).first()).toBeVisible();

  const timeline = phone.getByRole("list", { name: "Timeline" });
  await expect(timeline).toContainText("Taken out of order");
  await expect(timeline).toContainText("Put back");
  await phone.getByRole("button", { name: "Stop watching" }).click();
  await expect
    .poll(async () => (await house.cli("audit", "list", "--target", `machine ${MACHINE}`)).stdout)
    .toContain("machine.watch-ended");
  const { stdout } = await house.cli("audit", "list", "--target", `machine ${MACHINE}`);
  for (const act of ["machine.watch", "machine.out-of-order", "machine.back"]) expect(stdout).toContain(act);
  expect(stdout).toContain(attendant);
  expect(stdout).toContain("reel 2 is stuck");
});

test("a machine in play is paid out when it is taken out of order, and the wall follows", async ({
  testConsole: { house },
  member,
}) => {
  const account = await house.addPlayer();
  const game = await PlayerClient.of(house.url, account).game();
  await game.init(2);
  await game.cashIn(50_000);
  const { page } = await member("attendant");
  await page.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  const tile = page.locator('[data-machine="2"]');
  await expect(tile).toContainText(account.username);
  await expect(tile).toContainText("₺500");
  await tile.click();
  await page.getByRole("button", { name: "Take out of order" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`${account.username} is paid the credit of ₺500`);
  await question.getByRole("textbox").fill("cleaning");
  await question.getByRole("button", { name: "Take out of order" }).click();
  await page.getByRole("link", { name: "To the floor" }).click();
  await expect(tile).not.toContainText(account.username);
  await expect(tile).toContainText("Out of order");
  game.close();
  const { stdout } = await house.cli("machine", "back", "2");
  expect(stdout).toContain("back");
  await expect(tile).toContainText("Free");
});

test("who only views sees the floor and no acts, and the server refuses them", async ({
  testConsole: { url },
  member,
}) => {
  const { page } = await member("viewer");
  await page.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  await page.locator('[data-machine="3"]').click();
  await expect(page.getByRole("heading", { name: "Meters and ledger" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Take out of order" })).toHaveCount(0);
  const status = await page.evaluate(async (address) => {
    const answer = await fetch(`${address}/api/v1/machines/3/out-of-order`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sessionStorage.getItem("console.token")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ reason: "I may not" }),
    });
    return answer.status;
  }, url);
  expect(status).toBe(403);
});
