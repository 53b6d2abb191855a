/**
 * The elements of one brand in the list: its heading (logo, name, free machines, jackpots), and the list that its rows are put
 * into. Made like the cards: of few elements, and of each only what differs is written.
 */
import { make } from "./card.ts";

/** What a heading shows of a brand. */
export interface HeadingContent {
  name: string;
  /** Address of its logo; "": it has none. */
  picture: string;
  /** How many of its machines are free, in words. */
  free: string;
  /** Their amounts, in words. */
  jackpots: readonly { id: number; name: string; amount: string }[];
}

/** Ids of headings in the page. */
let made = 0;

export class BrandGroup {
  readonly #name = make("h2", "brand-name");
  readonly #logo = make("img", "brand-logo");
  readonly #free = make("span", "brand-free figures");
  readonly #jackpots = make("ul", "brand-jackpots");
  readonly #amounts = new Map<number, Text>();
  readonly #heading = make("div", "brand-heading", this.#logo, this.#name, this.#free, this.#jackpots);
  /** Its rows are lists without a meaning of their own. */
  readonly list = make("div", "");
  readonly element = make("div", "");
  #shown: HeadingContent | null = null;

  /** @param content null: without a heading */
  constructor(content: HeadingContent | null) {
    this.list.role = "list";
    this.element.append(this.list);
    if (!content) return;
    made += 1;
    this.#name.id = `brand-${made}`;
    this.#logo.alt = "";
    this.#logo.decoding = "async";
    // The name takes its place.
    this.#logo.addEventListener("error", () => this.#showLogo(false));
    this.#jackpots.role = "list";
    this.element.role = "group";
    this.element.setAttribute("aria-labelledby", this.#name.id);
    this.element.prepend(this.#heading);
  }

  /** @param top pixels from the list's top */
  place(top: number, height: number): void {
    const { style } = this.#heading;
    const move = `translateY(${top}px)`;
    if (style.transform !== move) style.transform = move;
    if (style.height !== `${height}px`) style.height = `${height}px`;
  }
  show(content: HeadingContent | null): void {
    const before = this.#shown;
    if (!content || content === before) return;
    this.#shown = content;
    if (content.name !== before?.name) this.#name.textContent = content.name;
    if (content.free !== before?.free) this.#free.textContent = content.free;
    if (content.picture !== before?.picture) {
      this.#showLogo(content.picture !== "");
      if (content.picture !== "") this.#logo.src = content.picture;
    }
    this.#showJackpots(content.jackpots);
  }
  #showLogo(shown: boolean): void {
    this.#logo.hidden = !shown;
    this.#name.classList.toggle("sr-only", shown);
  }
  #showJackpots(jackpots: HeadingContent["jackpots"]): void {
    if (jackpots.map(({ id }) => id).join() !== [...this.#amounts.keys()].join()) {
      this.#amounts.clear();
      const items = jackpots.map(({ id, name }) => {
        const amount = new Text();
        this.#amounts.set(id, amount);
        const figures = make("b", "figures", amount);
        figures.dir = "ltr";
        return make("li", "", make("span", "brand-jackpot", new Text(`${name} `)), figures);
      });
      this.#jackpots.replaceChildren(...items);
      this.#jackpots.hidden = items.length === 0;
    }
    for (const { id, amount } of jackpots) {
      const text = this.#amounts.get(id);
      if (text && text.data !== amount) text.data = amount;
    }
  }
}
