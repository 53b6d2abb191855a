/**
 * Finds words in texts as a person would: without regard to case, accents, Turkish dots, or the marks and forms of
 * Arabic letters. Says where in the original they stand, so that they can be shown. Pure.
 */

import { searchFold } from "@reelcast/contract/fold";

interface Folded {
  text: string;
  /** For each character of `text`: the index of its letter in the original. */
  at: readonly number[];
}
function foldWithPlaces(original: string): Folded {
  let text = "";
  const at: number[] = [];
  let place = 0;
  for (const letter of original) {
    const folded = searchFold(letter);
    text += folded;
    for (let n = 0; n < folded.length; n += 1) at.push(place);
    place += letter.length;
  }
  at.push(original.length);
  return { text, at };
}
const wordsOf = (query: string): string[] => searchFold(query).split(/\s+/).filter(Boolean);

/** Whether the text contains every word of the query. An empty query matches every text. */
export function contains(text: string, query: string): boolean {
  const folded = searchFold(text);
  return wordsOf(query).every((word) => folded.includes(word));
}

export interface Piece {
  text: string;
  found: boolean;
}
/** The text in pieces; those that match a word of the query are marked as found. */
export function pieces(text: string, query: string): Piece[] {
  const { text: folded, at } = foldWithPlaces(text);
  const hits: [from: number, to: number][] = [];
  for (const word of wordsOf(query))
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      const end = from + word.length;
      let next = end;
      // Up to where the next letter of the original begins: marks belong to the letter before them.
      while (next < at.length - 1 && at[next] === at[end - 1]) next += 1;
      hits.push([at[from] ?? 0, at[next] ?? text.length]);
    }
  hits.sort(([a], [b]) => a - b);
  const parts: Piece[] = [];
  let done = 0;
  for (const [from, to] of hits) {
    if (to <= done) continue;
    const begin = Math.max(from, done);
    if (begin > done) parts.push({ text: text.slice(done, begin), found: false });
    parts.push({ text: text.slice(begin, to), found: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), found: false });
  return parts;
}

/** At most `length` characters round the first word that is found, cut between words. */
export function excerpt(text: string, query: string, length = 140): string {
  if (text.length <= length) return text;
  let first = 0;
  for (const piece of pieces(text, query)) {
    if (piece.found) break;
    first += piece.text.length;
  }
  const from = first >= text.length ? 0 : Math.max(0, Math.min(first - length / 3, text.length - length));
  const begin = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const cut = text.slice(begin, begin + length);
  const whole = begin + length >= text.length ? cut : cut.slice(0, Math.max(cut.lastIndexOf(" "), 1));
  return `${begin > 0 ? "… " : ""}${whole}${begin + whole.length < text.length ? " …" : ""}`;
}

export interface Searchable {
  title: string;
  text: string;
}
/** Those that have every word: first whose title begins with the query, then whose title has it, then the others. */
export function search<T extends Searchable>(entries: readonly T[], query: string): T[] {
  if (query.trim() === "") return [];
  const wanted = searchFold(query.trim());
  const rank = ({ title }: T): number => {
    const folded = searchFold(title);
    if (folded.startsWith(wanted)) return 0;
    return contains(title, query) ? 1 : 2;
  };
  return entries.filter(({ title, text }) => contains(`${title} ${text}`, query)).toSorted((a, b) => rank(a) - rank(b));
}
