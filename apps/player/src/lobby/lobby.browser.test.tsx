/** The lobby: brands, filters, reservations, jackpots, pictures that don't come, and a list that is refreshed. */
import { ErrorCode } from "@reelcast/contract";
import type { Brand, Machine } from "@reelcast/contract";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { MACHINES, NO_ENTRIES, SESSIONS } from "../testing/answers.ts";
import { expectCount, expectPath } from "@reelcast/testing/find";
import { PHONE, goTo, keptHere, openApp } from "../testing/openApp.ts";
import { LOST, onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push } from "../testing/scriptedSockets.ts";

/** The cards of the grid; those of the player's own machines above it have no mark. */
const items = () =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
const cards = () => items().getByRole("link");
const cardOf = (name: string) => items().filter({ hasText: name });
const brand = () => page.getByRole("navigation", { name: "Markalar" }).getByRole("link").first();
const jackpots = () => page.getByRole("region", { name: "Jackpotlar" });
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const changed = (id: number, change: Partial<Machine>) =>
  MACHINES.map((machine) => (machine.id === id ? { ...machine, ...change } : machine));
const own = () => page.getByRole("region", { name: "Son oynadıklarınız ve favorileriniz" });
/** Of the strip above the grid. */
const ownNames = () =>
  own()
    .getByRole("listitem")
    .elements()
    .map((tile) => tile.querySelector(".font-semibold")?.textContent);
const RESERVED = changed(3, { reservation: { mine: false } });

it("while the house takes no new games the lobby says so, and what is still possible", async () => {
  onSocketRequest("notifications", "init", () => ({ session: null, newPlay: false }));
  await openApp("/lobby");
  const notice = page.getByText("Şu anda yeni oyun, para aktarma ve makineye oturma yapılamıyor.");
  await expect.element(notice).toBeVisible();
  await expectAccessible("lobby, no new play", "main");
  push("notifications", "house", { newPlay: true });
  await expect.element(notice).not.toBeInTheDocument();
  push("notifications", "house", { newPlay: false });
  await expect.element(notice).toBeVisible();
});

it("a brand shows its machines, asked for alone, and its jackpots; choosing it again shows all", async () => {
  await openApp("/lobby");
  await expectCount(items(), 4);
  await brand().click();
  await expectPath(/^\/lobby\/1\/lodestar$/);
  await expectCount(items(), 2);
  await expect.poll(() => requestsOf("brandLobby").map(({ params }) => params["id"])).toEqual(["1"]);
  await expect.element(brand()).toHaveAttribute("aria-current");
  await expect.element(jackpots().getByRole("term").first()).toBeVisible();
  await brand().click();
  await expectPath(/^\/lobby$/);
  await expectCount(items(), 4);
});

const topOf = (element: Element) => element.getBoundingClientRect().top;
describe("machines stand under a heading for each brand", () => {
  const group = (name: string) => page.getByRole("group", { name, exact: true });

  it("with its free machines and its jackpots, and a chosen brand alone; a brand without a match has none", async () => {
    await openApp("/lobby");
    await expectCount(items(), 4);
    await expect
      .poll(() =>
        page
          .getByRole("main")
          .getByRole("heading", { level: 2 })
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(["Lodestar", "Orchard"]);
    await expect.element(group("Lodestar")).toMatchTextContent("1 boş makine");
    await expect.element(group("Lodestar")).toMatchTextContent("₺12.345,00");
    const places = () =>
      group("Orchard")
        .getByRole("listitem")
        .filter({ has: page.getByRole("button") })
        .elements()
        .map((item) => [item.ariaPosInSet, item.ariaSetSize]);
    await expect.poll(places).toEqual([
      ["1", "2"],
      ["2", "2"],
    ]);
    await expect.poll(() => isConnected("jackpots")).toBe(true);
    push("jackpots", "jackpot", { id: 1, name: "Harbour Light", amount: 1_240_000 });
    await expect.element(group("Lodestar")).toMatchTextContent("₺12.400,00");
    await expectAccessible("lobby with headings", "main");
    await brand().click();
    await expect.element(group("Orchard")).not.toBeInTheDocument();
    await expect.element(group("Lodestar")).toBeInTheDocument();
    await brand().click();
    await page.getByRole("searchbox").fill("orchard");
    await expect.element(group("Lodestar")).not.toBeInTheDocument();
    await expectCount(items(), 2);
  });

  it("on a phone the first of them is within 40 % of the height, with the filters in the row of the search", async () => {
    const [session] = SESSIONS.items;
    if (!session) throw new Error("no session");
    onCall("sessions", { ...SESSIONS, items: [{ ...session, machineId: 3 }] });
    const sizes = [PHONE, { width: 360, height: 640 }];
    for (const language of ["tr", "en", "ar"] as const)
      for (const size of sizes) {
        await openApp("/lobby", { size, language });
        await expectCount(items(), 4);
        const name = `${language} ${size.width}`;
        const field = page.getByRole("searchbox").element();
        await expect.poll(() => document.querySelectorAll(".own-picture").length).toBe(1);
        await expect.poll(() => topOf(items().first().element())).toBeLessThanOrEqual(size.height * 0.4);
        for (const control of [page.getByRole("combobox"), page.getByRole("button", { pressed: false }).first()])
          expect(topOf(control.element()) - topOf(field), name).toBeLessThan(20);
        expect(field.clientWidth, name).toBeGreaterThan(120);
      }
  });
});

it("a wrong name in the address is corrected, a wrong brand leads to all machines with a message", async () => {
  await openApp("/lobby/1/something-else");
  await expectPath(/^\/lobby\/1\/lodestar$/);
  await openApp("/lobby/999/lodestar");
  await expectPath(/^\/lobby$/);
  await said("Bu lobi artık yok");
});

it("machines are filtered by name and by being free; an empty result names the filter", async () => {
  await openApp("/lobby");
  // One is played, one is out of order: neither can be joined.
  await expect.element(cardOf("Golden Harbour")).toMatchTextContent("Başka bir oyuncu");
  await expectCount(cards(), 2);
  await page.getByRole("button", { name: "Şimdi boş" }).click();
  await expectCount(items(), 2);
  await page.getByRole("searchbox").fill("no such machine");
  await expect.element(page.getByRole("heading", { name: "Eşleşen makine yok" })).toBeVisible();
  await page.getByRole("button", { name: "Filtreleri kaldır" }).click();
  await expectCount(items(), 4);
});

describe("a machine that is kept for somebody else", () => {
  it("is shown as such, and can't be joined by an address either", async () => {
    onCall("machines", RESERVED);
    await openApp("/lobby", { settings: { hideReserved: false } });
    await expect.element(cardOf("Orchard Gold")).toMatchTextContent("Ayrılmış");
    await expectCount(cards(), 1);
    onSocketRequest("game", "init", refuse(ErrorCode.MachineReserved));
    goTo("/game/3/orchard-gold");
    await expectPath(/^\/lobby$/);
    await said(/başka bir oyuncu/);
  });

  it("is hidden where the house hides them", async () => {
    onCall("machines", RESERVED);
    await openApp("/lobby", { settings: { hideReserved: true } });
    await expectCount(items(), 3);
  });

  it("is hidden among the player's own machines too, unless the player sits there", async () => {
    const [session] = SESSIONS.items;
    if (!session) throw new Error("no session");
    onCall("sessions", { ...SESSIONS, items: [{ ...session, machineId: 3 }] });
    onCall("playerSettings", { theme: null, shortcuts: [], favourites: [3, 1] });
    onCall("machines", RESERVED);
    await openApp("/lobby", { settings: { hideReserved: true } });
    await expect.poll(ownNames).toEqual(["Lantern Street"]);
    await expect.poll(() => isConnected("notifications")).toBe(true);
    push("notifications", "session", {
      status: "changed",
      id: 3,
      name: "Orchard Gold",
      machine_status: "playing",
      session: "s",
      credit: 500,
    });
    await expect.poll(ownNames).toEqual(["Orchard Gold", "Lantern Street"]);
    await expectCount(items(), 4);
  });
});

it("a picture that does not come is replaced by the brand's, and large letters have room in their cards", async () => {
  onCall(
    "machines",
    MACHINES.map((machine) => ({ ...machine, image: "data:image/png;base64,AAAA" })),
  );
  await openApp("/lobby");
  await expect.poll(() => document.querySelector("main li img")?.getAttribute("src")).toMatch(/^data:image\/svg/);
  document.documentElement.style.fontSize = "150%";
  await expect
    .poll(() =>
      cards()
        .elements()
        .filter((card) => card.scrollHeight > card.clientHeight),
    )
    .toEqual([]);
  document.documentElement.style.removeProperty("font-size");
});

interface SavedSettings {
  favourites?: number[];
  favouritesChange?: { add?: number[]; remove?: number[] };
}

describe("the player's own machines", () => {
  const star = (name: string) => page.getByRole("button", { name: `Favori: ${name}` });

  it("those played lately, each once, and the marked ones, newest first", async () => {
    const [session] = SESSIONS.items;
    if (!session) throw new Error("no session");
    const played = [3, 1, 3, 99, 2].map((machineId, n) => ({ ...session, id: `session-${n}`, machineId }));
    onCall("sessions", { ...SESSIONS, items: played });
    await openApp("/lobby");
    await expect.poll(ownNames).toEqual(["Orchard Gold", "Lantern Street", "Golden Harbour"]);
    await expect.element(own()).toMatchTextContent("Golden HarbourOynanıyor");
    await star("Night Garden").click();
    await star("Lantern Street").click();
    await expect.element(star("Lantern Street")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(ownNames).toEqual(["Orchard Gold", "Lantern Street", "Golden Harbour", "Night Garden"]);
    await expect
      .poll(() => requestsOf("savePlayerSettings").map(({ body }) => body))
      .toEqual([{ favouritesChange: { add: [4] } }, { favouritesChange: { add: [1] } }]);
    await expectAccessible("lobby with own machines", "main");

    // The same login elsewhere, or later.
    await openApp("/lobby", { stored: keptHere() });
    await expect.poll(() => ownNames().length).toBe(4);
    await page.getByRole("button", { name: "Favoriler", exact: true }).click();
    await expectCount(items(), 2);
    await star("Night Garden").click();
    await expectCount(items(), 1);
    await star("Lantern Street").click();
    await expect.element(page.getByRole("heading", { name: "Eşleşen makine yok" })).toBeVisible();
    await page.getByRole("button", { name: "Filtreleri kaldır" }).click();
    await expectCount(items(), 4);
  });

  it("have no place while there are none, at 320 px too; a mark that can't be stored is taken back", async () => {
    onCall("sessions", NO_ENTRIES);
    await openApp("/lobby", { size: { width: 320, height: 640 } });
    await expectCount(items(), 4);
    await expect.element(own()).not.toBeInTheDocument();
    await expectAccessible("lobby without own machines");
    onCall("savePlayerSettings", refuse(ErrorCode.ServiceUnavailable));
    await star("Lantern Street").click();
    await said(/Salonla bağlantı yeniden kuruluyor/);
    await expect.element(star("Lantern Street")).toHaveAttribute("aria-pressed", "false");
  });

  it("a mark adds to what the server has: in a new browser before it has answered, and after another window's", async () => {
    let kept = [2, 3];
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const answerOf = () => ({ theme: null, shortcuts: [], favourites: kept });
    onCall("playerSettings", () => held.then(answerOf));
    onCall("savePlayerSettings", async ({ body }) => {
      const { add = [], remove = [] } = (body as SavedSettings).favouritesChange ?? {};
      kept = [...add, ...kept].filter((id) => !remove.includes(id));
      return answerOf();
    });
    await openApp("/lobby");
    await star("Night Garden").click();
    await expect.element(star("Golden Harbour")).toHaveAttribute("aria-pressed", "true");
    expect(kept).toEqual([4, 2, 3]);
    answer();
    kept = [3, 4];
    await star("Lantern Street").click();
    await expect.poll(() => kept).toEqual([1, 3, 4]);
    await expect.element(star("Golden Harbour")).toHaveAttribute("aria-pressed", "false");
    await star("Night Garden").click();
    await expect.poll(() => kept).toEqual([1, 3]);
    expect(requestsOf("savePlayerSettings").at(-1)?.body).toEqual({ favouritesChange: { remove: [4] } });
  });

  it("a mark is saved with the whole list where the server takes no single marks", async () => {
    let kept = [2, 3];
    onCall("savePlayerSettings", ({ body }) => {
      kept = (body as SavedSettings).favourites ?? kept;
      return { theme: null, shortcuts: [], favourites: kept };
    });
    await openApp("/lobby");
    await star("Night Garden").click();
    await expect.poll(() => kept).toEqual([4, 2, 3]);
    await expect.element(star("Golden Harbour")).toHaveAttribute("aria-pressed", "true");
    await star("Golden Harbour").click();
    await expect.poll(() => kept).toEqual([4, 3]);
  });
});

it("machines are searched by brand and game, and sorted; the order stays while statuses change", async () => {
  const games = ["classic", "video", "video", "fruit"];
  onCall(
    "machines",
    MACHINES.map((machine, n) => ({ ...machine, game: games[n], minBet: 400 - n * 100 })),
  );
  await openApp("/lobby");
  const names = () =>
    items()
      .elements()
      .map((item) => item.textContent.split("\n")[0]);
  await page.getByRole("searchbox").fill("orchard");
  await expect.poll(names).toEqual(["Orchard Gold", "Night Garden"]);
  await page.getByRole("searchbox").fill("VİDEO lode");
  await expect.poll(names).toEqual(["Golden Harbour"]);
  await page.getByRole("searchbox").fill("");
  await page.getByLabelText("Sırala").selectOptions("Önce düşük bahis");
  await expect.poll(names).toEqual(["Golden Harbour", "Lantern Street", "Night Garden", "Orchard Gold"]);
  await expect.element(page.getByText("Sıralama her markanın kendi içindedir.")).toBeVisible();
  await page.getByLabelText("Sırala").selectOptions("Önce boşlar");
  await expect.poll(names).toEqual(["Lantern Street", "Golden Harbour", "Orchard Gold", "Night Garden"]);
  push("notifications", "machine", { id: 1, status: "playing" });
  await expect.element(cardOf("Lantern Street")).toMatchTextContent("Oynanıyor");
  expect(names()[0]).toBe("Lantern Street");
  onCall(
    "machines",
    changed(2, { status: "available" }).map((one) => (one.id === 1 ? { ...one, status: "playing" } : one)),
  );
  await page.getByRole("button", { name: "Listeyi yenile" }).click();
  await expect.poll(() => names()[0]).toBe("Golden Harbour");
});

it("a refreshed list is sorted by what the refresh has read, also if nothing was pushed before", async () => {
  onCall("machines", [...MACHINES]);
  await openApp("/lobby");
  await page.getByLabelText("Sırala").selectOptions("Önce boşlar");
  await expect.poll(() => items().first().element().textContent).toContain("Lantern Street");
  onCall(
    "machines",
    changed(2, { status: "available" }).map((one) => (one.id === 1 ? { ...one, status: "playing" } : one)),
  );
  await page.getByRole("button", { name: "Listeyi yenile" }).click();
  await expect.poll(() => items().first().element().textContent).toContain("Golden Harbour");
});

it("a machine in play shows its reels while its card is in sight, and its own picture otherwise", async () => {
  const REELS = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
  onCall("stills", ({ query }) => ({
    stills: query["machines"] === "2" ? [{ id: 2, version: 7, image: REELS }] : [{ id: 2, version: 7 }],
    nextMs: 100,
  }));
  // In these tests the browser is set to less motion.
  const query = "(prefers-reduced-motion: reduce)";
  const real = matchMedia.bind(globalThis);
  vi.spyOn(globalThis, "matchMedia").mockImplementation((asked) =>
    asked === query ? (Object.assign(new EventTarget(), { matches: false }) as never) : real(asked),
  );
  await openApp("/lobby");
  const reels = () => document.querySelector<HTMLImageElement>("img.machine-still");
  await expect.poll(() => reels()?.src).toBe(REELS);
  expect(reels()?.closest("li")?.textContent).toContain("Golden Harbour");
  await expect
    .poll(() =>
      requestsOf("stills")
        .map(({ query }) => query["machines"])
        .slice(0, 2),
    )
    .toEqual(["2", "2:7"]);
  onCall("stills", { stills: [], nextMs: 100 });
  await expect.poll(reels).toBeNull();
  push("notifications", "machine", { id: 2, status: "available" });
  await expect.poll(() => document.querySelector("img.machine-still")).toBeNull();
});

describe("a long list", () => {
  const MANY = Array.from({ length: 450 }, (_, n) => ({
    ...(MACHINES[n % 3] as Machine),
    id: n + 1,
    brand: (MACHINES[0] as Machine).brand,
    name: `Lodestar ${String(n + 1).padStart(3, "0")}`,
  }));
  const grid = () => [...document.querySelectorAll<HTMLElement>("main li[aria-setsize]")];
  const positions = () => grid().map((card) => Number(card.getAttribute("aria-posinset")));

  it("has only the cards near the window, which are used again, and stand in order when it rests", async () => {
    onCall("machines", MANY);
    await openApp("/lobby");
    await expect.poll(() => grid().length).toBeGreaterThan(12);
    expect(positions()).toEqual(grid().map((_, n) => n + 1));

    scrollTo(0, 2_000);
    await expect.poll(() => Math.min(...positions())).toBeGreaterThan(12);
    const cards = grid();
    scrollTo(0, 3_200);
    await expect.element(page.getByText(MANY[57]?.name ?? "")).toBeVisible();
    expect(new Set(grid())).toEqual(new Set(cards));
    const inOrder = () => positions().every((position, n, all) => n === 0 || position === (all[n - 1] ?? 0) + 1);
    await expect.poll(inOrder).toBe(true);
    // Each is the machine that it says.
    for (const card of grid()) expect(card.textContent).toContain(MANY[Number(card.ariaPosInSet) - 1]?.name);

    scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(page.getByText("Lodestar 450")).toBeVisible();
    await page.getByRole("searchbox").fill("lodestar 007");
    await expect.poll(() => grid().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("007")]);
  });

  it("shows of each machine its own data while its cards are reused, and keeps the focus that is in sight", async () => {
    onCall("machines", MANY);
    await openApp("/lobby");
    await expect.poll(() => grid().length).toBeGreaterThan(12);
    const wrong = () =>
      grid().filter((card) => {
        const machine = MANY[Number(card.ariaPosInSet) - 1];
        const [link, star] = [card.querySelector("a"), card.querySelector("button")];
        const href = machine?.status === "available" ? `/game/${machine.id}/` : "";
        return !(
          machine &&
          card.textContent.includes(machine.name) &&
          star?.ariaLabel?.endsWith(machine.name) &&
          (href === "" ? !link?.hasAttribute("href") : link?.getAttribute("href")?.startsWith(href))
        );
      });
    const before = positions();
    for (let step = 0; step < 40; step += 1) {
      scrollBy(0, 45);
      await new Promise(requestAnimationFrame);
      expect(wrong()).toEqual([]);
      expect(new Set(positions()).size).toBe(grid().length);
    }
    expect(positions()).not.toEqual(before);
    const middle = grid()
      .find((card) => card.getBoundingClientRect().top > 200)
      ?.querySelector("button");
    const name = middle?.ariaLabel;
    middle?.focus();
    scrollBy(0, 60);
    await expect.poll(() => [document.activeElement?.ariaLabel, wrong().length]).toEqual([name, 0]);
    const id = Number(middle?.closest("li")?.ariaPosInSet);
    middle?.click();
    const marks = () => requestsOf("savePlayerSettings").map(({ body }) => body);
    await expect.poll(marks).toEqual([{ favouritesChange: { add: [id] } }]);
  });

  it("of several brands has each machine under its own heading, wherever one scrolls, in the order of the list", async () => {
    const brands = Array.from({ length: 30 }, (_, n) => ({
      id: n + 1,
      name: `Marka ${n + 1}`,
      image: null,
      jackpot: "",
      machineCount: 10,
    }));
    const machines = MANY.slice(0, 300).map((machine, n) => {
      const { id, name } = brands[Math.floor(n / 10)] as Brand;
      return { ...machine, brand: { id, name } };
    });
    onCall("brands", brands);
    onCall("machines", machines);
    await openApp("/lobby");
    await expect.poll(() => grid().length).toBeGreaterThan(12);
    const shown = () =>
      grid().map((card) => {
        const heading = card.closest("[role=group]")?.querySelector("h2");
        return { card, heading, n: (Number(heading?.textContent.slice(6)) - 1) * 10 + Number(card.ariaPosInSet) };
      });
    for (const top of [0, 700, 1_500, 3_100, 5_000, 4_300, 900, 0]) {
      scrollTo(0, top);
      const near = () =>
        shown().some(({ card }) => topOf(card) > 0 && topOf(card) < innerHeight) &&
        shown().every(({ card, n }) => card.textContent.includes(machines[n - 1]?.name ?? "?"));
      await expect.poll(near).toBe(true);
      // Each card stands below its heading, and above the next one.
      for (const { card, heading } of shown())
        expect(topOf(card), card.textContent).toBeGreaterThan(topOf(heading ?? document.body));
      const inOrder = () => shown().every(({ n }, index, all) => index === 0 || n > (all[index - 1]?.n ?? n));
      await expect.poll(inOrder).toBe(true);
    }
    // Brands out of sight are not in the document.
    expect(document.querySelectorAll("main h2").length).toBeLessThan(12);
    await expectAccessible("a long list with headings", "main");
  });

  it("does not pass the focus to another machine", async () => {
    onCall("machines", MANY);
    await openApp("/lobby");
    const first = page.getByRole("link", { name: `${MANY[0]?.name} Lodestar` });
    await expect.element(first).toBeVisible();
    await expect.poll(() => isConnected("notifications")).toBe(true);
    (first.element() as HTMLElement).focus();
    push("notifications", "machine", { id: 1, status: "waiting" });
    await expect.element(first).not.toBeInTheDocument();
    scrollTo(0, 9_000);
    await expect.poll(() => Math.min(...positions())).toBeGreaterThan(40);
    expect(document.activeElement).toBe(document.body);
  });
});

it("a house may show no brands: it is asked for none", async () => {
  await openApp("/lobby", { settings: { showLobby: false } });
  await expectCount(items(), 4);
  await expect.element(page.getByRole("navigation", { name: "Markalar" })).not.toBeInTheDocument();
  expect(requestsOf("brands")).toEqual([]);
});

describe("jackpots", () => {
  it("count up by pushes; those that can't be read are left out until they are pushed", async () => {
    await openApp("/lobby/1/lodestar");
    const value = jackpots().getByRole("definition").first();
    await expect.element(value).toMatchTextContent("₺12.345,00");
    await expect.poll(() => isConnected("jackpots")).toBe(true);
    push("jackpots", "jackpot", { id: 1, name: "Harbour Light", amount: 1_240_000 });
    await expect.element(value).toMatchTextContent("₺12.400,00");

    onCall("jackpots", refuse(ErrorCode.NotPermitted));
    await openApp("/lobby/1/lodestar");
    await expect.poll(() => requestsOf("jackpots").length).toBe(2);
    await expectCount(items(), 2);
    await expect.element(jackpots()).not.toBeInTheDocument();
    await expect.poll(() => isConnected("jackpots")).toBe(true);
    push("jackpots", "jackpot", { id: 1, name: "Harbour Light", amount: 1_250_000 });
    await expect.element(value).toMatchTextContent("₺12.500,00");
  });

  it("that are hit are announced once, whatever brand is looked at", async () => {
    await openApp("/lobby");
    await expect.poll(() => isConnected("jackpots")).toBe(true);
    push("jackpots", "jackpot", { id: 1, name: "Harbour Light", amount: 1_234_500 });
    push("jackpots", "jackpotHit", { id: 1, machineId: 2, amount: 1_234_500 });
    await expectCount(page.getByRole("dialog").filter({ hasText: "Harbour Light: ₺12.345 kazanıldı!" }), 1);
  });
});

it("a status is pushed; one whose push was missed is right after the next refresh, and a list that can't be refreshed says so", async () => {
  await openApp("/lobby", { settings: { lobbyRefreshSeconds: 1 } });
  await expect.poll(() => isConnected("notifications")).toBe(true);
  const card = cardOf("Orchard Gold");
  await expect.element(card).toMatchTextContent("Boş");
  push("notifications", "machine", { id: 3, status: "playing" });
  await expect.element(card).toMatchTextContent("Oynanıyor");
  onCall("machines", changed(3, { status: "error" }));
  await expect.element(card).toMatchTextContent("Arızalı");
  onCall("machines", refuse(ErrorCode.NotPermitted));
  await said("Yenilenemedi, gördükleriniz eski olabilir");
});

it("a house that is away: the lobby says so and that the money is safe, and goes on by itself", async () => {
  await openApp("/lobby");
  await expect.poll(() => isConnected("notifications")).toBe(true);
  const word = page.getByRole("status").filter({ hasText: "Salonla bağlantı yeniden kuruluyor. Paranız güvende." });
  onCall("ticket", LOST);
  closeSockets("notifications");
  await expect.element(word).toBeVisible();
  await expectCount(items(), 4);
  restoreCall("ticket");
  // As when the player looks again: no reason to wait for the next try.
  globalThis.dispatchEvent(new Event("online"));
  await expect.element(word).not.toBeInTheDocument();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  await expectPath(/^\/lobby$/);
});

it("the language is chosen where the house offers it, and kept", async () => {
  await openApp("/lobby", { settings: { languageSelect: true } });
  await page.getByRole("button", { name: "Dil: Türkçe" }).click();
  await expectCount(page.getByRole("menuitemradio"), 3);
  expect(document.querySelectorAll("[role=menuitemradio] svg[viewBox='0 0 24 16']")).toHaveLength(3);
  await page.getByRole("menuitemradio", { name: "العربية" }).click();
  await expect.poll(() => document.documentElement.dir).toBe("rtl");
  await expect.element(page.getByRole("link", { name: "جلسات اللعب" })).toBeVisible();
  await openApp("/lobby", { settings: { languageSelect: true }, stored: keptHere() });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
});
