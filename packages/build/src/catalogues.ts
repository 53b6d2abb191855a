/**
 * Compiles the ICU messages of `src/i18n/<language>/<subject>.json` when the app is built, so that no ICU parser is
 * sent to the browser. A message that does not parse stops the build.
 *
 * The texts of errors stand under the names of their codes, and the app looks them up by the code on the wire, so the
 * names become codes here. Their English is the contract's. The same holds for `InfoCode`.
 *
 * With "?titles" behind its address, a catalogue has only its titles: the texts `title` and `title_…`. So an app can collect the
 * titles of all screens in one small file, and each stands in the catalogue of its screen.
 */
import { basename, dirname } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { ErrorCode, ERRORS, INFO_MESSAGES, InfoCode } from "@reelcast/contract";
import type { Plugin } from "vite";

const CATALOGUE = /\/i18n\/[a-z]{2}\/[\w-]+\.json(\?titles)?$/;
const TITLE = /^\w+\.title(_|$)/;

/** A catalogue of error codes, and the texts that the contract has for them. */
export interface ErrorTexts {
  /** By name. */
  codes: Readonly<Record<string, number | string>>;
  /** By name; {} in a language whose texts the app has itself. */
  texts: (language: string) => Readonly<Record<string, string>>;
}
const ENGLISH = Object.fromEntries([
  ...Object.entries(ErrorCode).map(([name, code]) => [name, ERRORS[code].message]),
  ...Object.entries(InfoCode).map(([name, code]) => [name, INFO_MESSAGES[code]]),
]) as Readonly<Record<string, string>>;
/** What every app may meet: the contract has the English. */
export const ERROR_TEXTS: ErrorTexts = {
  codes: { ...ErrorCode, ...InfoCode },
  texts: (language) => (language === "en" ? ENGLISH : {}),
};

/** The texts of a catalogue by key: those of its file; of errors also the contract's. */
export function textsOf(
  language: string,
  subject: string,
  own: Record<string, string>,
  errors: readonly ErrorTexts[] = [ERROR_TEXTS],
): Record<string, string> {
  return subject === "errors" ? Object.assign({}, own, ...errors.map(({ texts }) => texts(language))) : own;
}

/** The code of "MachineTaken", as text; what is no name of a code stays as it is. */
function codeOf(name: string, errors: readonly ErrorTexts[]): string {
  const known = errors.find(({ codes }) => Object.hasOwn(codes, name));
  return String(known?.codes[name] ?? name);
}

/** `{key: "ICU"}` → `{"subject.key": compiled tokens}`, the form that Lingui's runtime reads. */
export function compileCatalogue(
  language: string,
  subject: string,
  json: string,
  errors: readonly ErrorTexts[] = [ERROR_TEXTS],
): Record<string, unknown> {
  const texts = textsOf(language, subject, JSON.parse(json) as Record<string, string>, errors);
  return Object.fromEntries(
    Object.entries(texts).map(([key, message]) => {
      // Tokens even for plain text: Lingui takes a bare string for a message that was never compiled.
      return [`${subject}.${subject === "errors" ? codeOf(key, errors) : key}`, compileMessageOrThrow(message)];
    }),
  );
}

/** @param errors the codes that the app may meet */
export function catalogues(...errors: readonly ErrorTexts[]): Plugin {
  const met = [ERROR_TEXTS, ...errors];
  return {
    name: "reelcast:catalogues",
    enforce: "pre",
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const [path = "", titles] = id.split("?");
        const compiled = compileCatalogue(basename(dirname(path)), basename(path, ".json"), code, met);
        if (titles === undefined) return { code: JSON.stringify(compiled), map: null };
        const found = Object.fromEntries(Object.entries(compiled).filter(([key]) => TITLE.test(key)));
        // Vite takes only an address that ends in ".json" for JSON.
        return { code: `export default ${JSON.stringify(found)}`, moduleType: "js", map: null };
      },
    },
  };
}
