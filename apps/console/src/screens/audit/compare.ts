/** The states of an act before and after it, field by field. Pure. */

export interface ComparedField {
  /** "balance", "limits.0.value"; empty: the state is one value. */
  name: string;
  /** null: the field was not there. */
  before: string | null;
  after: string | null;
  changed: boolean;
}
const MAX_FIELDS = 500;

function fieldsOf(state: unknown, name: string, into: Map<string, string>): void {
  if (into.size >= MAX_FIELDS) return;
  const isNested = typeof state === "object" && state !== null && Object.keys(state).length > 0;
  if (!isNested) {
    into.set(name, typeof state === "string" ? state : JSON.stringify(state));
    return;
  }
  for (const [key, value] of Object.entries(state)) fieldsOf(value, name === "" ? key : `${name}.${key}`, into);
}
function flat(state: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  if (state !== null && state !== undefined) fieldsOf(state, "", fields);
  return fields;
}

/** Those that changed come first, each group in the order of the states. */
export function compareStates(before: unknown, after: unknown): ComparedField[] {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const fields = names.map((name) => {
    const [was, is] = [old.get(name) ?? null, now.get(name) ?? null];
    return { name, before: was, after: is, changed: was !== is };
  });
  return [...fields.filter(({ changed }) => changed), ...fields.filter(({ changed }) => !changed)];
}
