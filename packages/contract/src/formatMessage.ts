/** Fills in the parameters of an English message in ICU's format: `{name}`, and `{count, plural, one {…} other {…}}`. */

export type MessageValue = string | number | boolean | null | undefined;

const PLACEHOLDER = /\{(\w+)(?:, plural,((?: (?:=\d+|one|other) \{[^{}]*\})+))?\}/g;
const CHOICE = /(=\d+|one|other) \{([^{}]*)\}/g;

/** The text of a plural for `value`: that of the very number, else that of English's plural form. `#` is the number. */
function plural(choices: string, value: MessageValue, shown: string): string {
  const texts = new Map([...choices.matchAll(CHOICE)].map(([, key, text]) => [key, text]));
  const text = texts.get(`=${value}`) ?? (value === 1 ? texts.get("one") : undefined) ?? texts.get("other") ?? "";
  return text.replaceAll("#", shown);
}

/** A parameter without a value stands in the text as its name in braces. Plurals hold no other placeholders. */
export function formatMessage(message: string, params: Readonly<Record<string, MessageValue>>): string {
  return message.replace(PLACEHOLDER, (_, name: string, choices: string | undefined) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const shown = value === undefined || value === null ? `{${name}}` : String(value);
    return choices === undefined ? shown : plural(choices, value, shown);
  });
}
