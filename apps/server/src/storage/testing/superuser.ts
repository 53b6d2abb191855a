/** The superuser of an embedded database: for tests that need more rights than the server and the owner have. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { USER } from "../postmaster.ts";

/** @param url of any login to that database */
export async function superuserUrl(dataDir: string, url: string): Promise<string> {
  const address = new URL(url);
  address.username = USER;
  address.password = (await readFile(join(dataDir, "postgres.password"), "utf8")).trim();
  return address.href;
}
