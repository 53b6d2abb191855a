import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createAccounts } from "./index.ts";
import type { Accounts } from "./index.ts";
import { loadTokenKeys } from "./keys.ts";
import { PASSWORD, addTestAccount } from "./testing/players.ts";
import { createSigner } from "./tokens.ts";

let database: TestDatabase;
let folder: string;
let keyFile: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelcast-keys-"));
  keyFile = join(folder, "token.key");
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
const openAccounts = (file: string): Promise<Accounts> =>
  createAccounts({ db: database.db, keyFile: file, publish: () => {}, version: "1.0.0" });
const keys = () => database.db.selectFrom("token_keys").select("kid").execute();

describe("the keys of tokens", () => {
  it("are shared by all processes on one database: a login at one holds at the other", async () => {
    const [first, second] = await Promise.all([
      openAccounts(keyFile),
      openAccounts(join(folder, "other", "token.key")),
    ]);
    expect(await keys()).toHaveLength(1);
    await addTestAccount({ db: database.db, accounts: first }, { username: "ayse" });
    const { token } = await first.login({ username: "ayse", password: PASSWORD, siteId: 2008, ip: "1.2.3.4" });
    expect(await second.verify(token)).toMatchObject({ username: "ayse" });
  });

  it("are made once when several processes start at the same time", async () => {
    await Promise.all(Array.from({ length: 8 }, () => loadTokenKeys(database.db, keyFile)));
    expect(await keys()).toHaveLength(1);
  });

  it("hold the key of the data folder, imported once: its tokens name no key", async () => {
    const old = new Uint8Array(32).fill(5);
    await writeFile(keyFile, old);
    const loaded = await loadTokenKeys(database.db, keyFile);
    expect(Buffer.from((await loaded.byId(undefined)) ?? [])).toEqual(Buffer.from(old));
    expect(loaded.signing().kid).toBe("imported");
    await writeFile(keyFile, new Uint8Array(32).fill(6));
    expect(Buffer.from((await (await loadTokenKeys(database.db, keyFile)).byId(undefined)) ?? [])).toEqual(
      Buffer.from(old),
    );
    expect(await keys()).toEqual([{ kid: "imported" }]);
  });

  it("are imported in addition to those that a process without the file has made before", async () => {
    const fresh = await loadTokenKeys(database.db, join(folder, "none"));
    await writeFile(keyFile, new Uint8Array(32).fill(5));
    const both = await loadTokenKeys(database.db, keyFile);
    expect(await keys()).toHaveLength(2);
    expect(await both.byId(fresh.signing().kid)).not.toBeNull();
    expect(await both.byId(undefined)).not.toBeNull();
  });

  it("may change while the server runs: a new one signs, a retired one still verifies", async () => {
    let time = 0;
    const running = await loadTokenKeys(database.db, keyFile, () => time);
    const { token } = await createSigner(running, 12, () => new Date()).sign(1);
    await database.db.updateTable("token_keys").set({ retired_at: new Date() }).execute();
    await database.db
      .insertInto("token_keys")
      .values({ kid: "next", key: Buffer.alloc(32, 9), retired_at: null })
      .execute();
    const next = createSigner(await loadTokenKeys(database.db, keyFile), 12, () => new Date());
    expect(await next.read(token)).toMatchObject({ playerId: 1 });
    time += 1_000;
    const other = await next.sign(2);
    expect(await createSigner(running, 12, () => new Date()).read(other.token)).toMatchObject({ playerId: 2 });
    expect(running.signing().kid).toBe("next");
  });

  it("are not taken from a file that was cut short, and a file that others could read is made private", async () => {
    await writeFile(keyFile, "abcde");
    await expect(loadTokenKeys(database.db, keyFile)).rejects.toThrow(/holds 5 bytes/);
    await writeFile(keyFile, "x".repeat(32));
    await chmod(keyFile, 0o644);
    await loadTokenKeys(database.db, keyFile);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  });
});
