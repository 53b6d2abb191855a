/**
 * Writes the number of an error code in the place of its name (`ErrorCode.MachineTaken`), so that the table of names is
 * not sent to the browser. Runs after the types are gone; an unknown name stops the build.
 */
import { ErrorCode } from "@reelcast/contract";
import type { Plugin } from "vite";

const NAMED = /\bErrorCode\.(\w+)/g;

export function inlineErrorCodes(code: string): string {
  return code.replace(NAMED, (whole, name: string) => {
    if (!Object.hasOwn(ErrorCode, name)) throw new Error(`The catalogue has no ${whole}.`);
    return String(ErrorCode[name as keyof typeof ErrorCode]);
  });
}

export function errorCodes(): Plugin {
  return {
    name: "reelcast:error-codes",
    apply: "build",
    transform: {
      filter: { id: /\.tsx?$/, code: /\bErrorCode\.\w/ },
      handler: (code) => ({ code: inlineErrorCodes(code), map: null }),
    },
  };
}
