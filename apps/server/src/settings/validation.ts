/** Validation of settings: one key, a whole file, and a change. Pure. */
import { mergeSettings, weakerRules } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { InputError } from "../input.ts";
import { holdsUnstorable } from "../unstorable.ts";

/** The keys that were set. Every other key has its default. */
export type SettingsOverrides = Readonly<Record<string, unknown>>;

/** The settings with defaults for missing keys. */
export const withDefaults = (body: SettingsOverrides): Readonly<Settings> => mergeSettings(body).settings;

const defaults = withDefaults({});
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const UNSTORABLE = "A text of the settings has a null character, or half of a character, which can't be stored.";

/** @throws InputError for an unknown key */
export function assertKnownKey(key: string): asserts key is keyof Settings {
  if (!Object.hasOwn(defaults, key)) throw new InputError(`There is no setting "${key}".`);
}

/** Parses one key from the command line. @throws InputError for an unknown key, invalid JSON, or a wrong value */
export function parseSetting(key: string, json: string): unknown {
  assertKnownKey(key);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new InputError(`The value of ${key} is not JSON: write text in quotes, such as '"Reelcast"'.`);
  }
  if (holdsUnstorable(value)) throw new InputError(UNSTORABLE);
  if (mergeSettings({ [key]: value }).ignored.length > 0)
    throw new InputError(`${json} is not a value for ${key}: docs/contract.md says what is.`);
  return value;
}

/**
 * For a person who can choose something else: a rule that is weaker than its profile permits would have no effect.
 * @throws ConsoleError RulesBelowProfile
 */
export function assertPermitted({ playRules }: Pick<Settings, "playRules">): void {
  const { profile, rules } = weakerRules(playRules);
  if (rules.length === 0) return;
  throw new ConsoleError(ConsoleErrorCode.RulesBelowProfile, { profile, rules: rules.join(", ") });
}

/** The valid keys and fields of a file, and the names of ignored keys. @throws InputError if it is not a JSON object */
export function parseSettingsFile(text: string): { body: SettingsOverrides; ignored: string[] } {
  let found: unknown;
  try {
    // Some editors begin a file with the mark of its encoding.
    found = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new InputError("The settings are not JSON.");
  }
  if (!isObject(found)) throw new InputError("The settings are not an object of JSON.");
  if (holdsUnstorable(found)) throw new InputError(UNSTORABLE);
  const { valid, ignored } = mergeSettings(found);
  return { body: valid, ignored };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The keys whose effective value differs. */
export function changedKeys(before: SettingsOverrides, after: SettingsOverrides): string[] {
  const [was, is] = [withDefaults(before), withDefaults(after)];
  return (Object.keys(defaults) as (keyof Settings)[]).filter((key) => !same(was[key], is[key]));
}

/** `after` with the currency of `before`. */
export function keepCurrency(before: SettingsOverrides, after: SettingsOverrides): SettingsOverrides {
  const { currency: _, ...rest } = after;
  return Object.hasOwn(before, "currency") ? { ...rest, currency: before["currency"] } : rest;
}
