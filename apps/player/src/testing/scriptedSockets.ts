/** The sockets of component tests: they answer the contract's requests as the test says, and push what it says. */
import { SOCKETS } from "@reelcast/contract";
import { createScriptedSockets } from "@reelcast/testing/scriptedSockets";
import { gameState } from "./answers.ts";
import { isOnline, reportFault } from "./scriptedServer.ts";

function resultByDefault(name: string, method: string, params: object): unknown {
  if (method === "ping" || method === "press") return { at: Date.now() };
  if (method === "leave") return { amount: 0 };
  if (method === "autoplay") return { autoplay: "games" in params ? params : null };
  return name === "game" && method === "init" ? gameState() : {};
}

export { UNANSWERED } from "@reelcast/testing/scriptedSockets";
export const { onSocketRequest, socketRequestsOf, resetSockets, isConnected, push, closeSockets, installSockets } =
  createScriptedSockets({ sockets: SOCKETS, ticket: "token", isOnline, reportFault, resultByDefault });
