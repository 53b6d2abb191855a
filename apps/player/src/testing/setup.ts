/** Around every component test: the scripted server and sockets, and nothing that went wrong unseen. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import "../styles/app.css";
import { leaveApp } from "./openApp.ts";
import { installServer, resetServer, setOnline, takeFaults } from "./scriptedServer.ts";
import { installSockets, resetSockets } from "./scriptedSockets.ts";

installServer();
installSockets();
// A scheme is there at once: no colour is on its way where axe looks.
document.head.append(
  Object.assign(document.createElement("style"), {
    textContent: "*, ::before, ::after { transition: none !important }",
  }),
);

/** Errors and warnings of React, the app or the browser. */
const complaints = vi.spyOn(console, "error");

beforeEach(() => {
  complaints.mockClear();
});
afterEach(() => {
  // Before the app goes: it would not hear of it afterwards.
  setOnline(true);
  leaveApp();
  vi.useRealTimers();
  resetServer();
  resetSockets();
  expect(takeFaults(), "what the contract forbids").toEqual([]);
  expect(complaints.mock.calls, "errors in the console").toEqual([]);
});
