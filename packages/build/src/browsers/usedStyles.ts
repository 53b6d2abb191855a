/** What a built style sheet needs of a browser that the targets lack. What stands in `@supports` is for those that have it. */
import { parse } from "postcss";
import type { ChildNode, Declaration } from "postcss";
import { child, lacking } from "./features.ts";
import type { Features, Node } from "./features.ts";
import type { Finding } from "./usedScript.ts";

const PSEUDO = /::?([a-z][\w-]*)/g;
const WORD = /([a-z-]+)(\()?/g;

function inSupports(node: ChildNode): boolean {
  const { parent } = node;
  if (!parent || parent.type === "root" || parent.type === "document") return false;
  const around = parent as ChildNode;
  return (around.type === "atrule" && around.name === "supports") || inSupports(around);
}

/** Whether the same rule has it with `-webkit-` as well. */
function isPrefixedToo({ prop, parent }: Declaration): boolean {
  return parent?.some((other) => other.type === "decl" && other.prop === `-webkit-${prop}`) ?? false;
}

export function usedByStyles(code: string, { css }: Features): Finding[] {
  const found = new Map<string, Finding>();
  const add = (feature: string, node: Node | undefined, where: string) => {
    // What a browser never has (a mouse's cursor on a phone) is no matter of its age.
    const lacks = lacking(node).filter((browser) => !browser.endsWith("never"));
    if (lacks.length > 0 && !found.has(feature)) found.set(feature, { feature, lacks, where: where.slice(0, 90) });
  };
  const [atRules, properties, selectors, types] = ["at-rules", "properties", "selectors", "types"].map(
    (name) => child(css, name) as Node,
  ) as [Node, Node, Node, Node];
  const functionOf = (name: string): Node | undefined =>
    child(types, name) ??
    Object.keys(types)
      .map((type) => child(child(types, type), name))
      .find((node) => node !== undefined);
  parse(code).walk((node) => {
    if (inSupports(node)) return;
    if (node.type === "atrule") {
      add(`@${node.name}`, child(atRules, node.name), node.toString());
      if (node.name === "media")
        for (const [, feature] of node.params.matchAll(/\(([a-z-]+)/g))
          add(`@media (${feature})`, child(child(atRules, "media"), feature as string), node.params);
    } else if (node.type === "rule") {
      // `\\:` is part of a class's name.
      const selector = node.selector.replaceAll(/\\./g, "");
      for (const [, name] of selector.matchAll(PSEUDO))
        add(`:${name}`, child(selectors, name as string), node.selector);
      if (selector.includes("&")) add("&", child(selectors, "nesting"), node.selector);
    } else if (node.type === "decl") {
      if (node.prop.startsWith("--") || isPrefixedToo(node)) return;
      const property = child(properties, node.prop);
      add(node.prop, property, node.toString());
      for (const [, word, call] of node.value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "").matchAll(WORD)) {
        const name = word as string;
        if (call)
          add(
            `${name}()`,
            child(property, `${name}_function`) ?? child(property, name) ?? functionOf(name),
            node.toString(),
          );
        else add(`${node.prop}: ${name}`, child(property, name), node.toString());
      }
      for (const [, unit] of node.value.matchAll(/\d([a-z]+)\b/g)) {
        const lengths = child(types, "length");
        const kind = /^[dsl]v[wh]$/.test(unit as string) ? "viewport_percentage_units_dynamic" : (unit as string);
        add(unit as string, child(lengths, unit as string) ?? child(lengths, kind), node.toString());
      }
    }
  });
  return [...found.values()];
}
