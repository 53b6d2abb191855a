/** A text with the searched words marked. */
import { pieces } from "./matching.ts";

export function Marked({ text, query }: { text: string; query: string }) {
  return pieces(text, query).map(({ text: piece, found }, n) =>
    found ? (
      <mark key={n} className="rounded-sm bg-gold/25 px-0.5 text-inherit">
        {piece}
      </mark>
    ) : (
      <span key={n}>{piece}</span>
    ),
  );
}
