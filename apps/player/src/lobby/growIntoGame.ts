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

/**
 * @param pressed what was pressed: a card, or something in it @param isReady whether the game's code is there: the page would
 * stand still while it comes @param go leads to the game
 */
export function growIntoGame(pressed: EventTarget | null, isReady: boolean, go: () => void): void {
  const link = pressed instanceof Element ? pressed.closest("a") : null;
  // The reels that are drawn over the picture are what the player sees.
  const picture = link?.querySelector<HTMLElement>(".machine-still") ?? link?.querySelector<HTMLElement>("img");
  const mayMove = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isReady || !picture || !mayMove || typeof document.startViewTransition !== "function") return go();
  picture.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    // Two of one name would end it.
    picture.style.viewTransitionName = "";
    go();
    await gameIsShown();
  });
  // Another press, or a page that is hidden, ends it: the game is there all the same.
  for (const done of [transition.ready, transition.finished]) done.catch(() => {});
}
