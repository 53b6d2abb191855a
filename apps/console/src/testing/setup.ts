/** Around every component test: the scripted server and socket, and nothing that went wrong unseen. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import "@reelcast/testing/withoutTracing";
// Before any test stops the clock: React keeps the timers that it finds when it is loaded, and would wait for stopped ones.
import "react-dom/client";
import "../styles/app.css";
import { recordConsoleErrors, takeConsoleErrors } from "@reelcast/testing/consoleErrors";
import { installPageLoads, takePageLoads } from "@reelcast/testing/pageLoads";
import { leaveConsole } from "./openConsole.ts";
import { installServer, resetServer, setOnline, takeFaults } from "./scriptedServer.ts";
import { installSockets, resetSockets } from "./scriptedSockets.ts";

// Once in a page, which many files of tests share.
if (document.documentElement.dataset["scripted"] === undefined) {
  document.documentElement.dataset["scripted"] = "";
  installServer();
  installSockets();
  installPageLoads();
  recordConsoleErrors();
  // A scheme is there at once: no colour is on its way where axe looks.
  document.head.append(
    Object.assign(document.createElement("style"), {
      textContent: "*, ::before, ::after { transition: none !important }",
    }),
  );
}

beforeEach(() => void takeConsoleErrors());
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
