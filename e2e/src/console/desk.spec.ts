/** The support desk on a running house: an answer reaches the player at once, and is in the audit log and in its export. */
import { readFile } from "node:fs/promises";
import { PlayerPage } from "../playerPage.ts";
import { expect, test } from "./fixtures.ts";

test("support answers a chat and the player sees it at once; risk finds the act and exports it; others are refused", async ({
  page,
  testConsole: { house, url },
  member,
}) => {
  const account = await house.addPlayer();
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await player.go("/lobby");
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Sohbet/ })
    .click();
  const chat = page.getByRole("dialog", { name: "Sohbet" });
  await chat.getByRole("button", { name: "Destek masası" }).click();
  await chat.getByRole("textbox").fill("Bonusum gelmedi");
  await chat.getByRole("textbox").press("Enter");

  const { page: desk, name: support } = await member("support");
  await desk.goto(`${url}/desk`);
  await desk.getByRole("button", { name: account.username }).click();
  const messages = desk.getByRole("log", { name: "Messages" });
  await expect(messages).toContainText("Bonusum gelmedi");
  const field = desk.getByRole("textbox", { name: `Answer to ${account.username}` });
  await field.fill("Hemen bakıyorum.");
  await field.press("Enter");
  await expect(chat.getByRole("log")).toContainText("Hemen bakıyorum.");
  await expect(messages).toContainText("Read by the player");
  await chat.getByRole("textbox").fill("Teşekkürler");
  await chat.getByRole("textbox").press("Enter");
  await expect(messages).toContainText("Teşekkürler");
  // Support may not read the log.
  await desk.goto(`${url}/audit`);
  await expect(desk.getByText("Your roles do not include this screen")).toBeVisible();

  const { page: risk, name: reader } = await member("risk");
  await risk.goto(`${url}/audit?act=chat.answer`);
  const row = risk.getByRole("row").filter({ hasText: support });
  await expect(row).toContainText("chat.answer");
  await row.getByRole("button", { name: "chat.answer" }).click();
  await expect(risk.getByRole("dialog")).toContainText("Hemen bakıyorum.".length.toString());
  await risk.keyboard.press("Escape");
  const [download] = await Promise.all([
    risk.waitForEvent("download"),
    risk.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain(support);
  expect(csv).not.toContain("house.start");
  const { stdout } = await house.cli("audit", "list", "--act", "audit.export");
  expect(stdout).toContain(reader);
});
