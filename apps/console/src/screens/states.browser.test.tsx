/**
 * Every screen of the console in every state: axe finds nothing in any language and scheme, and nothing stands next to the window.
 * The screens are those of the registry.
 */
import { ErrorCode } from "@reelcast/contract";
import { screenIsThere } from "@reelcast/testing/find";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { forgetFloor } from "../floor/useFloor.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { PHONE, openAt } from "../testing/openConsole.ts";
import { SAMPLES_OF, isShown } from "../testing/screens.ts";
import { HANG, onCall, refuse, setOnline } from "../testing/scriptedServer.ts";
import { SCREENS } from "./registry.ts";
import { resetView } from "./wall/view.ts";

/** Those of members. The wall's session has no frame; its tests are next to it. */
const PATHS = SCREENS.flatMap(({ paths, access }): readonly string[] => (access === "wall" ? [] : paths));

beforeEach(() => {
  forgetFloor();
  resetView();
});

it("the addresses of the screens are those that have a sample", () => {
  expect(PATHS.toSorted()).toEqual(Object.keys(SAMPLES_OF).toSorted());
});

const again = () => page.getByRole("main").getByRole("button", { name: "Try again" });
/** What is shimmering in the place of data is announced as loading. */
const skeletons = () => [...document.querySelectorAll("main [aria-hidden=true][class*=shimmer]")];
const announced = () => skeletons().filter((one) => one.closest("[role=status]")?.textContent?.includes("Loading"));

describe.each(Object.entries(SAMPLES_OF))("%s", (path, { at, reads, answer, shows, empty }) => {
  it("has no accessibility violation with its data, nor on a phone", async () => {
    answer();
    await openAt(at);
    await isShown(shows);
    await expectAccessible(path, "main");
    expect(page.getByRole("main").elements()).toHaveLength(1);
    expect(page.getByRole("heading", { level: 1 }).elements()).toHaveLength(1);
    await page.viewport(PHONE.width, PHONE.height);
    await isShown(shows);
    await expectAccessible(`${path} on a phone`, "main");
  });

  it("without a network keeps what is there, and says so", async () => {
    answer();
    await openAt(at);
    await isShown(shows);
    setOnline(false);
    await expect.element(page.getByText("This device has no network")).toBeVisible();
    await isShown(shows);
    await expectAccessible(`${path}, offline`, "[role=status]:not(main *)");
  });

  describe.each(reads.map((calls) => [calls.join(", "), calls] as const))("waiting for %s", (_, calls) => {
    it("says that it loads", async () => {
      answer();
      for (const call of calls) onCall(call, HANG);
      await openAt(at);
      await screenIsThere();
      await expect.poll(() => skeletons().length).toBeGreaterThan(0);
      expect(announced()).toEqual(skeletons());
      await expectAccessible(`${path}, loading`, "main");
    });

    it("says what was refused, and reads it again on request", async () => {
      answer();
      for (const call of calls) onCall(call, refuse(ErrorCode.NotPermitted));
      await openAt(at);
      await screenIsThere();
      await expect.element(again().first()).toBeVisible();
      await expect.poll(() => skeletons().length).toBe(0);
      await expectAccessible(`${path}, refused`, "main");
      answer();
      for (let left = again().elements().length; left > 0; left = again().elements().length) {
        await again().first().click();
        await expect.poll(() => again().elements().length).toBeLessThan(left);
      }
      await isShown(shows);
    });
  });

  if (!empty) return;
  it("says that there is nothing", async () => {
    answer();
    empty.answer();
    await openAt(at);
    await isShown(empty.says);
    await expectAccessible(`${path}, empty`, "main");
  });
});
