/** What may stand in the house's settings: pure checks of one key, of a whole file, and of a change. */
import { mergeSettings } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { InputError } from "../input.ts";

/** What was set. For every other key the default holds. */
export type Body = Readonly<Record<string, unknown>>;

/** With the defaults for what is not set. */
export const settingsOf = (body: Body): Readonly<Settings> => mergeSettings(body).settings;

const defaults = settingsOf({});
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws InputError for a key that there is not */
export function checkKey(key: string): asserts key is keyof Settings {
  if (!Object.hasOwn(defaults, key)) throw new InputError(`There is no setting "${key}".`);
}

/** One key as an operator types it. @throws InputError for an unknown key, what is no JSON, and a wrong value */
export function readValue(key: string, json: string): unknown {
  checkKey(key);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new InputError(`The value of ${key} is not JSON: write text in quotes, such as '"Reelcast"'.`);
  }
  if (mergeSettings({ [key]: value }).ignored.length > 0)
    throw new InputError(`${json} is not a value for ${key}: docs/contract.md says what is.`);
  return value;
}

/** The valid keys of a file, and the names of those that are left out. @throws InputError where it is no object of JSON */
export function readFileBody(text: string): { body: Body; ignored: string[] } {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new InputError("The settings are not JSON.");
  }
  if (!isObject(found)) throw new InputError("The settings are not an object of JSON.");
  const { ignored } = mergeSettings(found);
  const body = Object.fromEntries(Object.entries(found).filter(([key]) => !ignored.includes(key)));
  return { body, ignored };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The keys whose value in force differs. */
export function changedKeys(before: Body, after: Body): string[] {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  return (Object.keys(defaults) as (keyof Settings)[]).filter((key) => !same(was[key], is[key]));
}

/** `after` with the currency that holds in `before`. */
export function keepCurrency(before: Body, after: Body): Body {
  const { currency: _, ...rest } = after;
  return Object.hasOwn(before, "currency") ? { ...rest, currency: before["currency"] } : rest;
}
