/** The quiet mode: slower, quieter, and a ring around Play that empties towards the player's own limit. */
import type { PlayerLimit } from "@reelcast/contract";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { PROTECTION } from "../testing/answers.ts";
import { keptHere } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { socketRequestsOf } from "../testing/scriptedSockets.ts";
import { loudnessOf } from "../shell/preferences.ts";
import { main, meters, sitDown, turnReels } from "./testing/play.ts";

const QUIET = { stored: { quiet_mode: "true" } };
const limit = (kind: PlayerLimit["kind"], value: number, used: number): PlayerLimit => ({
  kind,
  period: "day",
  value,
  used,
  resetsAt: "2099-01-01T00:00:00.000Z",
  pending: null,
});
const setLimits = (...limits: PlayerLimit[]) => onCall("protection", { ...PROTECTION, limits });
const ring = page.getByRole("img", { name: /limitinizden kalan/ });
beforeEach(turnReels);

it("is a choice in the options, which this browser keeps; the ring comes with it", async () => {
  setLimits(limit("loss", 100_000, 20_000), limit("time", 60, 6));
  await sitDown();
  await expect.element(ring).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Ayarlar" }).click();
  const choice = page.getByRole("switch", { name: "Sakin mod" });
  await expect.element(choice).not.toBeChecked();
  await choice.click();
  await expect.element(choice).toBeChecked();
  expect(keptHere()["quiet_mode"]).toBe("true");
  await expectAccessible("options with the quiet mode", "[role=dialog]");
  await page.getByRole("dialog").getByRole("button", { name: "Kapat", exact: true }).click();
  await expect.element(ring).toHaveAccessibleName("Kayıp limitinizden kalan: ₺800");
  await expectAccessible("the ring of the quiet mode", "main");
});

it("leaves five seconds from the start of a game to the next one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  setLimits();
  await sitDown(QUIET);
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press")).toHaveLength(1);
  meters({ phase: "idle" });
  await expect.element(main()).toBeDisabled();
  await vi.advanceTimersByTimeAsync(4_900);
  await expect.element(main()).toBeDisabled();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(main()).toBeEnabled();
});

it("the ring follows each game, and is that of the limit of which the least is left", async () => {
  setLimits(limit("loss", 10_000, 2_000), limit("time", 60, 6));
  await sitDown(QUIET);
  await expect.element(ring).toHaveAccessibleName("Kayıp limitinizden kalan: ₺80");
  // The session's net goes down from −5.00 to −65.00.
  meters({ net: -6_500 });
  await expect.element(ring).toHaveAccessibleName("Kayıp limitinizden kalan: ₺20");
  meters({ net: 5_000 });
  await expect.element(ring).toHaveAccessibleName("Süre limitinizden kalan: 54 dakika");
});

it("has no ring without a limit of losses or of time", async () => {
  setLimits(limit("deposit", 10_000, 2_000));
  await sitDown(QUIET);
  await expect.element(ring).not.toBeInTheDocument();
});

it("is quieter", () => {
  expect(loudnessOf({ volume: 0.8, quiet: false })).toBe(0.8);
  expect(loudnessOf({ volume: 0.8, quiet: true })).toBeCloseTo(0.24, 10);
});
