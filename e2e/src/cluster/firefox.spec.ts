/** A browser that the app does not run in. */
import { expect, test } from "../fixtures.ts";
import { Firefox, findFirefox } from "../firefox.ts";

test("Firefox is shown which browsers to use", async ({ house }) => {
  const path = findFirefox();
  expect(path, "a Firefox to try with").not.toBeNull();
  const firefox = await Firefox.open(path ?? "");
  try {
    await firefox.goto(`${house.url}/`);
    await expect.poll(() => firefox.text(), { timeout: 30_000 }).toContain("Google Chrome");
    const text = await firefox.text();
    expect(text).toContain("Apple Safari");
    // In the language of the browser, which the system sets.
    expect(text).toMatch(/daha iyi bir deneyim|for a better experience/i);
    expect(text).not.toMatch(/Giriş yap|Log in/);
  } finally {
    await firefox.close();
  }
});
