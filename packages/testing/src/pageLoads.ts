/** Loads of another page by the app. They would end the test, so they are refused, and the test says which ones it expects. */

const loads: string[] = [];

/** The path of the next page that the app wanted to load, once. */
export const takePageLoad = (): string | undefined => loads.shift();
/** What no test has expected. */
export const takePageLoads = (): string[] => loads.splice(0);

export function installPageLoads(): void {
  navigation.addEventListener("navigate", (event) => {
    // The test runner's own way to the page of the next test file can't be stopped either.
    if (event.destination.sameDocument || !event.cancelable || event.downloadRequest !== null) return;
    if (document.getElementById("root") === null) return;
    event.preventDefault();
    const { pathname, search } = new URL(event.destination.url);
    loads.push(pathname + search);
  });
}
