/** Errors and warnings that React, the app or the browser writes into the console. */

let errors: unknown[][] = [];

/** The arguments of each call of `console.error` since the last time this was called. */
export function takeConsoleErrors(): unknown[][] {
  const taken = errors;
  errors = [];
  return taken;
}

/** Not a mock of Vitest: a test that restores its mocks would remove it. */
export function recordConsoleErrors(): void {
  const write = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    // The browser notifies a ResizeObserver in the next frame: no error.
    if (!String(words[0]).includes("ResizeObserver loop")) errors.push(words);
    write(...words);
  };
}
