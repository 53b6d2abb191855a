/**
 * Writes the value of a code in the place of its name (`ErrorCode.MachineTaken`), so that the tables of names are not sent
 * to the browser. Runs after the types are gone; an unknown name stops the build.
 */
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { Plugin } from "vite";

const CATALOGUES: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  ErrorCode,
  ConsoleErrorCode,
  InfoCode,
};
const NAMED = /\b(ErrorCode|ConsoleErrorCode|InfoCode)\.(\w+)/g;

export function inlineErrorCodes(code: string): string {
  return code.replace(NAMED, (whole, catalogue: string, name: string) => {
    const codes = CATALOGUES[catalogue] ?? {};
    if (!Object.hasOwn(codes, name)) throw new Error(`The catalogue has no ${whole}.`);
    return JSON.stringify(codes[name]);
  });
}

export function errorCodes(): Plugin {
  return {
    name: "reelcast:error-codes",
    apply: "build",
    transform: {
      filter: { id: /\.tsx?$/, code: /\b(?:ErrorCode|ConsoleErrorCode|InfoCode)\.\w/ },
      handler: (code) => ({ code: inlineErrorCodes(code), map: null }),
    },
  };
}
