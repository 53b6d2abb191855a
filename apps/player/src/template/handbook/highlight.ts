/** Splits the code of the examples into tokens for colouring. Knows as much of TSX as they use, and keeps every character. */
export type Kind = "plain" | "comment" | "string" | "keyword" | "tag";
export interface Token {
  kind: Kind;
  text: string;
}

const PATTERN =
  /(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>"[^"\n]*"|'[^'\n]*'|`[^`]*`)|(?<tag><\/?[A-Za-z][\w.]*|\/?>(?=\s*$|\s*[<{)])|<\/?>)|(?<keyword>\b(?:as|const|default|export|from|function|if|import|new|null|return|true|false|type|typeof)\b)/gm;

export function highlight(code: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > at) tokens.push({ kind: "plain", text: code.slice(at, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as Kind;
    tokens.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < code.length) tokens.push({ kind: "plain", text: code.slice(at) });
  return tokens;
}
