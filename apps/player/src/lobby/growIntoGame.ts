/** The picture of the pressed card grows into the game's, where the browser can and the player wants motion. */
const NAME = "machine-picture";
/** The page stands still so long at most: a game that is not there by then comes without it. */
const SHOWN_WITHIN_MS = 400;

/** Resolves when the game's picture is on the page, or has not come. */
function gameIsShown(): Promise<void> {
  const isThere = () => document.querySelector("[data-part=machine]") !== null;
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => isThere() && end());
    const timer = setTimeout(end, SHOWN_WITHIN_MS);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

let presses = 0;

/**
 * @param link the link that was pressed @param isReady whether the game's code is there, and a picture comes: the page would
 * stand still for nothing @param go leads to the game; not called if another press comes first
 */
export function growIntoGame(link: Element | null, isReady: boolean, go: () => void): void {
  presses += 1;
  const press = presses;
  // The reels that are drawn over the picture are what the player sees.
  const picture = link?.querySelector<HTMLElement>(".machine-still") ?? link?.querySelector<HTMLElement>("img");
  const mayMove = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isReady || !picture || !mayMove || typeof document.startViewTransition !== "function") return go();
  picture.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    // Two of one name would end it.
    picture.style.viewTransitionName = "";
    if (press !== presses) return;
    go();
    await gameIsShown();
  });
  // Another press, or a page that is hidden, ends it: the game is there all the same.
  for (const done of [transition.ready, transition.finished]) done.catch(() => {});
}
