/** The server of component tests: it answers the contract's calls as the test says. */
import { allCalls } from "@reelcast/contract";
import { createScriptedServer } from "@reelcast/testing/scriptedServer";
import { STORAGE } from "../api/index.ts";
import { answerByDefault, keepPlayerSettings } from "./answers.ts";
import type { Tables } from "./scriptedCalls.ts";

export { HANG, LOST, refuse } from "@reelcast/testing/scriptedServer";
export const {
  reportFault,
  takeFaults,
  onCall,
  restoreCall,
  requestsOf,
  onRequest,
  setOnline,
  isOnline,
  resetServer,
  installServer,
} = createScriptedServer({
  calls: allCalls() as unknown as Tables,
  apiBase: "/api/v1",
  isSignedIn: () => localStorage.getItem(STORAGE.token) !== null,
  answerByDefault,
  onReset: keepPlayerSettings,
});
