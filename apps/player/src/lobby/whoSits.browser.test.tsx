/** Who sits at a machine, before and after it is known where the player sits. */
import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { MACHINES } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { UNANSWERED, onSocketRequest } from "../testing/scriptedSockets.ts";

const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name }).last();
const inPlay = MACHINES.map((machine): Machine => (machine.id === 2 ? { ...machine, status: "playing" } : machine));
const NAME = MACHINES.find(({ id }) => id === 2)?.name ?? "";

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
