/** The server of component tests: it answers the console's calls as the test says. */
import { CONSOLE_CALLS } from "@reelcast/contract/console";
import { createScriptedServer } from "@reelcast/testing/scriptedServer";
import { API_BASE } from "../api/index.ts";
import { session } from "../session/store.ts";
import { answerByDefault } from "./answers.ts";

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
  calls: CONSOLE_CALLS,
  apiBase: API_BASE,
  isSignedIn: () => session.token() !== null,
  answerByDefault,
});
