/**
 * Leaves out of the contract what an app never reads, and every visitor would fetch and build: of a call its summary, tag,
 * the codes that it may answer, and the schemas of what is sent; of a socket's request the schema of what is sent. The
 * server parses what it is sent; the app parses only answers.
 */
import { parseSync } from "vite";
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

export function leanCalls(): Plugin {
  return {
    name: "reelcast:lean-calls",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w/]+\.ts$/, code: /(CALLS|_SOCKET|_REQUESTS) = \{/ },
      handler: (code) => ({ code: withoutUnread(code), map: null }),
    },
  };
}
