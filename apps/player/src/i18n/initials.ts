/** At most two letters for a person without a picture, in capitals as the language writes them: "Ayşe Yılmaz" → "AY". */
export function initialsOf(name: string, language: string): string {
  const words = name
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = "") => String.fromCodePoint(...[word.codePointAt(0)].filter((point) => point !== undefined)))
    .join("")
    .toLocaleUpperCase(language);
}
