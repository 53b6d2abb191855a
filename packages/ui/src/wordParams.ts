/** Parameters of an error as people read them: its amounts and moments in words, all others as they came. */

export interface ParamWords {
  /** Names of those that are amounts, in minor units. */
  amounts: readonly string[];
  money: (minor: number) => string;
  /** Names of those that are moments, in ISO 8601. */
  moments: readonly string[];
  /** @param at "2026-11-23T10:00:00.000Z" */
  moment: (at: string) => string;
}

export function wordParams<Value>(
  params: Readonly<Record<string, Value>>,
  { amounts, money, moments, moment }: ParamWords,
): Record<string, Value | string> {
  const worded: Record<string, Value | string> = { ...params };
  for (const name of amounts) if (typeof params[name] === "number") worded[name] = money(params[name]);
  for (const name of moments) if (typeof params[name] === "string") worded[name] = moment(params[name]);
  return worded;
}
