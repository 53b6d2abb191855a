/**
 * Leaves out of the contract what an app never reads, and every visitor would fetch and build: of a call its summary, tag,
 * the codes that it may answer, and the schemas of what is sent; of a socket's request the schema of what is sent. The
 * server parses what it is sent; the app parses only answers. A build in which code reads what is left out fails: it would
 * fail in the browser, where it would be undefined.
 */
import { Visitor, parseSync } from "vite";
import type { ESTree, Plugin } from "vite";

const OF_A_CALL = ["summary", "tag", "errors", "params", "query", "body"];
const OF_A_REQUEST = ["params"];

/** `{…}`, also as `{…} as const satisfies Table`. */
function objectOf(node: ESTree.Node | null | undefined): ESTree.ObjectExpression | null {
  if (node?.type === "TSAsExpression" || node?.type === "TSSatisfiesExpression") return objectOf(node.expression);
  return node?.type === "ObjectExpression" ? node : null;
}
const membersOf = (object: ESTree.ObjectExpression | null) =>
  (object?.properties ?? []).flatMap((member) =>
    member.type === "Property" && member.key.type === "Identifier" ? [{ member, name: member.key.name }] : [],
  );

/** Of each entry of a table, the members with these names. */
const inEntries = (table: ESTree.ObjectExpression | null, names: readonly string[]) =>
  membersOf(table)
    .flatMap(({ member }) => membersOf(objectOf(member.value)))
    .filter(({ name }) => names.includes(name))
    .map(({ member }) => member);

function unread({ id, init }: ESTree.VariableDeclarator): { start: number; end: number }[] {
  const name = id.type === "Identifier" ? id.name : "";
  const object = objectOf(init);
  if (/(^|_)CALLS$/.test(name)) return inEntries(object, OF_A_CALL);
  if (/(^|_)REQUESTS$/.test(name)) return inEntries(object, OF_A_REQUEST);
  if (!name.endsWith("_SOCKET")) return [];
  const requests = membersOf(object).find((one) => one.name === "requests");
  return inEntries(objectOf(requests?.member.value), OF_A_REQUEST);
}

/** @param code a file of the contract, as written */
export function withoutUnread(code: string): string {
  const { program } = parseSync("contract.ts", code);
  const ranges = program.body
    .map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node))
    .flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []))
    .flatMap(unread)
    .toSorted((a, b) => b.start - a.start);
  let left = code;
  for (const { start, end } of ranges) left = left.slice(0, start) + left.slice(end).replace(/^\s*,\s*/, "");
  return left;
}

/** The names of `A.b["c"].d`, of which only the first need be known; null for anything else. A computed part is "". */
function chainOf(node: ESTree.Node): string[] | null {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "TSNonNullExpression" || node.type === "TSAsExpression" || node.type === "ChainExpression")
    return chainOf(node.expression);
  if (node.type !== "MemberExpression") return null;
  const before = chainOf(node.object);
  const { property } = node;
  const name = !node.computed && property.type === "Identifier" ? property.name : textOf(property);
  return before && [...before, name];
}
const textOf = (node: ESTree.Node) => (node.type === "Literal" && typeof node.value === "string" ? node.value : "");

function isLeftOut([table = "", ...rest]: readonly string[]): boolean {
  const last = rest.at(-1) ?? "";
  if (/(^|_)CALLS$/.test(table)) return rest.length === 2 && OF_A_CALL.includes(last);
  if (/(^|_)REQUESTS$/.test(table)) return rest.length === 2 && OF_A_REQUEST.includes(last);
  return table.endsWith("_SOCKET") && rest.length === 3 && rest[0] === "requests" && OF_A_REQUEST.includes(last);
}

/** What a file reads of the members that are left out: "CALLS.login.body". */
export function readsOfLeftOut(code: string, file: string): string[] {
  const found: string[] = [];
  const note = (chain: readonly string[]) => isLeftOut(chain) && found.push(chain.join("."));
  new Visitor({
    MemberExpression(node) {
      note(chainOf(node) ?? []);
    },
    // const { body } = CALLS.login
    VariableDeclarator({ id, init }) {
      const chain = init && chainOf(init);
      if (!chain || id.type !== "ObjectPattern") return;
      for (const property of id.properties)
        if (property.type === "Property" && property.key.type === "Identifier") note([...chain, property.key.name]);
    },
  }).visit(parseSync(file, code).program);
  return found;
}

export function leanCalls(): Plugin {
  return {
    name: "reelcast:lean-calls",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/(packages|apps)\/[\w/-]+\.tsx?$/, code: /(CALLS|_SOCKET|_REQUESTS)\b/ },
      handler(code, id) {
        const isTable = /\/packages\/contract\/src\//.test(id) && /(CALLS|_SOCKET|_REQUESTS) = \{/.test(code);
        const lean = isTable ? withoutUnread(code) : code;
        const reads = readsOfLeftOut(lean, id);
        if (reads.length > 0) this.error(`${id} reads ${reads.join(", ")}, which the build leaves out.`);
        return isTable ? { code: lean, map: null } : null;
      },
    },
  };
}
