/** The socket of component tests: it answers the console's requests as the test says, and pushes what it says. */
import { CONSOLE_SOCKET } from "@reelcast/contract/console";
import { createScriptedSockets } from "@reelcast/testing/scriptedSockets";
import { isOnline, reportFault } from "./scriptedServer.ts";

export const { onSocketRequest, socketRequestsOf, resetSockets, isConnected, push, closeSockets, installSockets } =
  createScriptedSockets({
    sockets: { console: CONSOLE_SOCKET },
    ticket: "ticket",
    isOnline,
    reportFault,
    resultByDefault: (_, method, params) => (method === "ping" ? { at: Date.now() } : params),
  });
