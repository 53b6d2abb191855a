/** Machines in the command palette: found among thousands by name, brand and number, and opened by the keyboard. */
import { expectPath } from "@reelcast/testing/find";
import { startVideoAt } from "@reelcast/testing/video";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { forgetFloor } from "../floor/useFloor.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { meAs } from "../testing/answers.ts";
import { floorOf, recordOf, tileAs } from "../testing/floor.ts";
import { openAt } from "../testing/openConsole.ts";
import { onCall, onRequest, requestsOf } from "../testing/scriptedServer.ts";

const TILES = Array.from({ length: 2_000 }, (_, n) =>
  tileAs(n + 1, n === 1_776 ? "Golden Lantern" : `Machine ${n + 1}`),
);

beforeEach(() => {
  forgetFloor();
  onCall("floor", floorOf(TILES));
});
const field = page.getByRole("combobox", { name: "Search or go to a screen" });
const option = (name: string | RegExp) => page.getByRole("option", { name });
async function openPalette(): Promise<void> {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
}

it("opens a machine of 2,000 by its name, by keys alone, and reads the floor once for all that is typed", async () => {
  onCall("machine", recordOf({ id: 1_777, name: "Golden Lantern" }));
  onCall("machineTimeline", { items: [], newer: "n", older: null });
  onCall("machineTrace", []);
  onCall("floorStills", { stills: [], nextMs: 2_000 });
  onTestFinished(startVideoAt({ onRequest, path: /\/machines\/\d+\/whep/ }));
  await openAt("/account");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openPalette();
  await userEvent.keyboard("golden lan");
  await expect.element(option(/Golden Lantern/)).toMatchTextContent(/Nordlys · 1777 · Free/);
  await expect.element(page.getByText("1 result", { exact: true })).toBeInTheDocument();
  expect(requestsOf("floor")).toHaveLength(1);
  await expectAccessible("palette with a machine", "[role=dialog]");
  await userEvent.keyboard("{Enter}");
  await expectPath("/machine/1777");
});

it("finds by number, the machine of that number first, and by brand; never more than ten", async () => {
  await openAt("/account");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openPalette();
  await userEvent.keyboard("7");
  await expect.element(option(/Nordlys · 7 · Free/)).toHaveAttribute("aria-selected", "true");
  expect(page.getByRole("option").elements()).toHaveLength(10);
  await userEvent.fill(field, "nordlys 1778");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(0);
  await userEvent.fill(field, "lodestar 1778");
  await expect.element(option(/^Machine 1778/)).toBeVisible();
  await userEvent.fill(field, "machine 19");
  await expect.element(option(/^Machine 19/).first()).toBeVisible();
});

it("offers no machines to a member who may not see the floor", async () => {
  onCall("me", { ...meAs(), permissions: [] });
  await openAt("/account");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openPalette();
  await userEvent.keyboard("golden");
  await expect.element(page.getByText("Nothing found", { exact: true }).first()).toBeInTheDocument();
  expect(requestsOf("floor")).toEqual([]);
});
