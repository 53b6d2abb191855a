/**
 * Compiles the ICU messages of `src/i18n/<language>/<subject>.json` when the app is built, so that no ICU parser is
 * sent to the browser. A message that does not parse stops the build.
 *
 * The texts of errors stand under the names of their codes, and the app looks them up by the number on the wire, so the
 * names become numbers here. Their English is the contract's.
 */
import { basename, dirname } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { ErrorCode, ERRORS } from "@reelcast/contract";
import type { Plugin } from "vite";

const CATALOGUE = /\/i18n\/[a-z]{2}\/[\w-]+\.json$/;

/** The texts of a catalogue by key: those of its file, and in English also the contract's for each error. */
export function textsOf(language: string, subject: string, own: Record<string, string>): Record<string, string> {
  if (subject !== "errors" || language !== "en") return own;
  return {
    ...own,
    ...Object.fromEntries(Object.entries(ErrorCode).map(([name, code]) => [name, ERRORS[code].message])),
  };
}

/** The number of "MachineTaken", as text; what is no name of a code stays as it is. */
const numberOf = (name: string): string =>
  Object.hasOwn(ErrorCode, name) ? String(ErrorCode[name as keyof typeof ErrorCode]) : name;

/** `{key: "ICU"}` → `{"subject.key": compiled tokens}`, the form that Lingui's runtime reads. */
export function compileCatalogue(language: string, subject: string, json: string): Record<string, unknown> {
  const texts = textsOf(language, subject, JSON.parse(json) as Record<string, string>);
  return Object.fromEntries(
    Object.entries(texts).map(([key, message]) => {
      // Tokens even for plain text: Lingui takes a bare string for a message that was never compiled.
      return [`${subject}.${subject === "errors" ? numberOf(key) : key}`, compileMessageOrThrow(message)];
    }),
  );
}

export function catalogues(): Plugin {
  return {
    name: "reelcast:catalogues",
    enforce: "pre",
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const compiled = compileCatalogue(basename(dirname(id)), basename(id, ".json"), code);
        return { code: JSON.stringify(compiled), map: null };
      },
    },
  };
}
