/** Which features of browsers the targets lack, from the browser-compat-data of MDN. Reads data, knows no bundle. */
import data from "@mdn/browser-compat-data" with { type: "json" };
import { CHECKED } from "./targets.ts";

interface Support {
  version_added: string | boolean | null;
  version_removed?: string | boolean | null;
  prefix?: string;
  alternative_name?: string;
  flags?: unknown[];
}
interface Compat {
  support: Record<string, Support | Support[] | "mirror" | undefined>;
}
/** A feature with its sub-features. */
export interface Node {
  __compat?: Compat;
  [name: string]: Node | Compat | undefined;
}
type Data = Record<"api" | "css" | "javascript", Node>;

/** "≤37" is at most 37. */
const versionOf = (text: string): number[] => text.replace("≤", "").split(".").map(Number);

export function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [versionOf(version), versionOf(least)];
  for (let i = 0; i < Math.max(have.length, need.length); i++) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function supports({ version_added: added, version_removed: removed, ...rest }: Support, version: string): boolean {
  if (rest.prefix !== undefined || rest.alternative_name !== undefined || rest.flags !== undefined) return false;
  if (removed === true || (typeof removed === "string" && isAtLeast(version, removed))) return false;
  if (typeof added !== "string") return added === true;
  return added !== "preview" && isAtLeast(version, added);
}

/** The targets that lack it, as "safari 17.4" (the first version that has it); empty: all have it, or nothing is known. */
export function lacking(feature: Node | undefined): string[] {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return CHECKED.flatMap(({ browser, version }) => {
    const known = support[browser];
    if (known === undefined || known === "mirror") return [];
    const entries = Array.isArray(known) ? known : [known];
    if (entries.some((entry) => supports(entry, version))) return [];
    const first = entries[0]?.version_added;
    return [`${browser} ${typeof first === "string" ? first : "never"}`];
  });
}

export const child = (node: Node | undefined, name: string): Node | undefined =>
  node !== undefined && Object.hasOwn(node, name) && name !== "__compat" ? (node[name] as Node) : undefined;
/** Its sub-features. */
export const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node).filter(([name]) => name !== "__compat") as [string, Node][];

export class Features {
  readonly css: Node;
  /** Interfaces and functions of the global object. */
  readonly #globals = new Map<string, Node[]>();
  /** All members of instances of that name, of any interface. */
  readonly #members = new Map<string, Node[]>();
  readonly #iterator: Node;
  readonly #regExp: Node;

  constructor({ api, css, javascript }: Data) {
    this.css = css;
    const builtins = child(javascript, "builtins") as Node;
    this.#iterator = child(builtins, "Iterator") as Node;
    this.#regExp = child(builtins, "RegExp") as Node;
    const add = (to: Map<string, Node[]>, name: string, node: Node) => to.set(name, [...(to.get(name) ?? []), node]);
    for (const [name, node] of [...childrenOf(api), ...childrenOf(builtins)]) {
      add(this.#globals, name, node);
      for (const [member, feature] of childrenOf(node)) add(this.#members, member, feature);
      if (name === "Intl")
        for (const [, type] of childrenOf(node))
          for (const [member, feature] of childrenOf(type)) add(this.#members, member, feature);
    }
    for (const place of ["Window", "_globals"])
      for (const [name, node] of childrenOf(child(api, place) ?? {})) add(this.#globals, name, node);
  }

  /** Null: not a name of browsers. */
  global(name: string): string[] | null {
    const found = this.#globals.get(name);
    return found ? lackedByAll(found) : null;
  }
  /** `Interface.member`. Null: the interface is not of browsers, or the member not of the interface. */
  ofGlobal(name: string, member: string): string[] | null {
    const found = (this.#globals.get(name) ?? []).flatMap((node) =>
      [child(node, `${member}_static`), child(node, member)].filter((found) => found !== undefined),
    );
    return found.length > 0 ? lackedByAll(found) : null;
  }
  /** `.member` of an object of unknown type: lacking only if no interface of the targets has a member of that name. */
  member(name: string): string[] {
    return lackedByAll(this.#members.get(name) ?? []);
  }
  iterator(member: string): string[] {
    return lacking(child(this.#iterator, member));
  }
  regExpFlag(flag: string): string[] {
    const property = { v: "unicodeSets", d: "hasIndices", s: "dotAll" }[flag];
    return property === undefined ? [] : lacking(child(this.#regExp, property));
  }
  /** An option in an object that is given to a method of that name. */
  option(method: string, option: string): string[] {
    const parents = [...(this.#members.get(method) ?? []), ...(this.#members.get(`${method}_static`) ?? [])];
    const found = parents.flatMap((node) => [
      ...(child(node, `options_${option}_parameter`) ? [child(node, `options_${option}_parameter`) as Node] : []),
      ...[child(child(node, "options_parameter"), `options_${option}_parameter`)].filter((n) => n !== undefined),
    ]);
    return lackedByAll(found);
  }
}

/** What the best of them lacks. */
function lackedByAll(features: readonly Node[]): string[] {
  let least: string[] | null = null;
  for (const feature of features) {
    const lacks = lacking(feature);
    if (lacks.length === 0) return [];
    if (least === null || lacks.length < least.length) least = lacks;
  }
  return least ?? [];
}

export function readFeatures(): Features {
  return new Features(data);
}
