/**
 * Leaves out of the contract's tables of calls what only its documents read: summary, tag and the codes that a call may
 * answer. The app never reads them, and every visitor would fetch them.
 */
import type { Plugin } from "vite";

const DOCUMENTED = /^\s+(?:(?:summary|tag):\s+(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`)|errors: \[[^\]]*\]),\n/gm;

/** @param code a file of the contract, as written */
export const withoutDocuments = (code: string): string => code.replace(DOCUMENTED, "");

export function leanCalls(): Plugin {
  return {
    name: "reelcast:lean-calls",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/packages\/contract\/src\/\w+\.ts$/, code: /\n {4}summary: / },
      handler: (code) => ({ code: withoutDocuments(code), map: null }),
    },
  };
}
