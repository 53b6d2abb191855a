/**
 * Writes the number of an error code in the place of its name (`ErrorCode.MachineTaken`), so that the table of names is
 * not sent to the browser. Runs after the types are gone; an unknown name stops the build.
 */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { Plugin } from "vite";

const NAMED = /\b(Console)?ErrorCode\.(\w+)/g;

export function inlineErrorCodes(code: string): string {
  return code.replace(NAMED, (whole, ofConsole: string | undefined, name: string) => {
    const codes: Readonly<Record<string, number>> = ofConsole === undefined ? ErrorCode : ConsoleErrorCode;
    const number = Object.hasOwn(codes, name) ? codes[name] : undefined;
    if (number === undefined) throw new Error(`The catalogue has no ${whole}.`);
    return String(number);
  });
}

export function errorCodes(): Plugin {
  return {
    name: "reelcast:error-codes",
    apply: "build",
    transform: {
      filter: { id: /\.tsx?$/, code: /\b(Console)?ErrorCode\.\w/ },
      handler: (code) => ({ code: inlineErrorCodes(code), map: null }),
    },
  };
}
