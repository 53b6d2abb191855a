/** Code of the game that is fetched when it is first needed, or earlier when the browser is idle. */

const loads: (() => Promise<unknown>)[] = [];

/** @returns `load`, which `preload` calls too */
export function loadLater<T>(load: () => Promise<T>): () => Promise<T> {
  loads.push(load);
  return load;
}

/** Loads all of them when the browser is idle. What fails is loaded when it is needed. */
export function preload(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));
  idle(() => void Promise.allSettled(loads.map((load) => load())));
}
