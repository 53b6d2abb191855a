import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

// The document and the storage of a browser, as far as the look of the app touches them.
const documentRoot = { dataset: {} as Record<string, string>, style: { fontSize: "" }, dir: "", lang: "" };
const hidden: (() => void)[] = [];
afterAll(() => vi.unstubAllGlobals());
vi.stubGlobal("document", {
  documentElement: documentRoot,
  visibilityState: "hidden",
  querySelector: () => null,
  addEventListener: (name: string, run: () => void) => name === "visibilitychange" && hidden.push(run),
});

const house = vi.hoisted(() => ({
  player: undefined as number | undefined,
  theme: null as Record<string, unknown> | null,
  sent: [] as unknown[],
  refuses: false,
  /** What the answer to a save waits for. */
  held: null as Promise<void> | null,
}));
vi.mock("../../auth/loginState.ts", () => ({
  currentLogin: () => (house.player === undefined ? null : { user: { id: house.player } }),
  onLoginChange: () => () => undefined,
}));
vi.mock("@reelcast/ui", () => ({ toast: { error: () => undefined } }));
vi.mock("../../i18n/index.ts", () => ({
  loadTexts: () => Promise.resolve(),
  errorText: String,
  t: String,
}));
vi.mock("../../api/account.ts", () => ({
  accountCall: async (name: string, options?: { body: { theme: Record<string, unknown> } }) => {
    await Promise.resolve();
    if (name === "savePlayerSettings" && options) {
      if (house.refuses) throw new Error("no");
      house.sent.push(options.body.theme);
      house.theme = { ...house.theme, ...options.body.theme };
    }
    const { theme } = house;
    if (name === "savePlayerSettings") await house.held;
    return { theme, shortcuts: [] };
  },
}));
const { DEFAULTS, changeOf, completed, applyTheme, keepTheme, presentTheme } = await import("./theme.ts");
const { changeTheme } = await import("./sync.ts");
const { loadTheme } = await import("./server.ts");
const { browserStore } = await import("../../api/token.ts");

function sit(player?: number): void {
  house.player = player;
  if (player === undefined) browserStore.remove("player");
  else browserStore.set("player", String(player));
  applyTheme();
}
/** What was changed is at the house. */
async function settle(): Promise<void> {
  // The tab is left: what waits is sent at once.
  await vi.waitFor(() => {
    for (const run of hidden) run();
    expect(house.sent.length).toBeGreaterThan(0);
  });
  await new Promise((resolve) => setTimeout(resolve));
}
beforeEach(() => {
  house.theme = null;
  house.sent = [];
  house.refuses = false;
  house.held = null;
  for (const key of ["theme", "theme1", "theme2", "theme3"]) browserStore.remove(key);
  sit();
});

describe("a change", () => {
  it("of the layout brings what belongs to it, as it is at first", () => {
    const chosen = { ...DEFAULTS, layout: "layout1", navbarFolded: true, navbarPosition: "right" } as const;
    expect({ ...chosen, ...changeOf(chosen, { layout: "layout2" }) }).toEqual({ ...DEFAULTS, layout: "layout2" });
    expect(changeOf(DEFAULTS, { layout: "layout1" })).toMatchObject({ layout: "layout1", width: "full" });
  });
  it("of the layout keeps the colours, the direction and the text size", () => {
    const change = changeOf(DEFAULTS, { layout: "layout2" });
    for (const part of ["scheme", "direction", "textSize"]) expect(change).not.toHaveProperty(part);
  });
  it("of the layout takes an option that is named with it", () => {
    expect(changeOf(DEFAULTS, { layout: "layout1", navbarFolded: true, width: "container" })).toMatchObject({
      navbarFolded: true,
      width: "container",
    });
  });
  it("of anything else, or to the layout that is there, is itself alone", () => {
    expect(changeOf(DEFAULTS, { scheme: "ruby" })).toEqual({ scheme: "ruby" });
    expect(changeOf(DEFAULTS, { layout: "layout3" })).toEqual({ layout: "layout3" });
  });
});

it("completes what is kept, and leaves out what is of another kind or unknown", () => {
  expect(completed({ scheme: "ruby" })).toEqual({ ...DEFAULTS, scheme: "ruby" });
  expect(completed({ textSize: "18", navbarFolded: 1, colour: "red" })).toEqual(DEFAULTS);
  for (const nothing of [null, undefined, 3, "dark", []]) expect(completed(nothing)).toEqual(DEFAULTS);
});
it("shows a player's own look, else the guest's, else how it comes; a broken copy is none", () => {
  expect(presentTheme()).toEqual(DEFAULTS);
  keepTheme({ scheme: "ocean", textSize: 20 });
  expect(presentTheme()).toMatchObject({ scheme: "ocean", textSize: 20 });
  expect(documentRoot).toMatchObject({ dataset: { scheme: "ocean" }, style: { fontSize: "125%" } });
  sit(1);
  expect(presentTheme()).toMatchObject({ scheme: "ocean" });
  keepTheme({ scheme: "ruby" });
  expect(presentTheme()).toEqual({ ...DEFAULTS, scheme: "ruby" });
  keepTheme(null);
  expect(presentTheme()).toMatchObject({ scheme: "ocean" });
  browserStore.set("theme1", "{");
  applyTheme();
  expect(presentTheme()).toEqual(DEFAULTS);
});

describe("a player's change", () => {
  const OCEAN = { ...DEFAULTS, scheme: "ocean", layout: "layout2" } as const;
  it("keeps the look that was chosen before the login: the house learns all of it at the first one", async () => {
    keepTheme(OCEAN);
    sit(1);
    await loadTheme();
    expect(presentTheme()).toEqual(OCEAN);
    changeTheme({ textSize: 17 });
    await settle();
    expect(house.sent).toEqual([{ ...OCEAN, textSize: 17 }]);
    expect(presentTheme()).toEqual({ ...OCEAN, textSize: 17 });
    changeTheme({ textSize: 18 });
    await vi.waitFor(() => {
      for (const run of hidden) run();
      expect(house.sent[1]).toEqual({ textSize: 18 });
    });
  });
  it("made before the house has said what it keeps leaves that as it is", async () => {
    keepTheme(OCEAN);
    sit(2);
    house.theme = { scheme: "ruby" };
    const loading = loadTheme();
    changeTheme({ textSize: 17 });
    await loading;
    await settle();
    expect(house.sent).toEqual([{ textSize: 17 }]);
    expect(presentTheme()).toEqual({ ...DEFAULTS, scheme: "ruby", textSize: 17 });
  });
  it("made in another tab is not undone by an answer from before it", async () => {
    sit(3);
    house.theme = { scheme: "ruby" };
    const loading = loadTheme();
    browserStore.set("theme3", JSON.stringify(OCEAN));
    applyTheme();
    await loading;
    expect(presentTheme()).toEqual(OCEAN);
  });
  it("made in another tab is not overwritten by an answer that says what is stored already", async () => {
    const stored = { ...DEFAULTS, scheme: "ruby" } as const;
    sit(3);
    keepTheme(stored);
    house.theme = stored;
    const store = vi.spyOn(browserStore, "set");
    await loadTheme();
    expect(store).not.toHaveBeenCalled();
    store.mockRestore();
    expect(presentTheme()).toEqual(stored);
  });
  it("is not undone by the answer to the one before", async () => {
    sit(1);
    await loadTheme();
    let answer = (): void => undefined;
    house.held = new Promise((resolve) => (answer = resolve));
    changeTheme({ footerHidden: true });
    await settle();
    answer();
    changeTheme({ footerHidden: false });
    for (let turn = 0; turn < 50; turn += 1) {
      expect(presentTheme().footerHidden).toBe(false);
      await Promise.resolve();
    }
    await vi.waitFor(() => {
      for (const run of hidden) run();
      expect(house.theme).toMatchObject({ footerHidden: false });
    });
  });
  it("that is refused brings back what was shown", async () => {
    keepTheme(OCEAN);
    sit(1);
    await loadTheme();
    house.refuses = true;
    changeTheme({ scheme: "ruby" });
    expect(presentTheme().scheme).toBe("ruby");
    await vi.waitFor(() => {
      for (const run of hidden) run();
      expect(presentTheme()).toEqual(OCEAN);
    });
  });
});
