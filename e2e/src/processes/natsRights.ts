/** The rights that deploy/nats/nats-server.conf gives to processes by their role, on a NATS server of a test. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUser } from "@nats-io/nkeys";
import type { NatsServerOptions } from "./nats.ts";

const SHIPPED = fileURLToPath(new URL("../../../deploy/nats/nats-server.conf", import.meta.url));

/**
 * A key for each process, and what its role may send and receive.
 * @param folder where the files of the keys are written
 */
export async function shippedRights(
  folder: string,
  processes: readonly { name: string; role: string }[],
): Promise<Required<Pick<NatsServerOptions, "more" | "authorization">> & { keys: ReadonlyMap<string, string> }> {
  const text = await readFile(SHIPPED, "utf8");
  const roles = [...text.matchAll(/^[A-Z]+: \{\n(?: {2}.*\n)+\}$/gm)].map(([section]) => section);
  const keys = new Map<string, string>();
  const users: string[] = [];
  for (const { name, role } of processes) {
    const user = createUser();
    const file = join(folder, `${name}.nk`);
    await writeFile(file, user.getSeed(), { mode: 0o600 });
    keys.set(name, file);
    users.push(`{ nkey: ${user.getPublicKey()}, permissions: $${role.toUpperCase()} }`);
  }
  return { more: roles.join("\n"), authorization: `users: [\n${users.join("\n")}\n]`, keys };
}
