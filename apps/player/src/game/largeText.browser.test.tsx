/** The game as some players need it: with text of twice its size, nothing is cut; in the colours of their system, what is chosen shows. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { cdp, page } from "vitest/browser";
import { LANGUAGES, settled } from "@reelcast/testing/accessibility";
import { setLanguage } from "../i18n/index.ts";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { isConnected, onSocketRequest } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";
import { GAME, main } from "./testing/play.ts";

const SIZES = [
  [390, 844],
  [360, 640],
  [320, 568],
  [844, 390],
  [667, 375],
  [1024, 640],
  [1440, 900],
] as const;
const AMOUNTS = [5, 10, 25, 1_000];
const DECK = (["denomination", "lines", "bet", "gamble", "play"] as const).map((id, n) => ({
  id,
  name: id,
  Order: n,
  controls: {
    denomination: AMOUNTS.map((amount) => ({ id: `d-${amount}`, label: "", kind: "denomination", lit: true, amount })),
    lines: [1, 5, 10, 20].map((line) => ({ id: `l-${line}`, label: `${line}`, kind: "lines", lit: true })),
    bet: [
      ...[1, 2, 5, 10].map((bet) => ({ id: `b-${bet}`, label: `×${bet}`, kind: "bet", lit: true })),
      { id: "b-max", label: "MAX", kind: "maxBet", lit: true },
    ],
    gamble: ["gamble", "red", "black"].map((kind) => ({ id: kind, label: kind, kind, lit: true })),
    play: [{ id: "play", label: "PLAY", kind: "play", lit: true }],
  }[id],
}));

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
});
afterEach(async () => {
  endVideo();
  await forceColours("none");
  document.documentElement.style.fontSize = "";
});

const forceColours = (value: "active" | "none") =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });

async function sitDown(textSize?: number): Promise<void> {
  const { machine, meters, ...rest } = gameState();
  onSocketRequest("game", "init", {
    ...rest,
    machine: { ...machine, bands: DECK } as typeof machine,
    meters: {
      ...meters,
      credit: 1_234_567,
      controls: Object.fromEntries(DECK.flatMap(({ controls }) => controls.map(({ id }) => [id, true]))),
      selects: { denomination: "d-10", lines: "l-20", bet: "b-1" },
    },
  });
  await openApp(GAME, textSize === undefined ? {} : { theme: { textSize } });
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(main()).toBeVisible();
}

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
const nameOf = (element: Element) => element.ariaLabel ?? element.getAttribute("data-part") ?? element.textContent;

/** Where an element is drawn: without what its column has scrolled away. */
function seen(element: Element): DOMRect {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const column = element.closest("[data-part]:not(main)")?.getBoundingClientRect() ?? new DOMRect();
  const from = Math.max(top, column.top);
  return new DOMRect(left, from, right - left, Math.max(0, Math.min(bottom, column.bottom) - from));
}

/** What is wrong with what is on the page now. */
function faults(): string[] {
  const found: string[] = [];
  for (const element of shown(
    "main button, [data-part=meters] > *, [data-part=info], [data-part=deck] [role=group] > span",
  )) {
    const over = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    if (Math.max(...over) > 1) found.push(`${nameOf(element)} is cut by ${over.join(" and ")}`);
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`${nameOf(element)} leaves the window`);
  }
  // What stands on a key stands in one line within it.
  for (const text of shown("[data-part=deck] button bdi, [data-part=meters] [dir=ltr]")) {
    if (new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
      found.push(`${text.textContent} is broken`);
    const [inner, outer] = [text.getBoundingClientRect(), (text.parentElement ?? text).getBoundingClientRect()];
    if (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5)
      found.push(`${text.textContent} leaves its key`);
  }
  const parts = shown("main button, [data-part=meters], [data-part=info], [data-part=message] > *");
  for (const [n, one] of parts.entries())
    for (const other of parts.slice(n + 1)) {
      const [a, b] = [seen(one), seen(other)];
      if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1)
        found.push(`${nameOf(one)} lies over ${nameOf(other)}`);
    }
  // All of it can be reached: by scrolling where the window is too low.
  for (const button of shown("main button")) {
    button.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    if (!button.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
      found.push(`${nameOf(button)} can't be reached`);
  }
  return found;
}

async function expectWhole(where: string): Promise<void> {
  for (const size of SIZES) {
    await page.viewport(size[0], size[1]);
    for (const language of LANGUAGES) {
      await setLanguage(language);
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      await settled();
      expect.soft(faults(), `${where} ${size.join("×")} ${language}`).toEqual([]);
    }
  }
}

it("nothing is cut with the app's own largest text", async () => {
  await sitDown(22);
  await expectWhole("22 px");
});

it("nothing is cut where the browser shows text at 200 %", async () => {
  await sitDown();
  document.documentElement.style.fontSize = "200%";
  await expectWhole("200 %");
});

it("in forced colours, what is chosen and the edges of the buttons show", async () => {
  await forceColours("active");
  await sitDown();
  const styleOf = (name: string | RegExp, role: "button" | "tab" = "button") =>
    getComputedStyle(page.getByRole(role, { name, exact: true }).first().element());
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.background = "Highlight";
  const highlight = getComputedStyle(probe).backgroundColor;
  probe.remove();
  // Any colour but the system's own is replaced by one for all, unless the element keeps its colours.
  const marked = (name: string | RegExp, role?: "tab") => {
    const { backgroundColor, forcedColorAdjust } = styleOf(name, role);
    return backgroundColor === highlight && forcedColorAdjust === "none";
  };
  for (const [chosen, other] of [
    ["₺0,10", "₺0,25"],
    ["20", "10"],
    ["×1", "×2"],
  ] as const)
    expect([marked(chosen), marked(other)]).toEqual([true, false]);
  for (const name of [/^Oyna/, /^PARA YATIR/, /^PARA ÇEK/])
    expect(styleOf(name).borderTopWidth, String(name)).not.toBe("0px");
  await page.viewport(360, 640);
  await expect.element(page.getByRole("tab").first()).toBeVisible();
  expect([marked(/Bahis/, "tab"), marked(/Çizgi/, "tab")]).toEqual([true, false]);
});
