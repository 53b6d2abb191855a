/** Around every component test: the scripted server and socket, and nothing that went wrong unseen. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import "@reelcast/testing/oldestBrowser";
import "@reelcast/testing/withoutTracing";
import "@reelcast/testing/heldClock";
// Before any test stops the clock: React keeps the timers that it finds when it is loaded, and would wait for stopped ones.
import "react-dom/client";
import "../styles/app.css";
import { takeConsoleErrors } from "@reelcast/testing/consoleErrors";
import { clock } from "@reelcast/contract/clock";
import { takePageLoads } from "@reelcast/testing/pageLoads";
import { preparePage } from "@reelcast/testing/preparePage";
import { leaveConsole } from "./openConsole.ts";
import { installServer, resetServer, setOnline, takeFaults } from "./scriptedServer.ts";
import { installSockets, resetSockets } from "./scriptedSockets.ts";

preparePage(() => {
  installServer();
  installSockets();
});

beforeEach(() => {
  takeConsoleErrors();
  clock.reset();
});
afterEach(() => {
  setOnline(true);
  leaveConsole();
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetServer();
  resetSockets();
  expect(takePageLoads(), "pages that the console loaded").toEqual([]);
  expect(takeFaults(), "what the contract forbids").toEqual([]);
  expect(takeConsoleErrors(), "errors in the console").toEqual([]);
});
