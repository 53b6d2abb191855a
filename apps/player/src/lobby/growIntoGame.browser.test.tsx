/** What a press on a card leads to, when another one comes before the browser has begun to move the picture. */
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { growIntoGame } from "./growIntoGame.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function card(): HTMLAnchorElement {
  const link = document.createElement("a");
  link.append(new Image());
  document.body.append(link);
  return link;
}

it("only the newest press opens a game", () => {
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  const updates: (() => unknown)[] = [];
  const start = (update: () => unknown) => {
    updates.push(update);
    return { ready: Promise.resolve(), finished: Promise.resolve() };
  };
  Object.defineProperty(document, "startViewTransition", { configurable: true, value: start });
  onTestFinished(() => void Reflect.deleteProperty(document, "startViewTransition"));
  const opened: string[] = [];
  const press = (name: string, isReady: boolean) => growIntoGame(card(), isReady, () => opened.push(name));
  press("first", true);
  press("second", true);
  // The browser calls both, one after the other.
  for (const update of updates) update();
  expect(opened).toEqual(["second"]);
  press("third", true);
  press("without growth", false);
  updates[2]?.();
  expect(opened).toEqual(["second", "without growth"]);
});
