/** The lobby: brands, filters, reservations, the player's own machines, jackpots, and pictures that don't come. */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { MACHINES, NO_ENTRIES, SESSIONS } from "../testing/answers.ts";
import { expectCount, expectPath } from "@reelcast/testing/find";
import { PHONE, goTo, keptHere, openApp } from "../testing/openApp.ts";
import { LOST, onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push } from "../testing/scriptedSockets.ts";
import { cardOf, changed, items, said, topOf } from "./testing/cards.ts";

const cards = () => items().getByRole("link");
const brand = () => page.getByRole("navigation", { name: "Markalar" }).getByRole("link").first();
const jackpots = () => page.getByRole("region", { name: "Jackpotlar" });
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
