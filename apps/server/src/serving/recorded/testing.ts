/** Values for a schema, made from its JSON Schema. Only for tests. */

/** The part of JSON Schema that the house's messages use. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
}

/** For what has no schema: states of a display. */
const ANY = { presses: [], reels: [] };
const STRINGS: Record<string, string> = {
  uuid: "6f1f0f5e-6f0a-4c53-8f5e-0d6f3c1f2a4b",
  "date-time": "2026-11-22T20:15:00.000Z",
};

function objects({ properties = {} }: JsonSchema): object[] {
  const all = Object.entries(properties).map(([name, schema]) => [name, samplesOf(schema)] as const);
  const base = Object.fromEntries(all.map(([name, [first]]) => [name, first]));
  // Each further variant of a field is in an object of its own.
  return [base, ...all.flatMap(([name, [, ...more]]) => more.map((value) => ({ ...base, [name]: value })))];
}
function arrays({ items = {}, prefixItems }: JsonSchema): unknown[][] {
  if (prefixItems) return [prefixItems.map((schema) => samplesOf(schema)[0])];
  return samplesOf(items).map((item) => [item]);
}

/** At least one value, with every optional field, and one more for each variant of a union. */
export function samplesOf(schema: JsonSchema): [unknown, ...unknown[]] {
  const { type, format = "", maxLength, minimum, exclusiveMinimum } = schema;
  const variants = schema.anyOf ?? schema.oneOf;
  const [first, ...more] = variants?.flatMap((variant) => samplesOf(variant)) ?? [];
  if (first !== undefined) return [first, ...more];
  if ("const" in schema) return [schema.const];
  if (schema.enum) return [schema.enum[0]];
  if (Array.isArray(type)) {
    const [one, ...others] = type.flatMap((single) => samplesOf({ ...schema, type: single }));
    return [one, ...others];
  }
  switch (type) {
    case "object": {
      const { additionalProperties: values, propertyNames: names } = schema;
      if (typeof values !== "object") return objects(schema) as [unknown];
      const name = String(samplesOf(names ?? { type: "string" })[0]);
      return [{ [name]: samplesOf(values)[0] }];
    }
    case "array":
      return arrays(schema) as [unknown];
    case "string":
      return [(STRINGS[format] ?? "text").slice(0, maxLength)];
    case "integer":
    case "number":
      return [Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1)];
    case "boolean":
      return [true];
    case "null":
      return [null];
    default:
      return [ANY];
  }
}

/** The value, with a field that no version knows in each of its objects that have named fields. */
export function withUnknownFields(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value))
    return value.map((item, n) => withUnknownFields(item, schema.prefixItems?.[n] ?? schema.items ?? {}));
  if (typeof value !== "object" || value === null) return value;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const fits = ({ properties }: JsonSchema) =>
      properties !== undefined &&
      Object.entries(value).every(([name, own]) => {
        const property = properties[name];
        return property !== undefined && (!("const" in property) || property.const === own);
      });
    return withUnknownFields(value, variants.find(fits) ?? {});
  }
  const { properties } = schema;
  if (!properties) return value;
  const known = Object.entries(value).map(([name, own]) => [name, withUnknownFields(own, properties[name] ?? {})]);
  return { ...Object.fromEntries(known), addedLater: { by: "a newer version" } };
}

/** Fields of `before` that `now` does not have, or has in another type, as paths. */
export function lostFields(before: unknown, now: unknown, path = ""): string[] {
  if (before === null || now === null || typeof before !== "object" || typeof now !== "object")
    return before === null || now === null || typeof before === typeof now ? [] : [path];
  if (Array.isArray(before))
    return Array.isArray(now) ? lostFields(before[0] ?? null, now[0] ?? null, `${path}[]`) : [path];
  return Object.entries(before).flatMap(([name, value]) => {
    const own = (now as Record<string, unknown>)[name];
    return own === undefined ? [`${path}.${name}`] : lostFields(value, own, `${path}.${name}`);
  });
}
