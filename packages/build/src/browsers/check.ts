/**
 * Stops a build whose scripts or styles need what the targets (targets.ts) lack, by the browser-compat-data of MDN: our own code and
 * that of dependencies. What is not found: options of constructors and properties that are missing without an error; for these the
 * component tests run without all that the targets lack.
 */
import { parseAst } from "vite";
import type { Plugin, Rolldown } from "vite";
import { EXCEPTIONS } from "./exceptions.ts";
import type { Exception } from "./exceptions.ts";
import { readFeatures } from "./features.ts";
import { declaredAtTop, definedMembers, usedByScript } from "./usedScript.ts";
import type { Finding } from "./usedScript.ts";
import { usedByStyles } from "./usedStyles.ts";

interface Place extends Finding {
  /** The module, or the file of styles. */
  in: string;
}

function findAll(bundle: Rolldown.OutputBundle): Place[] {
  const features = readFeatures();
  const found: Place[] = [];
  const own = new Set<string>();
  const scripts: { id: string; code: string; program: unknown; atTop: ReadonlySet<string> }[] = [];
  for (const file of Object.values(bundle)) {
    if (file.type === "chunk") {
      const atTop = new Set<string>();
      for (const [id, { code }] of Object.entries(file.modules)) {
        if (!code) continue;
        const program = parseAst(code);
        for (const name of declaredAtTop(program)) atTop.add(name);
        for (const name of definedMembers(program)) own.add(name);
        scripts.push({ id, code, program, atTop });
      }
    } else if (file.fileName.endsWith(".css")) {
      const code = typeof file.source === "string" ? file.source : new TextDecoder().decode(file.source);
      found.push(...usedByStyles(code, features).map((finding) => ({ ...finding, in: file.fileName })));
    }
  }
  for (const { id, code, program, atTop } of scripts)
    found.push(...usedByScript({ program, code, atTop, own }, features).map((finding) => ({ ...finding, in: id })));
  return found;
}

/** `scrollbar-width: thin` is allowed with `scrollbar-width`. */
const allows = (exception: Exception, { feature, in: place }: Place): boolean =>
  exception.in === "styles"
    ? place.endsWith(".css") && (feature === exception.feature || feature.startsWith(`${exception.feature}: `))
    : exception.in.test(place) && feature === exception.feature;

/** What the targets lack and no exception allows, one line each. */
export function problems(places: readonly Place[], exceptions: readonly Exception[]): string[] {
  return places
    .filter((place) => !exceptions.some((exception) => allows(exception, place)))
    .map(({ feature, lacks, in: place, where }) => `${feature} (${lacks.join(", ")}) in ${place}: ${where.trim()}`);
}

/** Exceptions that an app no longer needs, one line each. */
export function unneeded(places: readonly Place[], exceptions: readonly Exception[]): string[] {
  return exceptions
    .filter((exception) => !places.some((place) => allows(exception, place)))
    .map(({ feature }) => `${feature}: the exception is no longer needed`);
}

/** @param app its exceptions */
export function supportedBrowsers(app: "player" | "console"): Plugin {
  const exceptions = EXCEPTIONS.filter(({ only = app }) => only === app);
  return {
    name: "reelcast:supported-browsers",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const places = findAll(bundle);
        const found = [...problems(places, exceptions), ...unneeded(places, exceptions)];
        if (found.length > 0) this.error(`The oldest browsers that this build is for lack:\n${found.join("\n")}`);
      },
    },
  };
}
