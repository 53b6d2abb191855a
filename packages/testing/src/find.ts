/** Finding things on the page where roles and names don't reach. */
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { Locator } from "vitest/browser";

/** The element of that CSS selector, once it is there. */
export async function one(selector: string): Promise<Locator> {
  await expect.poll(() => document.querySelector(selector), { message: selector }).not.toBeNull();
  return page.elementLocator(document.querySelector(selector) as Element);
}
/** The heading of the screen, once it is there: then the screen is. */
export async function screenIsThere(): Promise<void> {
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
}
export async function expectPath(path: string | RegExp): Promise<void> {
  await expect.poll(() => location.pathname + location.search + location.hash).toMatch(path);
}
export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}
export const root = (): HTMLElement => document.documentElement;
