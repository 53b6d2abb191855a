/** Reads the project's own style sheets: the tokens of `@theme`, the utilities and the variants that they define. */

export interface Token {
  /** With its dashes, e.g. "--color-gold". */
  name: string;
  value: string;
}
export interface Rule {
  name: string;
  /** The source of its body, without braces and indentation. */
  css: string;
}

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, "");

/** The text between the brace at `open` and its closing one. @throws Error if there is none */
function blockAt(css: string, open: number): string {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    else if (css[at] === "}" && (depth -= 1) === 0) return css.slice(open + 1, at);
  }
  throw new Error("A block of the style sheet is never closed");
}

function outdented(block: string): string {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent).trimEnd()).join("\n");
}

function rulesOf(css: string, keyword: string): Rule[] {
  const bare = withoutComments(css);
  return [...bare.matchAll(new RegExp(`@${keyword}\\s+([\\w*-]+)\\s*(\\{|\\([^;]*;)`, "g"))].map(
    ({ index, 0: whole, 1: name = "", 2: rest = "" }) => ({
      name,
      css: rest === "{" ? outdented(blockAt(bare, index + whole.length - 1)) : rest.slice(1, -2),
    }),
  );
}

/** `@utility name { … }` */
export const utilitiesOf = (css: string): Rule[] => rulesOf(css, "utility");
/** `@custom-variant name { … }` and `@custom-variant name (selector);` */
export const variantsOf = (css: string): Rule[] => rulesOf(css, "custom-variant");

/** Tokens of every `@theme` block in their order, without those that only reset the framework's own. */
export function tokensOf(css: string): Token[] {
  const bare = withoutComments(css);
  return [...bare.matchAll(/@theme[^{]*\{/g)]
    .flatMap(({ index, 0: whole }) => blockAt(bare, index + whole.length - 1).split(";"))
    .flatMap((declaration) => {
      const [, name, value = ""] = /^\s*(--[\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(declaration) ?? [];
      return name === undefined ? [] : [{ name, value: value.replaceAll(/\s+/g, " ") }];
    });
}

/** Those of one kind: "color" → "--color-…". */
export const tokensOfKind = (tokens: readonly Token[], kind: string): Token[] =>
  tokens.filter(({ name }) => name.startsWith(`--${kind}-`));
