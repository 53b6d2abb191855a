/**
 * The elements of one machine card: picture, name, and its status as colour, icon and word. A card is one link, or says why
 * it is none. While one scrolls, the same elements show one machine after the other, so a card is not made by React: there
 * are few elements, and of each only what differs is written.
 */
import { ICON_PATHS } from "./CardIcon.tsx";
import type { CardLook } from "./CardIcon.tsx";
import "./cards.css";

/** What a card shows of a machine. */
export interface CardContent {
  name: string;
  /** Brand and game. */
  game: string;
  look: CardLook;
  /** Its status. */
  word: string;
  /** Why it can't be joined, or what is special about it. */
  note: string;
  /** Where a press leads; "": nowhere. */
  path: string;
  /** Addresses of its own picture and of its brand's; "": there is none. */
  picture: string;
  fallback: string;
  /** Words for a machine that has paid much lately; "": it has not. */
  hot: string;
  hotLong: string;
  /** Name of the button that marks it. */
  star: string;
  favourite: boolean;
  /** Name of the button that opens its rules. */
  rules: string;
  /** The player's own money there; "": none. */
  amount: string;
  /** What is read out in place of the amount; "": the amount. */
  amountSaid: string;
}
const EMPTY: CardContent = {
  name: "",
  game: "",
  look: "unknown",
  word: "",
  note: "",
  path: "",
  picture: "",
  fallback: "",
  hot: "",
  hotLong: "",
  star: "",
  favourite: false,
  rules: "",
  amount: "",
  amountSaid: "",
};

/** Addresses of pictures that this page has loaded. */
const loaded = new Set<string>();

export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
function makeIcon(look: CardLook): SVGSVGElement {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.setAttribute("class", "machine-icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICON_PATHS[look]);
  icon.append(path);
  return icon;
}

export class Card {
  readonly #name = new Text();
  readonly #game = new Text();
  readonly #word = new Text();
  readonly #note = new Text();
  readonly #icon = makeIcon(EMPTY.look);
  readonly #status = make("span", "machine-status", this.#icon, this.#word);
  readonly #star = make("button", "machine-star");
  readonly #rules = make("button", "machine-rules");
  #picture = make("img", "machine-picture");
  readonly #link = make(
    "a",
    "machine-card",
    this.#picture,
    // One block of four lines: each block that cuts off its own line would be painted as a part of its own.
    make("div", "machine-text", make("span", "machine-name", this.#name), this.#game, this.#status, this.#note),
  );
  /** In its row. */
  readonly item = make("li", "machine-item", this.#link, this.#star, this.#rules);
  #shown = EMPTY;
  /** The pictures that can't be loaded, of the machine that is shown. */
  #failed: string[] = [];
  #hot: HTMLElement | undefined;
  #amount: HTMLElement | undefined;

  constructor() {
    this.item.role = "listitem";
    // A finger or a mouse that stays shows the reels, and drags nothing.
    this.#link.draggable = false;
    this.#star.type = "button";
    this.#rules.type = "button";
    this.#rules.ariaHasPopup = "dialog";
    this.#preparePicture();
  }

  /** Contains the picture, and the reels that are drawn over it. */
  get link(): HTMLElement {
    return this.#link;
  }

  /** Shows another machine. The focus does not pass to it. */
  reuse(): void {
    this.#failed = [];
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && this.item.contains(activeElement)) activeElement.blur();
  }

  show(content: CardContent): void {
    const before = this.#shown;
    this.#shown = content;
    if (content.name !== before.name) this.#name.data = content.name;
    if (content.game !== before.game) this.#game.data = `\n${content.game}\n`;
    if (content.word !== before.word) this.#word.data = content.word;
    if (content.note !== before.note) this.#note.data = `\n${content.note}`;
    if (content.look !== before.look) this.#showLook(content.look);
    if (content.path !== before.path) this.#lead(content.path);
    if (content.star !== before.star) this.#star.ariaLabel = content.star;
    if (content.rules !== before.rules) this.#rules.ariaLabel = content.rules;
    if (content.favourite !== before.favourite || before === EMPTY) this.#star.ariaPressed = String(content.favourite);
    if (content.hot !== before.hot || content.hotLong !== before.hotLong) this.#showHot(content);
    if (content.amount !== before.amount || content.amountSaid !== before.amountSaid) this.#showAmount(content);
    this.#showPicture();
  }

  #showLook(look: CardLook): void {
    this.#status.dataset["look"] = look;
    this.#icon.firstElementChild?.setAttribute("d", ICON_PATHS[look]);
    this.#link.classList.toggle("machine-mine", look === "mine");
  }
  #lead(path: string): void {
    if (path === "") this.#link.removeAttribute("href");
    else this.#link.setAttribute("href", path);
  }
  #showHot({ hot, hotLong }: CardContent): void {
    this.#hot?.remove();
    this.#hot = undefined;
    if (hot === "") return;
    this.#hot = make("span", "machine-hot", makeIcon("hot"), new Text(hot));
    this.#hot.title = hotLong;
    this.#hot.dataset["look"] = "hot";
    this.#link.append(this.#hot);
  }
  #showAmount({ amount, amountSaid }: CardContent): void {
    this.#amount?.remove();
    this.#amount = undefined;
    if (amount === "") return;
    const figures = make("span", "figures", new Text(amount));
    this.#amount = make("span", "", new Text(" · "), figures);
    if (amountSaid !== "") {
      figures.ariaHidden = "true";
      this.#amount.append(make("span", "sr-only", new Text(amountSaid)));
    }
    this.#status.append(this.#amount);
  }

  /** Its own picture, else its brand's, else none. */
  #showPicture(): void {
    const { picture, fallback } = this.#shown;
    const source = [picture, fallback].find((one) => one !== "" && !this.#failed.includes(one)) ?? "";
    if ((this.#picture.getAttribute("src") ?? "") === source) return;
    // An image keeps its old picture until the new one is loaded: of another machine, here.
    if (!loaded.has(source)) {
      const fresh = make("img", "machine-picture");
      this.#picture.replaceWith(fresh);
      this.#picture = fresh;
      this.#preparePicture();
    }
    // What is there already needs no look at how far away it is.
    this.#picture.loading = loaded.has(source) ? "eager" : "lazy";
    this.#picture.classList.toggle("machine-picture-brand", source !== "" && source !== picture);
    if (source !== "") this.#picture.src = source;
  }
  #preparePicture(): void {
    const image = this.#picture;
    image.alt = "";
    image.draggable = false;
    image.decoding = "async";
    const source = () => image.getAttribute("src") ?? "";
    image.addEventListener("load", () => loaded.add(source()));
    image.addEventListener("error", () => {
      this.#failed.push(source());
      this.#showPicture();
    });
  }
}
