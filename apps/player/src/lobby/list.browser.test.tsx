/** The lobby's list: searched, sorted and refreshed, a long one while it is scrolled, and statuses that change meanwhile. */
import { ErrorCode } from "@reelcast/contract";
import type { Brand, Machine } from "@reelcast/contract";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { MACHINES } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, push } from "../testing/scriptedSockets.ts";
import { cardOf, changed, items, said, topOf } from "./testing/cards.ts";

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
