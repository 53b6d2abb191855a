/** The floor wall: what waits comes first, filters, keys, pushes, and its states. */
import { ErrorCode } from "@reelcast/contract";
import { expectCount, expectPath } from "@reelcast/testing/find";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { session } from "../../session/store.ts";
import { forgetFloor } from "../../floor/useFloor.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { PASSWORD, WALL_ME } from "../../testing/answers.ts";
import { changesOf, floorOf, tileAs } from "../../testing/floor.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { HANG, onCall, refuse, requestsOf, restoreCall, setOnline } from "../../testing/scriptedServer.ts";
import { closeSockets, isConnected, push, socketRequestsOf } from "../../testing/scriptedSockets.ts";
import { resetView } from "./view.ts";

beforeEach(() => {
  forgetFloor();
  resetView();
  onCall("floor", floorOf());
  onCall("floorStills", { stills: [], nextMs: 2_000 });
});
const link = (name: string | RegExp) => page.getByRole("link", { name });
const names = () =>
  [...document.querySelectorAll("[data-machine]")].map((one) => Number(one.getAttribute("data-machine")));

describe("the wall", () => {
  it("shows what waits for a person first, with words for everything", async () => {
    await openAt("/floor");
    await expect.element(link(/^Copper Canyon, Nordlys, In play, player demo1, credit ₺188.50/)).toBeVisible();
    await expect.element(link(/^Polar Fire, Nordlys, In quarantine, Transfer to decide, for/)).toBeVisible();
    expect(names()).toEqual([5, 3, 6, 4, 1, 2]);
  });

  it("is narrowed by groups, brands and words", async () => {
    await openAt("/floor");
    await page.getByRole("button", { name: /^Needs somebody/ }).click();
    await expect.poll(names).toEqual([5, 3, 6, 4]);
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("combobox", { name: "Brand" }).selectOptions("Lodestar");
    await expect.poll(names).toEqual([6, 4, 2]);
    await userEvent.keyboard("/");
    await userEvent.keyboard("orch");
    await expect.poll(names).toEqual([4]);
    await userEvent.keyboard("x");
    await expect.element(page.getByText("No machine matches")).toBeVisible();
    await expectAccessible("wall, nothing found", "main");
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(names).toHaveLength(6);
  });

  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])("is narrowed by one state on %s, in place of a group", async (_, size) => {
    await openAt("/floor", size ? { size } : {});
    await page.getByRole("button", { name: /^Free/ }).click();
    await expect.poll(names).toEqual([2]);
    const state = page.getByRole("combobox", { name: "State" });
    await state.selectOptions("Tilt (1)");
    await expect.poll(names).toEqual([3]);
    await expectAccessible("wall, one state", "main");
    await state.selectOptions("Bonus (0)");
    await expect.element(page.getByText("No machine matches")).toBeVisible();
    await page.getByRole("button", { name: /^Free/ }).click();
    await expect.poll(names).toEqual([2]);
    await expect.element(state).toHaveDisplayValue("All states");
  });

  it("follows pushes, and reads the floor again after a gap", async () => {
    await openAt("/floor");
    await expect.element(link("Royal Sevens")).toBeVisible();
    await expect.poll(() => isConnected("console")).toBe(true);
    push("console", "floor", changesOf({ id: 2, state: "playing", credit: 500 }));
    await expect.element(link(/^Royal Sevens, Lodestar, In play, credit ₺5/)).toBeVisible();
    const before = requestsOf("floor").length;
    push("console", "floor", { ...changesOf({ id: 2, credit: 700 }), version: 9 });
    await expect.element(link(/credit ₺7/)).toBeVisible();
    await expect.poll(() => requestsOf("floor").length).toBe(before + 1);
  });

  it("reads the floor again where a change came before the first reading, which is older", async () => {
    const first = Promise.withResolvers<void>();
    onCall("floor", async () => {
      await first.promise;
      return floorOf();
    });
    await openAt("/floor");
    await expect.poll(() => isConnected("console")).toBe(true);
    await expect.poll(() => requestsOf("floor").length).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    push("console", "floor", changesOf({ id: 2, state: "playing", credit: 500 }));
    const { version } = changesOf({ id: 2 });
    onCall("floor", { ...floorOf([tileAs(2, "Royal Sevens", { state: "playing", credit: 500 })]), version });
    // Long after a gap would be filled: the reading under way is still the one from before.
    await vi.advanceTimersByTimeAsync(5_000);
    first.resolve();
    await expect.element(link(/^Royal Sevens/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(link(/^Royal Sevens, .*In play, credit ₺5/)).toBeVisible();
  });

  it("of a thousand machines has only those near the window in the document, and arrow keys lead through all", async () => {
    onCall("floor", floorOf(Array.from({ length: 1_000 }, (_, n) => tileAs(n + 1, `Machine ${n + 1}`))));
    await openAt("/floor");
    await expect.element(link(/^Machine 1,/)).toBeVisible();
    expect(names().length).toBeLessThan(150);
    expect(document.querySelector('[data-machine="1"]')?.closest("li")?.getAttribute("aria-setsize")).toBe("1000");
    document.querySelector<HTMLElement>('[data-machine="1"]')?.focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(() => document.activeElement?.getAttribute("data-machine")).toBe("2");
    await userEvent.keyboard("{End}");
    await expect.poll(() => document.activeElement?.getAttribute("data-machine")).toBe("1000");
    await userEvent.keyboard("{Home}");
    await expect.poll(() => document.activeElement?.getAttribute("data-machine")).toBe("1");
  });
});

it("says that the browser keeps its sound silent, until a press lets it begin", async () => {
  let state: AudioContextState = "suspended";
  vi.spyOn(BaseAudioContext.prototype, "state", "get").mockImplementation(() => state);
  let pressed = false;
  vi.spyOn(AudioContext.prototype, "resume").mockImplementation(async function (this: AudioContext) {
    if (!pressed) return;
    state = "running";
    this.dispatchEvent(new Event("statechange"));
  });
  localStorage.setItem("console.wall", JSON.stringify({ sound: true }));
  resetView();
  await openAt("/floor");
  const silent = page.getByText(/The browser blocks the sound/);
  await expect.element(silent).toBeVisible();
  await expectAccessible("wall, silent", "main");
  pressed = true;
  await userEvent.keyboard("{Shift}");
  await expect.element(silent).not.toBeInTheDocument();
  vi.restoreAllMocks();
});

describe("the wall mode", () => {
  const onWall = () => onCall("me", WALL_ME);
  const wall = page.getByRole("heading", { level: 1, name: "Wall mode" });

  it("takes the screen: the member is signed out on it, and only the wall is left", async () => {
    onCall("startWall", () => {
      onWall();
      return { token: "the-wall", expiresAt: WALL_ME.expiresAt };
    });
    await openAt("/floor");
    await page.getByRole("combobox", { name: "Brand" }).selectOptions("Lodestar");
    await userEvent.keyboard("w");
    const question = page.getByRole("alertdialog", { name: "Start wall mode" });
    await expect.element(question.getByText("You are signed out on this screen")).toBeVisible();
    await expectAccessible("question about the wall mode", "[role=alertdialog]");
    await question.getByRole("button", { name: "Start wall mode" }).click();
    await expectPath("/wall");
    await expect.element(wall).toBeInTheDocument();
    expect(session.token()).toBe("the-wall");
    // With the filter of the wall on which it was started.
    await expectCount(page.getByRole("list", { name: "Machines" }).getByRole("listitem"), 3);
    await expectCount(page.getByRole("link"), 0);
    await expect.poll(() => socketRequestsOf("console", "init").at(-1)).toEqual({ topics: ["floor"] });
    await expectAccessible("wall mode");
  });

  it.each(["/floor", "/machine/3", "/account", "/players", "/"])(
    "leads from %s to nothing but the wall",
    async (path) => {
      onWall();
      await openAt(path);
      await expectPath("/wall");
      await expectCount(page.getByRole("list", { name: "Machines" }).getByRole("listitem"), 6);
      await userEvent.keyboard("{Control>}k{/Control}");
      expect(page.getByRole("dialog").elements()).toEqual([]);
      expect(page.getByRole("link").elements()).toEqual([]);
    },
  );

  it("keeps its filter when the page is loaded again, follows pushes, and is ended by a question", async () => {
    onWall();
    await openAt("/wall?state=unreachable");
    await expectCount(page.getByRole("list", { name: "Machines" }).getByRole("listitem"), 1);
    await openAt("/wall?brand=1&group=needed");
    await expectCount(page.getByRole("list", { name: "Machines" }).getByRole("listitem"), 2);
    await expect.poll(() => isConnected("console")).toBe(true);
    push("console", "floor", changesOf({ id: 4, state: "free", need: null }));
    await expectCount(page.getByRole("list", { name: "Machines" }).getByRole("listitem"), 1);
    await page.getByRole("button", { name: "End wall mode" }).click();
    const question = page.getByRole("alertdialog");
    await expectAccessible("end of the wall mode", "[role=alertdialog]");
    await question.getByRole("button", { name: "End wall mode" }).click();
    await expectPath("/sign-in");
    expect(requestsOf("signOut")).toHaveLength(1);
    expect(session.token()).toBeNull();
  });

  it.each([
    ["after its 12 hours", "2026-01-02T03:04:05.000Z", "Its 12 hours are over"],
    ["ended elsewhere", WALL_ME.expiresAt, "It was ended elsewhere"],
  ])("locks %s and says so; who signs in there comes to the floor", async (_, expiresAt, words) => {
    onCall("me", { ...WALL_ME, expiresAt });
    await openAt("/wall");
    await expect.poll(() => isConnected("console")).toBe(true);
    onCall("socketTicket", refuse(ErrorCode.TokenInvalid));
    closeSockets("console", 4401);
    const lock = page.getByRole("dialog", { name: "The wall mode is over" });
    await expect.element(lock.getByText(words)).toBeVisible();
    await expectAccessible("wall, locked", "dialog[open]");
    restoreCall("socketTicket");
    restoreCall("me");
    await lock.getByLabelText("Name", { exact: true }).fill("Ayşe");
    await lock.getByLabelText("Password", { exact: true }).fill(PASSWORD);
    await lock.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectPath("/floor");
  });

  it("has no accessibility violation while it loads, where it is refused, on a phone and without a network", async () => {
    onWall();
    onCall("floor", HANG);
    await openAt("/wall");
    await expect.element(wall).toBeInTheDocument();
    await expectAccessible("wall mode, loading", "main");
    onCall("floor", refuse(ErrorCode.NotPermitted));
    await openAt("/wall", { size: PHONE });
    const again = page.getByRole("button", { name: "Try again" });
    await expect.element(again).toBeVisible();
    await expectAccessible("wall mode, refused", "main");
    onCall("floor", floorOf());
    await again.click();
    await expect.element(page.getByText("Polar Fire").first()).toBeVisible();
    await expectAccessible("wall mode on a phone", "main");
    setOnline(false);
    await expect.element(page.getByText("What is shown may be old")).toBeVisible();
    await expect.element(page.getByText("Polar Fire").first()).toBeVisible();
    await expectAccessible("wall mode, offline", "main");
  });

  it("is not the place of a full session", async () => {
    await openAt("/wall");
    await expectPath("/floor");
  });
});
