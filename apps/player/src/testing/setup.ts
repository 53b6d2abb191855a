/** Around every component test: the scripted server and sockets, and nothing that went wrong unseen. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import "../styles/app.css";
import { leaveApp } from "./openApp.ts";
import { installPageLoads, takePageLoads } from "./pageLoads.ts";
import { installServer, resetServer, setOnline, takeFaults } from "./scriptedServer.ts";
import { installSockets, resetSockets } from "./scriptedSockets.ts";

installServer();
installSockets();
installPageLoads();
// A scheme is there at once: no colour is on its way where axe looks.
document.head.append(
  Object.assign(document.createElement("style"), {
    textContent: "*, ::before, ::after { transition: none !important }",
  }),
);

/** Errors and warnings of React, the app or the browser. No mock: a test that restores its own would end it. */
let complaints: unknown[][] = [];
const realError = console.error.bind(console);
console.error = (...words: unknown[]) => {
  // The browser tells observers of a size in the next frame: nothing is wrong.
  if (!String(words[0]).includes("ResizeObserver loop")) complaints.push(words);
  realError(...words);
};

beforeEach(() => {
  complaints = [];
});
afterEach(() => {
  // Before the app goes: it would not hear of it afterwards.
  setOnline(true);
  leaveApp();
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetServer();
  resetSockets();
  expect(takePageLoads(), "pages that the app loaded").toEqual([]);
  expect(takeFaults(), "what the contract forbids").toEqual([]);
  expect(complaints, "errors in the console").toEqual([]);
});
