/**
 * Inputs for fuzz tests, generated from the contract's own schemas: some valid, some nearly valid, some
 * completely wrong.
 */
import * as fc from "fast-check";
import * as z from "zod/mini";

interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e3",
  "NaN",
  "Infinity",
  "null",
  "true",
  "__proto__",
  "constructor",
  "toString",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u200b",
  "İıŞş",
  "👩‍👩‍👧‍👦",
  "\r\nX-Injected: 1",
  "'; drop table players; --",
  "%00",
  "%",
  "%zz",
  "../../../etc/passwd",
  "<script>",
  "{{7*7}}",
  "${7*7}",
  "x".repeat(5_000),
];
const NUMBERS = [
  -1,
  -0,
  0.1,
  1e-7,
  1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_SAFE_INTEGER,
];
function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}

/** JSON values that no schema expects. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, deep(50), deep(2_000)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  // As JSON.parse makes it: an own key.
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"polluted":true}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  ),
);

/** A valid value of a schema, as JSON. */
export function valid(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return arbitraryOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

/** About half of the inputs are valid, the others are wrong in one place or completely. */
export function inputs(schema: z.ZodMiniType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostile });
  const good = valid(schema);
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 4, arbitrary: fc.tuple(good, hostile, fc.nat(), fc.nat(2)).map(([...parts]) => spoil(...parts)) },
    { weight: 1, arbitrary: hostile },
  );
}

/** Replaces, removes or adds one key. */
function spoil(value: unknown, by: unknown, where: number, how: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return by;
  const keys = Object.keys(value);
  const key = keys[where % Math.max(1, keys.length)];
  const copy: Record<string, unknown> = { ...value };
  if (key === undefined || how === 2) copy[`extra${where % 7}`] = by;
  else if (how === 1) delete copy[key];
  else copy[key] = by;
  return copy;
}

function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitraryOf));
  if (schema.allOf?.[0]) return arbitraryOf(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case "object":
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const record = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([key, value]) => {
        const known = KNOWN[key];
        return [key, known ? fc.oneof(known, arbitraryOf(value)) : arbitraryOf(value)];
      }),
    ),
    { requiredKeys: required.filter((key) => Object.hasOwn(properties, key)) },
  );
  if (typeof additionalProperties !== "object") return record;
  return fc
    .tuple(record, fc.dictionary(fc.string({ maxLength: 20 }), arbitraryOf(additionalProperties), { maxKeys: 4 }))
    .map(([known, more]) => ({ ...more, ...known }));
}

const DATES = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
/** Values with a meaning to the server, which a schema does not contain. */
const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  timeZone: fc.constantFrom("UTC", "Europe/Istanbul", "Asia/Kolkata"),
  machineId: fc.integer({ min: 1, max: 4 }),
  machineID: fc.integer({ min: 1, max: 4 }),
  control: fc.constantFrom("play", "take", "gamble", "bet"),
};

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (format === "date-time") return DATES.map((date) => date.toISOString());
  if (format === "date") return DATES.map((date) => date.toISOString().slice(0, 10));
  if (format === "uuid") return fc.uuid();
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern), { size: "small" }).map((text) => text.slice(0, maxLength));
  return fc.string({ unit: "grapheme", minLength, maxLength });
}

function numberOf(schema: JsonSchema): fc.Arbitrary<number> {
  const { type, exclusiveMinimum, exclusiveMaximum } = schema;
  const min = Math.max(schema.minimum ?? -1e6, exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + 1);
  const max = Math.min(schema.maximum ?? 1e6, exclusiveMaximum === undefined ? 1e6 : exclusiveMaximum - 1);
  const low = Math.min(min, max);
  return type === "integer"
    ? fc.integer({ min: Math.ceil(low), max: Math.floor(Math.max(min, max)) })
    : fc.double({ min: low, max: Math.max(min, max), noNaN: true });
}
