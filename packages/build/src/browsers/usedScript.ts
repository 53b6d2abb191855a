/**
 * What built scripts need of a browser that the targets lack. Types are unknown in a bundle: a method counts by its name, where it
 * is called without a test (`a.b()`, not `a.b?.()`), no interface of the targets has a member of that name, and the scripts define
 * none themselves. A property that is only read is `undefined` in an old browser, and is not looked for.
 */
import type { Features } from "./features.ts";

/** A node of ESTree, as the parser of Vite gives it. */
interface Syntax {
  type: string;
  start: number;
  [key: string]: unknown;
}
export interface Finding {
  /** As the exceptions name it: `URL.canParse`, `.checkVisibility`, `/v`, `@starting-style`. */
  feature: string;
  /** Browsers and the first versions that have it. */
  lacks: string[];
  /** An excerpt. */
  where: string;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";
const nameOf = (node: unknown): string | null =>
  isSyntax(node) && node.type === "Identifier" ? (node["name"] as string) : null;

const GLOBAL_OBJECTS = new Set(["window", "globalThis", "self"]);
const ITERATORS = new Set(["values", "keys", "entries", "matchAll"]);

function* childrenOf(node: Syntax): Generator<Syntax> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isSyntax(item)) yield item;
    } else if (isSyntax(value)) yield value;
  }
}
function* walk(root: Syntax): Generator<Syntax> {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    open.push(...childrenOf(node));
  }
}

/** The name of `a.b` and `a["b"]`. */
function memberName(node: Syntax): string | null {
  if (node["computed"] !== true) return nameOf(node["property"]);
  const property = node["property"] as Syntax;
  return property.type === "Literal" && typeof property["value"] === "string" ? property["value"] : null;
}
function isIteratorCall(node: unknown): boolean {
  if (!isSyntax(node) || node.type !== "CallExpression") return false;
  const callee = node["callee"] as Syntax;
  return (
    callee.type === "MemberExpression" &&
    ITERATORS.has(memberName(callee) ?? "") &&
    nameOf(callee["object"]) !== "Object"
  );
}

function addPattern(node: unknown, names: Set<string>): void {
  if (!isSyntax(node)) return;
  if (node.type === "Identifier") names.add(node["name"] as string);
  else if (node.type === "Property") addPattern(node["value"], names);
  else if (node.type === "AssignmentPattern") addPattern(node["left"], names);
  else if (node.type !== "MemberExpression") for (const inner of childrenOf(node)) addPattern(inner, names);
}
function addDeclared(node: Syntax, names: Set<string>): void {
  if (node.type === "VariableDeclarator") addPattern(node["id"], names);
  else if (/^(Function|Class|ArrowFunction)/.test(node.type)) {
    addPattern(node["id"], names);
    for (const param of (node["params"] as unknown[] | undefined) ?? []) addPattern(param, names);
  } else if (node.type === "CatchClause") addPattern(node["param"], names);
  else if (/^Import.*Specifier$/.test(node.type)) addPattern(node["local"], names);
}
/** Names that a module declares anywhere: not those of the browser. */
function declaredNames(root: Syntax): Set<string> {
  const names = new Set<string>();
  for (const node of walk(root)) addDeclared(node, names);
  return names;
}
/** Names that a module declares for all modules of its file. */
export function declaredAtTop(program: unknown): Set<string> {
  const names = new Set<string>();
  for (const statement of (program as Syntax)["body"] as Syntax[]) {
    const declaration = isSyntax(statement["declaration"]) ? statement["declaration"] : statement;
    addDeclared(declaration, names);
    for (const inner of (declaration["declarations"] as Syntax[] | undefined) ?? []) addDeclared(inner, names);
    for (const inner of (declaration["specifiers"] as Syntax[] | undefined) ?? []) addDeclared(inner, names);
  }
  return names;
}

/** Names of methods and properties that the scripts define: what has such a name may be their own. */
export function definedMembers(program: unknown): Set<string> {
  const names = new Set<string>();
  for (const node of walk(program as Syntax)) {
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type)) {
      const name = nameOf(node["key"]);
      if (name !== null) names.add(name);
    } else if (node.type === "AssignmentExpression") {
      const left = node["left"] as Syntax;
      const name = left.type === "MemberExpression" ? memberName(left) : null;
      if (name !== null) names.add(name);
    }
  }
  return names;
}

export interface Script {
  /** Of the parser. */
  program: unknown;
  code: string;
  /** What the modules of the same file declare for it. */
  atTop: ReadonlySet<string>;
  /** What the scripts of the app define themselves (definedMembers). */
  own: ReadonlySet<string>;
}

/** Identifiers that are no references to a variable, and members that are called without a test. */
function readRoles(root: Syntax): { names: Set<unknown>; called: Set<unknown> } {
  const names = new Set<unknown>();
  const called = new Set<unknown>();
  for (const node of walk(root)) {
    if (node.type === "MemberExpression" && node["computed"] !== true) names.add(node["property"]);
    else if (node.type === "CallExpression" && node["optional"] !== true) called.add(node["callee"]);
    else if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type)) {
      if (node["computed"] !== true && node["shorthand"] !== true) names.add(node["key"]);
    } else if (node.type === "LabeledStatement") names.add(node["label"]);
    else if (node.type === "ExportSpecifier") names.add(node["exported"]);
    else if (node.type === "ImportSpecifier") names.add(node["imported"]);
  }
  return { names, called };
}

class ScriptReader {
  readonly found = new Map<string, Finding>();
  readonly #script: Script;
  readonly #features: Features;
  readonly #declared: ReadonlySet<string>;
  readonly #roles: ReturnType<typeof readRoles>;

  constructor(script: Script, features: Features) {
    this.#script = script;
    this.#features = features;
    const root = script.program as Syntax;
    this.#declared = new Set([...declaredNames(root), ...script.atTop]);
    this.#roles = readRoles(root);
    for (const node of walk(root)) this.#read(node);
  }

  #add(feature: string, lacks: string[] | null, { start }: Syntax): void {
    if (!lacks || lacks.length === 0 || this.found.has(feature)) return;
    const where = this.#script.code.slice(Math.max(0, start - 30), start + 60);
    this.found.set(feature, { feature, lacks, where: where.replaceAll(/\s+/g, " ") });
  }
  #isGlobal(name: string | null): name is string {
    return name !== null && !this.#declared.has(name);
  }
  #read(node: Syntax): void {
    if (node.type === "Identifier") {
      const name = node["name"] as string;
      if (!this.#roles.names.has(node) && this.#isGlobal(name)) this.#add(name, this.#features.global(name), node);
    } else if (node.type === "Literal" && node["regex"]) {
      const { flags } = node["regex"] as { flags: string };
      for (const flag of flags) this.#add(`/${flag}`, this.#features.regExpFlag(flag), node);
    } else if (node.type === "MemberExpression") this.#readMember(node);
    else if (node.type === "CallExpression" || node.type === "NewExpression") this.#readOptions(node);
  }
  /** The name of a global that is read as `name`, or as a member of the global object. */
  #globalName(node: Syntax): string | null {
    const name = nameOf(node);
    if (name !== null) return this.#isGlobal(name) ? name : null;
    if (node.type !== "MemberExpression") return null;
    return this.#isGlobalObject(node["object"] as Syntax) ? memberName(node) : null;
  }
  #isGlobalObject(node: Syntax): boolean {
    const name = nameOf(node);
    return this.#isGlobal(name) && GLOBAL_OBJECTS.has(name);
  }
  #readMember(node: Syntax): void {
    const member = memberName(node);
    if (member === null) return;
    const object = node["object"] as Syntax;
    if (this.#isGlobalObject(object)) return this.#add(member, this.#features.global(member), node);
    const owner = this.#globalName(object);
    const lacks = owner === null ? null : this.#features.ofGlobal(owner, member);
    if (lacks !== null) return this.#add(`${owner}.${member}`, lacks, node);
    if (isIteratorCall(object)) return this.#add(`Iterator.${member}`, this.#features.iterator(member), node);
    if (this.#roles.called.has(node) && !this.#script.own.has(member))
      this.#add(`.${member}`, this.#features.member(member), node);
  }
  #readOptions(node: Syntax): void {
    const callee = node["callee"] as Syntax;
    const method = callee.type === "MemberExpression" ? memberName(callee) : nameOf(callee);
    if (method === null) return;
    for (const argument of node["arguments"] as Syntax[]) {
      if (argument.type !== "ObjectExpression") continue;
      for (const property of argument["properties"] as Syntax[]) {
        const option = nameOf(property["key"]);
        if (option !== null) this.#add(`.${method}({${option}})`, this.#features.option(method, option), property);
      }
    }
  }
}

export function usedByScript(script: Script, features: Features): Finding[] {
  return [...new ScriptReader(script, features).found.values()];
}
