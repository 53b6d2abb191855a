/** Around every component test: the scripted server and sockets, and nothing that went wrong unseen. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import "@reelcast/testing/oldestBrowser";
import "@reelcast/testing/withoutTracing";
import "@reelcast/testing/heldClock";
// Before any test stops the clock: React keeps the timers that it finds when it is loaded, and would wait for stopped ones.
import "react-dom/client";
import "../styles/app.css";
import { clock } from "@reelcast/contract/clock";
import { takeConsoleErrors } from "@reelcast/testing/consoleErrors";
import { leaveApp } from "./openApp.ts";
import { takePageLoads } from "@reelcast/testing/pageLoads";
import { preparePage } from "@reelcast/testing/preparePage";
import { installServer, resetServer, setOnline, takeFaults } from "./scriptedServer.ts";
import { installSockets, resetSockets } from "./scriptedSockets.ts";

preparePage(() => {
  installServer();
  installSockets();
});

beforeEach(clock.reset);
beforeEach(() => void takeConsoleErrors());
afterEach(() => {
  // Before the app goes: it would not notice it afterwards.
  setOnline(true);
  leaveApp();
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetServer();
  resetSockets();
  expect(takePageLoads(), "pages that the app loaded").toEqual([]);
  expect(takeFaults(), "what the contract forbids").toEqual([]);
  expect(takeConsoleErrors(), "errors in the console").toEqual([]);
});
