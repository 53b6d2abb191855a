/** The screens of the house: staff, rules of play, significant events and health; and which screens each role opens. */
import { type Permission, ROLES, type Role, permissionsOf } from "@reelcast/contract/console";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";
import { PASSWORD, expect, signUp, test } from "./fixtures.ts";
import { addSecondFactor } from "./secondFactor.ts";

const SIZE = { width: 1440, height: 900 };
/** Each screen with its heading and the permission that opens it. */
const SCREENS: readonly (readonly [path: string, heading: string, permission: Permission])[] = [
  ["/floor", "Floor wall", "floor.view"],
  ["/queue", "Work queue", "floor.view"],
  ["/events", "Significant events", "events.see"],
  ["/players", "Players", "player.view"],
  ["/games", "Games", "floor.view"],
  ["/transfers", "Transfers", "floor.view"],
  ["/approvals", "Approvals", "player.view"],
  ["/desk", "Support desk", "chat.answer"],
  ["/health", "Health", "floor.view"],
  ["/audit", "Audit log", "audit.view"],
  ["/play-rules", "Rules of play", "settings.change"],
  ["/staff", "Staff", "staff.manage"],
];

let house: TestServer;
let url: string;
test.beforeAll(async () => {
  const port = await freePort();
  house = await TestServer.open({ CONSOLE_PORT: String(port) });
  url = `http://localhost:${port}`;
});
test.afterAll(() => house.close());

test("a manager adds a member, changes the rules of play, marks an event as seen, and sees the house's health", async ({
  browser,
}) => {
  const { page } = await signUp(browser, { house, url }, "manager", SIZE);
  await addSecondFactor(page);
  await page.goto(`${url}/staff`);
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("alertdialog");
  await form.getByLabel("Name", { exact: true }).fill("Yasemin");
  await form.getByRole("checkbox", { name: "Attendant" }).click();
  await form.getByRole("button", { name: "Add and show the link" }).click();
  const link = await page.getByText(/\/link#/).innerText();
  const context = await browser.newContext({ locale: "en-GB" });
  const added = await context.newPage();
  await added.goto(link);
  await added.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await added.getByLabel("New password (again)").fill(PASSWORD);
  await added.getByRole("button", { name: "Save and sign in" }).click();
  await expect(added.getByText("You are signed in as Yasemin.")).toBeVisible();
  await context.close();

  await page.goto(`${url}/play-rules`);
  await page.getByLabel("Profile of the house").selectOption("GLI-19");
  await page.getByRole("button", { name: "Review the change" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("the licence says so");
  await question.getByRole("button", { name: "Change the rules" }).click();
  await expect(page.getByText("The rules of play were changed.").first()).toBeVisible();

  expect((await house.cli("machine", "out-of-order", "5", "the lamp is dark")).code).toBe(0);
  await page.goto(`${url}/events`);
  await expect(page.getByRole("checkbox", { name: "Machine out of order" })).toBeVisible();
  await page.getByRole("checkbox", { name: "All that are listed and not seen" }).click();
  await page.getByRole("button", { name: /^Mark \d+ events? as seen$/ }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);

  await page.goto(`${url}/health`);
  await expect(page.getByText("1 process runs")).toBeVisible();
  await expect(page.getByText("1 out of order", { exact: false })).toBeVisible();
  const { stdout } = await house.cli("audit", "list", "--limit", "50");
  for (const act of ["staff.add", "settings.play-rules", "events.see"]) expect(stdout).toContain(act);
  await page.context().close();
});

for (const role of ROLES)
  test(`a member with the role ${role} opens its screens and no others`, async ({ browser }) => {
    const { page } = await signUp(browser, { house, url }, role, SIZE);
    // Settings and members need the second factor.
    if (role === "manager") await addSecondFactor(page);
    const mayOpen = permissionsOf([role satisfies Role]);
    for (const [path, heading, permission] of SCREENS) {
      await page.goto(`${url}${path}`);
      const expected = mayOpen.includes(permission) ? heading : "Your roles do not include this screen";
      await expect(page.getByRole("heading", { level: 1, name: expected })).toBeVisible();
      const entry = page.getByRole("navigation").locator(`a[href="${path}"]`);
      await expect(entry).toHaveCount(mayOpen.includes(permission) ? 1 : 0);
    }
    await page.context().close();
  });
