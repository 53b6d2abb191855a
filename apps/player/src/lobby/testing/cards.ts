/** Finds the cards of the lobby's grid, for the tests of the lobby. */
import type { Machine } from "@reelcast/contract";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { MACHINES } from "../../testing/answers.ts";

/** The cards of the grid; those of the player's own machines above it have no mark. */
export const items = () =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
export const cardOf = (name: string) => items().filter({ hasText: name });
export const topOf = (element: Element) => element.getBoundingClientRect().top;
export const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
/** All machines, one of them with this change. */
export const changed = (id: number, change: Partial<Machine>) =>
  MACHINES.map((machine) => (machine.id === id ? { ...machine, ...change } : machine));
