/** The login: what it says of what was typed, and of what the server answers. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { openApp } from "../testing/openApp.ts";

it("axe finds nothing on the login", async () => {
  await openApp("/login", { login: null });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible("login");
});
