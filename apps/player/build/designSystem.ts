/**
 * Reads the design system's source (packages/ui) for the handbook: components with their props, docstrings and defaults,
 * functions with their signatures, icons. What it can't read is left out, never guessed.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import type { ESTree } from "vite";
import type { ComponentDoc, DesignSystemDoc, FunctionDoc, PropDoc } from "../src/template/handbook/data.ts";

export const UI_INDEX = fileURLToPath(new URL("../../../packages/ui/src/index.ts", import.meta.url));

interface Source {
  file: string;
  code: string;
  body: readonly ESTree.Node[];
  comments: readonly { value: string; start: number; end: number }[];
}

function read(path: string): Source {
  const code = readFileSync(path, "utf8");
  const { program, comments, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? "can't be read"}`);
  return { file: basename(path), code, body: program.body, comments };
}

const slice = ({ code }: Source, node: { start: number; end: number }) =>
  code.slice(node.start, node.end).replace(/\s+/g, " ");
const isComponentName = (name: string) => /^[A-Z]/.test(name);

/** The docstring that ends right before `start`, as one paragraph; "" where there is none. */
function docBefore({ code, comments }: Source, start: number): string {
  const found = comments.find(
    ({ value, end }) => value.startsWith("*") && end <= start && code.slice(end, start).trim() === "",
  );
  return (found?.value ?? "")
    .replace(/^\s*\*/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
/** The sentence that a file begins with. */
const headOf = (source: Source) => {
  const first = source.comments[0];
  return first && source.code.slice(0, first.start).trim() === "" ? docBefore(source, endOf(source, first.end)) : "";
};
const endOf = ({ code }: Source, from: number) => from + (/^\s*/.exec(code.slice(from))?.[0].length ?? 0);

/** What stands behind a name within the file. */
const declarations = (source: Source): readonly ESTree.Node[] =>
  source.body.map((node) => (node.type === "ExportNamedDeclaration" && node.declaration ? node.declaration : node));

interface Members {
  props: PropDoc[];
  takesToo: string[];
}

/** A short union of the file, by its name, is said as what it is. */
function typeText(source: Source, node: ESTree.Node): string {
  const text = slice(source, node);
  const alias = declarations(source).find((other) => other.type === "TSTypeAliasDeclaration" && other.id.name === text);
  return alias?.type === "TSTypeAliasDeclaration" && alias.typeAnnotation.type === "TSUnionType"
    ? slice(source, alias.typeAnnotation)
    : text;
}

function membersOfBody(source: Source, body: readonly ESTree.Node[]): PropDoc[] {
  return body.flatMap((member): PropDoc[] => {
    if (member.type !== "TSPropertySignature" && member.type !== "TSMethodSignature") return [];
    if (member.key.type !== "Identifier") return [];
    const typed = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : undefined;
    return [
      {
        name: member.key.name,
        type: typed ? typeText(source, typed) : slice(source, member),
        optional: member.optional,
        about: docBefore(source, member.start),
      },
    ];
  });
}

/** The props that a type asks for, and the types that it takes over whole. */
function membersOf(source: Source, type: ESTree.Node): Members {
  switch (type.type) {
    case "TSTypeLiteral":
      return { props: membersOfBody(source, type.members), takesToo: [] };
    case "TSIntersectionType": {
      const parts = type.types.map((part) => membersOf(source, part));
      return { props: parts.flatMap(({ props }) => props), takesToo: parts.flatMap(({ takesToo }) => takesToo) };
    }
    case "TSTypeReference": {
      const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
      for (const node of declarations(source)) {
        if (node.type === "TSTypeAliasDeclaration" && node.id.name === name)
          return membersOf(source, node.typeAnnotation);
        if (node.type !== "TSInterfaceDeclaration" || node.id.name !== name) continue;
        const parents = node.extends.map((parent) => {
          const known = declarations(source).find(
            (other) => other.type === "TSInterfaceDeclaration" && other.id.name === slice(source, parent.expression),
          );
          return known?.type === "TSInterfaceDeclaration"
            ? { props: membersOfBody(source, known.body.body), takesToo: [] }
            : { props: [], takesToo: [slice(source, parent)] };
        });
        return {
          props: [...membersOfBody(source, node.body.body), ...parents.flatMap(({ props }) => props)],
          takesToo: parents.flatMap(({ takesToo }) => takesToo),
        };
      }
      return { props: [], takesToo: [slice(source, type)] };
    }
    default:
      return { props: [], takesToo: [slice(source, type)] };
  }
}

/** `{tone = "plain"}` → tone: "plain". */
function defaultsOf(source: Source, pattern: ESTree.Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (pattern.type !== "ObjectPattern") return found;
  for (const property of pattern.properties)
    if (
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      property.value.type === "AssignmentPattern"
    )
      found.set(property.key.name, slice(source, property.value.right));
  return found;
}

function component(source: Source, declared: ESTree.Function, start: number): ComponentDoc {
  const [first] = declared.params;
  const annotation = first && "typeAnnotation" in first ? first.typeAnnotation?.typeAnnotation : undefined;
  const members = annotation ? membersOf(source, annotation) : { props: [], takesToo: [] };
  const defaults = first ? defaultsOf(source, first) : new Map<string, string>();
  return {
    name: declared.id?.name ?? "",
    file: source.file,
    about: docBefore(source, start) || headOf(source),
    props: members.props.map((prop) => {
      const fallback = defaults.get(prop.name);
      return fallback === undefined ? prop : { ...prop, fallback };
    }),
    takesToo: members.takesToo,
  };
}

function functionDoc(source: Source, declared: ESTree.Function, start: number): FunctionDoc {
  const end = declared.body?.start ?? declared.end;
  return {
    name: declared.id?.name ?? "",
    file: source.file,
    about: docBefore(source, start) || headOf(source),
    signature: slice(source, { start: declared.id?.start ?? declared.start, end }).trim(),
  };
}

/** Everything that one file of the design system gives to others. */
function describeFile(source: Source): DesignSystemDoc {
  const components: ComponentDoc[] = [];
  const functions: FunctionDoc[] = [];
  const icons: string[] = [];
  const plain = (name: string): ComponentDoc => ({
    name,
    file: source.file,
    about: headOf(source),
    props: [],
    takesToo: [],
  });
  for (const node of source.body) {
    if (node.type !== "ExportNamedDeclaration" || node.exportKind === "type") continue;
    const { declaration } = node;
    if (declaration?.type === "FunctionDeclaration") {
      if (isComponentName(declaration.id?.name ?? "")) components.push(component(source, declaration, node.start));
      else functions.push(functionDoc(source, declaration, node.start));
    }
    if (declaration?.type === "VariableDeclaration")
      for (const { id, init } of declaration.declarations) {
        if (id.type !== "Identifier") continue;
        // Called rather than drawn: what it takes stands in an interface of its name.
        if (init?.type === "ObjectExpression") {
          const options = `${id.name.charAt(0).toUpperCase()}${id.name.slice(1)}Options`;
          const taken = declarations(source).find(
            (other) => other.type === "TSInterfaceDeclaration" && other.id.name === options,
          );
          components.push({
            ...plain(id.name),
            props: taken?.type === "TSInterfaceDeclaration" ? membersOfBody(source, taken.body.body) : [],
          });
        } else if (/^[A-Z]\w*[a-z]/.test(id.name)) components.push(plain(id.name));
      }
    // Taken from elsewhere as it is: `export { Form } from "…"`.
    for (const { exported } of node.specifiers) {
      if (exported.type !== "Identifier" || !isComponentName(exported.name)) continue;
      if (node.source?.value.startsWith("lucide-react/icons/")) icons.push(exported.name);
      else components.push(plain(exported.name));
    }
  }
  return { components, functions, icons };
}

/** The files of which packages/ui is made. */
export function uiFiles(): string[] {
  return read(UI_INDEX).body.flatMap((node) =>
    node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source)
      ? [join(dirname(UI_INDEX), node.source?.value ?? "")]
      : [],
  );
}

export function describeDesignSystem(): DesignSystemDoc {
  const files = uiFiles().map((path) => describeFile(read(path)));
  return {
    components: files.flatMap(({ components }) => components),
    functions: files.flatMap(({ functions }) => functions),
    icons: files.flatMap(({ icons }) => icons),
  };
}
