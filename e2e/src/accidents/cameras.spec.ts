/** Where a picture can't be reached by the address that the house gives to the world. */
import { expect, test } from "@playwright/test";
import { PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

/** Of the networks for documentation: nothing answers there. */
const PUBLIC = ["203.0.113.9", "2001:db8::9"];

test("a player in the house's own network has a picture although its public addresses lead nowhere from there", async ({
  page,
}) => {
  const house = await TestServer.open({ VIDEO_ADDRESS: PUBLIC.join(",") });
  try {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    const answered = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().includes("/whep"),
    );
    await player.sit(3);
    const offered = [...(await (await answered).text()).matchAll(/^a=candidate:(?:\S+ ){4}(\S+)/gm)].map(
      ([, address]) => address,
    );
    for (const address of PUBLIC) expect(offered).toContain(address);
    expect(offered.length).toBeGreaterThan(PUBLIC.length);
  } finally {
    await house.close();
  }
});
