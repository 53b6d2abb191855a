/** Errors and warnings that React, the app or the browser writes into the console. */

let complaints: unknown[][] = [];

/** What was written since the last time this was asked. */
export function takeComplaints(): unknown[][] {
  const taken = complaints;
  complaints = [];
  return taken;
}

/** No mock: a test that restores its own would end it. */
export function installComplaints(): void {
  const write = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    // The browser tells observers of a size in the next frame: nothing is wrong.
    if (!String(words[0]).includes("ResizeObserver loop")) complaints.push(words);
    write(...words);
  };
}
