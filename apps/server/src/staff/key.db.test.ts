import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { StaffKeyError, createSeal, decrypt, encrypt } from "./key.ts";

let database: TestDatabase;
let folder: string;
const file = () => join(folder, "staff.key");
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "staff-key-"));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A member with a secret that is encrypted by the key of the file. */
async function addSecret(): Promise<string> {
  const seal = createSeal(database.db, file());
  const totp_secret = await seal.seal(database.db, Buffer.from("a secret"), "staff 1");
  await database.db
    .insertInto("staff")
    .values({
      name: "Ayşe",
      skeleton: "ayse",
      roles: ["manager"],
      password_hash: null,
      totp_secret,
      totp_step: null,
      disabled_at: null,
      created_at: new Date(),
    })
    .execute();
  return totp_secret;
}

it("is made at the first start, readable by its owner alone, and used again", async () => {
  await createSeal(database.db, file()).prepare(false);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  const sealed = await addSecret();
  const again = createSeal(database.db, file());
  await again.prepare(false);
  expect((await again.open(sealed, "staff 1")).toString()).toBe("a secret");
  expect(sealed).not.toContain("secret");
});

it("a missing or another key is an error while secrets need it, and none is made", async () => {
  await createSeal(database.db, file()).prepare(false);
  await addSecret();
  const key = await readFile(file(), "utf8");
  await rm(file());
  await expect(createSeal(database.db, file()).prepare(false)).rejects.toThrow(
    /staff\.key, is missing.*house staff reset/,
  );
  await expect(readFile(file())).rejects.toThrow("ENOENT");
  await writeFile(file(), `${Buffer.alloc(32, 7).toString("base64url")}\n`);
  await expect(createSeal(database.db, file()).prepare(false)).rejects.toThrow(/is not the key/);
  await writeFile(file(), "too short\n");
  await expect(createSeal(database.db, file()).prepare(false)).rejects.toBeInstanceOf(StaffKeyError);
  await writeFile(file(), key);
  await expect(createSeal(database.db, file()).prepare(false)).resolves.toBeUndefined();
});

it("without secrets a house of one process begins anew; of several, the first key counts", async () => {
  await createSeal(database.db, file()).prepare(true);
  const other = join(folder, "other.key");
  await expect(createSeal(database.db, other).prepare(true)).rejects.toThrow(/is missing/);
  await rm(file());
  await expect(createSeal(database.db, file()).prepare(false)).resolves.toBeUndefined();
});

it("of two processes that start at the same time, one makes the key", async () => {
  const seals = ["a.key", "b.key", "c.key"].map((name) => createSeal(database.db, join(folder, name)));
  const done = await Promise.allSettled(seals.map((seal) => seal.prepare(true)));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("several processes that start at the same time with one file all have its key", async () => {
  const seals = Array.from({ length: 4 }, () => createSeal(database.db, file()));
  await Promise.all(seals.map((seal) => seal.prepare(true)));
  const sealed = await seals[0]?.seal(database.db, Buffer.from("a secret"), "staff 1");
  expect((await seals[3]?.open(sealed ?? "", "staff 1"))?.toString()).toBe("a secret");
});

it("opens nothing that was changed, or belongs to another member", () => {
  const key = Buffer.alloc(32, 1);
  const sealed = encrypt(key, Buffer.from("a secret"), "staff 1");
  expect(decrypt(key, sealed, "staff 1").toString()).toBe("a secret");
  expect(encrypt(key, Buffer.from("a secret"), "staff 1")).not.toBe(sealed);
  expect(() => decrypt(key, sealed, "staff 2")).toThrow();
  expect(() => decrypt(Buffer.alloc(32, 2), sealed, "staff 1")).toThrow();
  const parts = sealed.split(".");
  for (const at of [1, 2, 3]) {
    const bytes = Buffer.from(parts[at] ?? "", "base64url");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const changed = parts.with(at, bytes.toString("base64url")).join(".");
    expect(() => decrypt(key, changed, "staff 1"), String(at)).toThrow();
  }
});
