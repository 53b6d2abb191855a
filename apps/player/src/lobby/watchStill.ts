/** The pictures of machines in play in this page: what Stills needs of the browser. */
import { call } from "../api/index.ts";
import { Stills } from "./stills.ts";

/** What each element is to show; its picture is decoded first, so that it does not flicker. */
const wanted = new WeakMap<HTMLImageElement, string | null>();
async function show(element: HTMLImageElement, image: string | null): Promise<void> {
  if ((wanted.get(element) ?? null) === image) return;
  wanted.set(element, image);
  if (image === null) {
    delete element.dataset["shown"];
    return;
  }
  const decoded = new Image();
  decoded.src = image;
  await decoded.decode().catch(() => {});
  if (wanted.get(element) !== image) return;
  element.src = image;
  element.dataset["shown"] = "";
}

const motion = () => matchMedia("(prefers-reduced-motion: reduce)");
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

let stills: Stills | undefined;
function open(): Stills {
  const opened = new Stills({
    ask: (machines) => call("stills", { query: { machines } }),
    mayAsk: () => document.visibilityState === "visible" && navigator.onLine && !motion().matches && !savesData(),
    show: (element, image) => void show(element, image),
    observe: (onChange) => new IntersectionObserver(onChange),
  });
  document.addEventListener("visibilitychange", () => opened.resume());
  addEventListener("online", () => opened.resume());
  motion().addEventListener("change", ({ matches }) => {
    if (matches) opened.hide();
    else opened.resume();
  });
  return opened;
}
/** Shows the reels of that machine in `element` while it is in sight. Returns the function that ends it. */
export const watchStill = (machineId: number, element: HTMLImageElement): (() => void) =>
  (stills ??= open()).watch(machineId, element);
