import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigError, readConfig } from "../config.ts";
import { checkPlace } from "./checkPlace.ts";
import { listenAs, listenProblem, operatorErrorOf } from "./operatorErrors.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-errors-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const configOf = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...environment });
/** The sentence with which a start is refused; null: it is not. */
const refusal = (environment: Record<string, string> = {}) =>
  checkPlace(configOf(environment)).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      return error.message.replaceAll(folder, "…");
    },
  );
const systemError = (code: string, rest: object = {}) => Object.assign(new Error(code), { code, ...rest });

it("a folder that is new, or complete, is good", async () => {
  expect(await refusal({ DATA_DIR: join(folder, "deep/er") })).toBeNull();
  await mkdir(join(folder, "pictures"));
  await writeFile(join(folder, "Settings.json"), "{}");
  expect(await refusal()).toBeNull();
});

it("what is no folder, or no file, is named", async () => {
  await writeFile(join(folder, "file"), "");
  await writeFile(join(folder, "pictures"), "");
  expect(await refusal()).toBe("DATA_DIR …: …/pictures is not a folder.");
  await rm(join(folder, "pictures"));
  await mkdir(join(folder, "Settings.json"));
  expect(await refusal()).toBe("DATA_DIR …: …/Settings.json is a folder, and must be a file.");
  expect(await refusal({ DATA_DIR: join(folder, "file/deep/er") })).toBe(
    "DATA_DIR …/file/deep/er: …/file is not a folder.",
  );
  await symlink("circle", join(folder, "circle"));
  expect(await refusal({ DATA_DIR: join(folder, "circle") })).toBe(
    "DATA_DIR …/circle: it is a link that leads to itself, or a link in the place of a file of the house.",
  );
  expect(await refusal({ DATA_DIR: join(folder, "data"), BACKUP_METRICS_DIR: join(folder, "file") })).toBe(
    "BACKUP_METRICS_DIR …/file: it is not a folder.",
  );
});

it("files for NATS must be there; the key of the staff may be missing", async () => {
  const database = { DATABASE_URL: "postgresql://a:b@127.0.0.1/c", NATS_URL: "nats://127.0.0.1" };
  const data = { DATA_DIR: join(folder, "data") };
  expect(await refusal({ ...data, ...database, NATS_CREDS: join(folder, "creds") })).toBe(
    "NATS_CREDS …/creds: there is no such file.",
  );
  expect(await refusal({ ...data, STAFF_KEY_FILE: join(folder, "key") })).toBeNull();
});

it("an error of the system later in the start is the operator's, too, also as the cause of another one", () => {
  const config = configOf();
  const error = systemError("EACCES", { path: join(folder, "folder.id"), syscall: "open" });
  for (const one of [error, new Error("it failed", { cause: error })])
    expect(operatorErrorOf(one, config)?.message).toMatch(/^DATA_DIR .*: .* may not read or write .*folder\.id\.$/);
  // Made in the folder above.
  const made = systemError("EROFS", { path: join(folder, "pictures"), syscall: "mkdir" });
  expect(operatorErrorOf(made, config)?.message).toBe(
    `DATA_DIR ${folder}: it is on a file system that is mounted read-only.`,
  );
  // A missing file may be a mistake of the program, and so may everything else.
  expect(operatorErrorOf(systemError("ENOENT", { path: "/opt/program.js" }), config)).toBeNull();
  expect(operatorErrorOf(systemError("EPIPE"), config)).toBeNull();
  expect(operatorErrorOf(new Error("a mistake"), config)).toBeNull();
});

it("why nobody can listen at an address", () => {
  const listener = { portVariable: "PORT", hostVariable: "HOST", host: "h", port: 80 } as const;
  const said = (code: string) => listenProblem(systemError(code), listener);
  expect(said("EADDRINUSE")).toBe("PORT 80 is in use: another program, or another house, listens on h:80.");
  expect(said("EACCES")).toMatch(/^PORT 80: .* may not listen on it; take a port from 1024 on/);
  expect(said("EADDRNOTAVAIL")).toBe("HOST h: this computer has no such address.");
  expect(said("ENOTFOUND")).toBe("HOST h: the name leads to no address.");
  expect(said("EMFILE")).toBeNull();
});

it("a name that can't be looked up yet, as at boot, is no mistake of the operator: the next start may succeed", async () => {
  const listener = { portVariable: "PORT", hostVariable: "HOST", host: "h", port: 80 } as const;
  const errorOf = (code: string) =>
    listenAs(listener, () => Promise.reject(systemError(code))).catch((error: unknown) => error);
  expect(await errorOf("ENOTFOUND")).toBeInstanceOf(ConfigError);
  const later = await errorOf("EAI_AGAIN");
  expect(later).not.toBeInstanceOf(ConfigError);
  expect(later).toMatchObject({ message: "HOST h: the name can't be looked up now." });
});

it("why no video can be sent from an address", async () => {
  const address = { VIDEO_BIND_ADDRESS: "192.0.2.1" };
  expect(await refusal(address)).toBe("VIDEO_BIND_ADDRESS 192.0.2.1: this computer has no such address.");
});
