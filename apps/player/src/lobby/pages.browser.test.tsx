/** The lobby of a house with more machines than one list has: brand after brand, a search by the server, own machines. */
import { ErrorCode } from "@reelcast/contract";
import type { Machine } from "@reelcast/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { MACHINES, NO_ENTRIES, SESSIONS } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";
import { PHONE, goTo, openApp } from "../testing/openApp.ts";
import { HANG, LOST, onCall, refuse, requestsOf, setOnline } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";

const BRANDS = 6;
const OF_BRAND = 100;
const machineOf = (id: number): Machine => {
  const brand = Math.ceil(id / OF_BRAND);
  return {
    ...(MACHINES[0] as Machine),
    id,
    name: `Makine ${String(id).padStart(3, "0")}`,
    brand: { id: brand, name: `Marka ${brand}` },
    status: id % 4 === 0 ? "playing" : "available",
    minBet: 1_000 - (id % OF_BRAND),
    version: 5,
  };
};
const ALL = Array.from({ length: BRANDS * OF_BRAND }, (_, n) => machineOf(n + 1));
const ofBrand = (id: number) => ALL.filter((machine) => Math.ceil(machine.id / OF_BRAND) === id);

const grid = () => [...document.querySelectorAll<HTMLElement>("main li[aria-setsize]")];
const names = () => grid().map((card) => /Makine \d+/.exec(card.textContent)?.[0]);
/** Machines of all brands, as the list says to screen readers. */
const size = () =>
  Number(
    /^(\d+) makine gösteriliyor/.exec(page.getByText(/ makine gösteriliyor$/).elements()[0]?.textContent ?? "")?.[1] ??
      0,
  );
const brandsRead = () => requestsOf("brandLobby").map(({ params }) => Number(params["id"]));
const shownNow = () =>
  [...socketRequestsOf("notifications", "init"), ...socketRequestsOf("notifications", "show")].at(-1) as {
    brands?: number[];
    machines?: number[];
  };
const toEnd = () => scrollTo(0, document.documentElement.scrollHeight);
const endOfPage = () => document.querySelector("main")?.innerText.slice(-100);
/** The end moves away while the first brand and the shelves above the list come. */
const toEndUntil = (isReached: () => boolean) =>
  expect
    .poll(() => {
      toEnd();
      // Where it is never reached, the failure says how far the list came.
      return isReached() || { size: size(), read: brandsRead(), end: endOfPage(), at: scrollY, of: innerHeight };
    })
    .toBe(true);
const search = () => page.getByRole("searchbox");

beforeEach(() => {
  onCall("sessions", NO_ENTRIES);
  onCall("brands", () =>
    Array.from({ length: BRANDS }, (_, n) => ({
      id: n + 1,
      name: `Marka ${n + 1}`,
      image: null,
      jackpot: "",
      machineCount: OF_BRAND,
      freeCount: 75,
    })),
  );
  onCall("machines", ({ query }) => {
    const words = (query["search"] ?? "").toLowerCase();
    const ids = query["ids"]?.split(",").map(Number);
    const fits = ALL.filter(
      ({ id, name }) => (ids === undefined || ids.includes(id)) && name.toLowerCase().includes(words),
    );
    return fits.slice(0, Number(query["limit"] ?? fits.length));
  });
  onCall("brandLobby", ({ params }) => ofBrand(Number(params["id"])));
  onSocketRequest("notifications", "show", { statuses: [] });
});

it("shows the first brand, and each other one when the player comes to it; all of them can be reached", async () => {
  await openApp("/lobby");
  await expect.poll(() => names()[0]).toBe("Makine 001");
  await expect.poll(brandsRead).toContain(1);
  await expectAccessible("lobby of a large house", "main");
  expect(brandsRead()).not.toContain(5);
  await expect
    .poll(
      () => {
        toEnd();
        return size();
      },
      { timeout: 10_000 },
    )
    .toBe(ALL.length);
  await expect.poll(() => names().includes("Makine 600")).toBe(true);
  expect(new Set(brandsRead()).size).toBe(BRANDS);
});

it("reads the next brand also where a busy browser reports in one call that the end was far and is near", async () => {
  const late: IntersectionObserverEntry[] = [];
  class LateObserver extends IntersectionObserver {
    constructor(onChange: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, observer) => {
        late.push(...entries);
        if (entries.at(-1)?.isIntersecting === true) onChange(late.splice(0), observer);
      }, options);
    }
  }
  vi.stubGlobal("IntersectionObserver", LateObserver);
  try {
    await openApp("/lobby");
    await expect.poll(() => shownNow().brands).toEqual([1]);
    await expect.poll(() => late.at(-1)?.isIntersecting).toBe(false);
    await toEndUntil(() => size() > OF_BRAND);
  } finally {
    vi.unstubAllGlobals();
  }
});

it("an open brand is read alone, and its chip counts what is shown", async () => {
  await openApp("/lobby/4/marka-4");
  await expect.poll(size).toBe(OF_BRAND);
  await expect.poll(() => names()[0]).toBe("Makine 301");
  expect(new Set(brandsRead())).toEqual(new Set([4]));
  await page.getByRole("link", { name: "Marka 4, 75 boş makine" }).click();
  await expectPath(/^\/lobby$/);
  await expect.poll(() => names()[0]).toBe("Makine 001");
});

it("searches all machines of the house", async () => {
  await openApp("/lobby");
  await expect.poll(size).toBeGreaterThan(0);
  await search().fill("makine 59");
  await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, n) => `Makine ${590 + n}`));
  expect(requestsOf("machines").map(({ query }) => query["search"])).toContain("makine 59");
  expect(brandsRead()).not.toContain(6);
  await search().fill("no such machine");
  await expect.element(page.getByRole("heading", { name: "Eşleşen makine yok" })).toBeVisible();
  await search().fill("makine");
  await expect.element(page.getByText("İlk 500 makine gösteriliyor")).toBeVisible();
  onCall("machines", refuse(ErrorCode.NotPermitted));
  await search().fill("makine 60");
  await expect.element(page.getByRole("heading", { name: "Makineler yüklenemedi" })).toBeVisible();
});

it("knows the player's own machines, wherever they stand", async () => {
  const [session] = SESSIONS.items;
  if (!session) throw new Error("no session");
  onCall("sessions", { ...SESSIONS, items: [{ ...session, machineId: 555 }] });
  onCall("playerSettings", { theme: null, shortcuts: [], favourites: [444, 333] });
  await openApp("/lobby");
  const texts = () =>
    page
      .getByRole("region", { name: "Son oynadıklarınız ve favorileriniz" })
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => /Makine \d+/.exec(textContent)?.[0]);
  await expect.poll(texts).toEqual(["Makine 555", "Makine 444", "Makine 333"]);
  await page.getByRole("button", { name: "Favoriler", exact: true }).click();
  await expect.poll(names).toEqual(["Makine 333", "Makine 444"]);
});

it("sorts within each brand, and says so", async () => {
  await openApp("/lobby");
  await expect.poll(size).toBeGreaterThan(0);
  await page.getByLabelText("Sırala").selectOptions("Önce düşük bahis");
  await expect.poll(() => names()[0]).toBe("Makine 099");
  await expect.element(page.getByText("Sıralama her markanın kendi içindedir.")).toBeVisible();
  await page.getByLabelText("Sırala").selectOptions("Önce boşlar");
  await expect.poll(() => names()[0]).toBe("Makine 001");
  expect(names().slice(0, 6)).not.toContain("Makine 004");
});

it("sorts a brand by what a refresh has read", async () => {
  await openApp("/lobby");
  await expect.poll(size).toBeGreaterThan(0);
  await page.getByLabelText("Sırala").selectOptions("Önce boşlar");
  await expect.poll(() => names()[0]).toBe("Makine 001");
  onCall("brandLobby", ({ params }) =>
    ofBrand(Number(params["id"])).map((machine) => (machine.id === 1 ? { ...machine, status: "playing" } : machine)),
  );
  await page.getByRole("button", { name: "Listeyi yenile" }).click();
  await expect.poll(() => names()[0]).toBe("Makine 002");
});

it("sorts what is found, and the favourites", async () => {
  onCall("playerSettings", { theme: null, shortcuts: [], favourites: [101, 202, 303] });
  await openApp("/lobby");
  await expect.poll(size).toBeGreaterThan(0);
  await page.getByLabelText("Sırala").selectOptions("Önce düşük bahis");
  await search().fill("makine 59");
  await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, n) => `Makine ${599 - n}`));
  await search().fill("");
  await page.getByRole("button", { name: "Favoriler", exact: true }).click();
  await expect.poll(names).toEqual(["Makine 101", "Makine 202", "Makine 303"]);
});

it("says nothing of a search that is over while the next one is on its way", async () => {
  await openApp("/lobby");
  await search().fill("makine");
  const note = page.getByText("İlk 500 makine gösteriliyor");
  await expect.element(note).toBeVisible();
  onCall("machines", HANG);
  await search().fill("no such machine");
  await expect.element(page.getByRole("group", { name: "Yükleniyor" }).first()).toBeVisible();
  expect(note.elements()).toEqual([]);
});

it("does not read an open brand before it is known how the house is read, and shows its chip", async () => {
  onCall("machines", HANG);
  await openApp("/lobby/6/marka-6", { size: PHONE });
  const chip = page.getByRole("link", { name: "Marka 6, 75 boş makine" });
  await expect.element(chip).toHaveAttribute("aria-current");
  // Letters that come later may make the row a little longer.
  await expect.poll(() => chip.element().getBoundingClientRect().left).toBeLessThan(PHONE.width - 60);
  expect(brandsRead()).toEqual([]);
});

describe("a house that shrinks", () => {
  const shrink = () => {
    const few = ALL.slice(0, 300);
    onCall("brands", () =>
      [1, 2, 3].map((id) => ({
        id,
        name: `Marka ${id}`,
        image: null,
        jackpot: "",
        machineCount: OF_BRAND,
        freeCount: 75,
      })),
    );
    onCall("machines", ({ query }) => few.slice(0, Number(query["limit"] ?? few.length)));
    onCall("brandLobby", ({ params }) =>
      few.filter((machine) => Math.ceil(machine.id / OF_BRAND) === Number(params["id"])),
    );
  };
  const listsRead = () => requestsOf("machines").filter(({ query }) => query["limit"] === "501").length;

  it("is shown as one list, sorted as chosen, with the statuses of all", async () => {
    await openApp("/lobby", { settings: { lobbyRefreshSeconds: 1 } });
    await expect.poll(() => shownNow().brands).toEqual([1]);
    await page.getByLabelText("Sırala").selectOptions("Önce düşük bahis");
    await expect.poll(() => names()[0]).toBe("Makine 099");
    shrink();
    await expect.poll(size).toBe(300);
    await expect.poll(() => names().slice(0, 3)).toEqual(["Makine 099", "Makine 098", "Makine 097"]);
    await expect.poll(() => shownNow()).toEqual({});
    push("notifications", "machine", { id: 97, status: "bonus" });
    await expect.poll(() => grid()[2]?.textContent).toContain("Bonusta");
  });

  it("is asked for no more often than a few times while its list still has too many", async () => {
    await openApp("/lobby", { settings: { lobbyRefreshSeconds: 1 } });
    await expect.poll(() => shownNow().brands).toEqual([1]);
    const before = listsRead();
    shrink();
    onCall("machines", ({ query }) => ALL.slice(0, Number(query["limit"] ?? 0)));
    const brandsSince = requestsOf("brands").length;
    await expect.poll(() => requestsOf("brands").length - brandsSince).toBeGreaterThan(5);
    expect(listsRead() - before).toBe(3);
  });
});

describe("the notification socket", () => {
  it("gets what is shown, answers with what it is, and gets it again after each connection", async () => {
    onCall("playerSettings", { theme: null, shortcuts: [], favourites: [444] });
    onSocketRequest("notifications", "show", ({ brands }) => ({
      statuses: brands.includes(1) ? [{ id: 1, status: "bonus" as const, version: 6 }] : [],
    }));
    await openApp("/lobby");
    await expect.poll(() => shownNow()).toEqual({ brands: [1], machines: [444] });
    await expect.poll(() => grid()[0]?.textContent).toContain("Bonusta");
    push("notifications", "machine", { id: 2, status: "waiting", version: 8 });
    await expect.poll(() => grid()[1]?.textContent).toContain("Bekliyor");
    // What was sent before, and comes later.
    push("notifications", "machine", { id: 2, status: "available", version: 7 });
    push("notifications", "machine", { id: 3, status: "error", version: 6 });
    await expect.poll(() => grid()[2]?.textContent).toContain("Arızalı");
    expect(grid()[1]?.textContent).toContain("Bekliyor");

    await expect.poll(() => isConnected("notifications")).toBe(true);
    onSocketRequest("notifications", "init", { statuses: [{ id: 2, status: "available", version: 9 }] });
    closeSockets("notifications");
    await expect
      .poll(() => socketRequestsOf("notifications", "init").at(-1))
      .toMatchObject({
        shown: { brands: [1], machines: [444] },
      });
    await expect.poll(() => grid()[1]?.textContent).toContain("Boş");
  });

  it("follows the player's own machines alone once the lobby is left, and an older server's refusal changes nothing", async () => {
    onCall("playerSettings", { theme: null, shortcuts: [], favourites: [444] });
    onSocketRequest("notifications", "show", refuse(ErrorCode.NotFound));
    await openApp("/lobby");
    await expect.poll(() => shownNow().brands).toEqual([1]);
    push("notifications", "machine", { id: 1, status: "playing" });
    await expect.poll(() => grid()[0]?.textContent).toContain("Oynanıyor");
    goTo("/rules");
    await expect.poll(() => shownNow()).toEqual({ brands: [], machines: [444] });
  });
});

describe("a brand that does not come", () => {
  it("is asked for again by the player", async () => {
    onCall("brandLobby", ({ params }) =>
      params["id"] === "2" ? refuse(ErrorCode.NotFound) : ofBrand(Number(params["id"])),
    );
    await openApp("/lobby");
    await expect.poll(() => names()[0]).toBe("Makine 001");
    await toEndUntil(() => page.getByText("Diğer makineler yüklenemedi.").elements().length > 0);
    await expect.element(page.getByText("Diğer makineler yüklenemedi.")).toBeVisible();
    expect(size()).toBe(OF_BRAND);
    onCall("brandLobby", ({ params }) => ofBrand(Number(params["id"])));
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await expect.poll(size).toBeGreaterThan(OF_BRAND);
  });

  it("is waited for without a network", async () => {
    await openApp("/lobby");
    await expect.poll(() => names()[0]).toBe("Makine 001");
    onCall("brandLobby", LOST);
    setOnline(false);
    await toEndUntil(() => document.querySelector("main [aria-busy=true]") !== null);
    expect(size()).toBeGreaterThanOrEqual(OF_BRAND);
  });
});
