/**
 * Compiles the ICU messages of `src/i18n/<language>/<subject>.json` when the app is built, so that no ICU parser is
 * sent to the browser. A message that does not parse stops the build.
 */
import { basename } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const CATALOGUE = /\/i18n\/[a-z]{2}\/[\w-]+\.json$/;

/** `{key: "ICU"}` → `{"subject.key": compiled tokens}`, the form that Lingui's runtime reads. */
export function compileCatalogue(subject: string, json: string): Record<string, unknown> {
  const messages = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      // Tokens even for plain text: Lingui takes a bare string for a message that was never compiled.
      return [`${subject}.${key}`, compileMessageOrThrow(message)];
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
        return { code: JSON.stringify(compileCatalogue(basename(id, ".json"), code)), map: null };
      },
    },
  };
}
