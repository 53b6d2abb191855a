/** The start of the app as it is built and served. What it says of browser, settings and logins is a matter of the component tests. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

test("a token in the address logs in, and is gone from the address before anything is asked for", async ({
  page,
  house,
  account,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const player = new PlayerPage(page);
  const { token } = account;
  await player.open(house.url, `/?token=${token}`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  // The author of the link decides whose account it is: the app says whose.
  await expect(page.getByText(`Test ${account.username} olarak giriş yaptınız`).first()).toBeVisible();
  expect(requests.slice(1).filter((url) => url.includes(token))).toEqual([]);
  // A link can't put somebody else in the place of the player who is logged in.
  await player.open(house.url, `/callback?token=${(await house.addPlayer()).token}`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect(page.getByRole("dialog")).toContainText(account.username);
});

test("what can't be fetched at the start is said in every language, and can be tried again", async ({
  page,
  house,
}) => {
  for (const part of ["**/assets/shell-*.js", "**/assets/index-*.js"]) {
    await page.route(part, (route) => route.abort());
    await page.goto(`${house.url}/login`);
    const words = page.getByRole("alert");
    for (const each of ["Sayfa yüklenemedi", "could not be loaded", "تعذّر تحميل الصفحة"])
      await expect(words).toContainText(each);
    await page.unroute(part);
    await page.getByRole("link", { name: /Yeniden dene/ }).click();
    await expect(page.getByRole("button", { name: "Giriş yap" })).toBeVisible();
  }
});
