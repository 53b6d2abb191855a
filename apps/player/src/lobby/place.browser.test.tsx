/** The lobby and the player's own seat: who sits there, and the way back. */
import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectPath } from "@reelcast/testing/find";
import { MACHINES } from "../testing/answers.ts";
import { PHONE, openApp } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { UNANSWERED, onSocketRequest } from "../testing/scriptedSockets.ts";

const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name }).last();
const inPlay = MACHINES.map((machine): Machine => (machine.id === 2 ? { ...machine, status: "playing" } : machine));
const NAME = MACHINES.find(({ id }) => id === 2)?.name ?? "";
const FREE = "Lantern Street";

it("nobody is called another player before it is known where the player sits", async () => {
  onCall("machines", inPlay);
  onSocketRequest("notifications", "init", UNANSWERED);
  await openApp("/lobby");
  await expect.element(card(NAME)).toMatchTextContent("Oynanıyor");
  await expect.element(card(NAME)).not.toMatchTextContent("Başka bir oyuncu");
});

it("somebody else is, once it is known that the player sits nowhere", async () => {
  onCall("machines", inPlay);
  onSocketRequest("notifications", "init", { session: null });
  await openApp("/lobby");
  await expect.element(card(NAME)).toMatchTextContent("Başka bir oyuncu oynuyor");
});

it("leaving a machine leads back to the place in the lobby: the same brand, and not its top", async () => {
  await openApp("/lobby/1/lodestar", { size: { ...PHONE, height: 400 } });
  const link = card(FREE).getByRole("link");
  await expect.element(link).toBeVisible();
  scrollTo(0, 120);
  await link.click();
  await expectPath(/^\/game\//);
  await page
    .getByRole("button", { name: /^Çıkış/ })
    .first()
    .click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Çıkış ve parayı al/ })
    .click();
  await expectPath(/^\/lobby\/1\/lodestar$/);
  await expect.element(link).toBeVisible();
  // What an end has paid stands above the list, so it is not the same to the pixel.
  await expect.poll(() => scrollY).toBeGreaterThan(0);
  await expect.element(link).toBeInViewport();
});
