/** Letters of all alphabets: one account in every spelling of its name, searches, and files for a Turkish spreadsheet. */
import { readFile } from "node:fs/promises";
import { expect, test } from "../console/fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const PASSWORD = "şifrem çok uzun ığdır";

test("Şule logs in as ŞULE and as şule on any keyboard, is found by the staff, and gets the money that is meant for ŞULE", async ({
  page,
  testConsole: { house, url },
  member,
}) => {
  // As a Mac types it: letters and marks apart.
  const secret = ["--password", PASSWORD.normalize("NFD")];
  const added = await house.cli(
    "player",
    "add",
    "S\u0327ule",
    "--email",
    "Şule@example.com",
    "--name",
    "Işık",
    ...secret,
  );
  expect(added.code, added.stderr).toBe(0);
  for (const name of ["ŞULE", "şule", "s\u0327ule"]) {
    const again = await house.cli("player", "add", name, "--email", `${name}2@example.com`);
    expect([again.code, again.stderr.trim().split("\n").length], again.stdout).toEqual([2, 1]);
  }
  expect((await house.cli("player", "show", "sule")).code).toBe(2);
  const credit = await house.cli("player", "credit", "ŞULE", "1234.50", "--why", "deposit");
  expect(credit.code, credit.stderr).toBe(0);

  const player = new PlayerPage(page, house.url);
  for (const name of ["ŞULE", "şule@EXAMPLE.com", "S\u0327ULE"]) {
    await player.go("/login");
    await player.fillLogin(name, PASSWORD);
    await player.submitLogin();
    await expect(page).toHaveURL(/\/lobby/);
    await expect(page.getByRole("banner").getByText("₺")).toContainText("1.234,50");
    // It ends in a new load of the login.
    const loaded = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith("/login"));
    await page.goto(`${house.url}/logout`, { waitUntil: "commit" });
    await (await loaded).response();
    await expect(page).toHaveURL(/\/login$/);
  }
  await player.go("/login");
  await player.fillLogin("Şule", PASSWORD);
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);

  // The form for a Turkish spreadsheet, and the other one.
  await player.go("/transactions");
  const download = async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "İndir", exact: true }).click();
    return readFile(await (await downloading).path());
  };
  const turkish = await download();
  expect([...turkish.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [headings = "", row = "", end] = turkish.toString("utf8").slice(1).split("\r\n");
  expect(headings.split(";")).toEqual([
    "İşlem tarihi",
    "Tür",
    "Tutar",
    "Kaynak",
    "Etiket",
    "IP adresi",
    "İşlem sonrası bakiye",
  ]);
  expect(row).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d;[^;]+;1234,50;[^;]+;[^;]*;[^;]*;1234,50$/);
  expect(end).toBe("");
  await page.getByLabel("Dosya biçimi").selectOption("comma");
  expect((await download()).toString("utf8")).toMatch(/\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]+,1234\.50,/);

  const { page: support } = await member("support");
  for (const typed of ["sule", "SULE", "isik", "IŞIK", "s\u0327ule@"]) {
    await support.goto(`${url}/players?search=${encodeURIComponent(typed)}`);
    await expect(support.getByRole("link", { name: "Şule" }), typed).toBeVisible();
  }
});

test("the lobby finds a machine however its name is typed", async ({ page, testConsole: { house } }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer());
  await player.go("/lobby");
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  for (const typed of ["POLAR FİRE", "polar fıre", "pölar  ﬁre"]) {
    await page.getByRole("searchbox").fill(typed);
    await expect(card("Polar Fire"), typed).toBeVisible();
    await expect(card("Royal Sevens"), typed).toHaveCount(0);
  }
});
