/** Makes a browser as old as another one, for tests. Runs in the page before its scripts, and is sent there as text: it imports nothing. */

export interface MissingApis {
  globals: string[];
  /** Interface and member: of the interface itself, and of its instances. */
  statics: [string, string][];
  members: [string, string][];
}

export function removeApis({ globals, statics, members }: MissingApis): void {
  const place = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  const isOwner = (value: unknown): value is object & { prototype?: object } =>
    typeof value === "function" || (typeof value === "object" && value !== null);
  for (const [owner, name] of statics) {
    const from = place[owner];
    if (isOwner(from) && Object.hasOwn(from, name)) Reflect.deleteProperty(from, name);
  }
  for (const [owner, name] of members) {
    const from = place[owner]?.prototype;
    if (from && Object.hasOwn(from, name)) Reflect.deleteProperty(from, name);
  }
  for (const name of globals) if (Object.hasOwn(globalThis, name)) Reflect.deleteProperty(globalThis, name);
}
