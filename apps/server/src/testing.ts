/** The server in the process of a test, with its own database, opened by `createApp`. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, ErrorCode } from "@reelcast/contract";
import { GLYPHS, SEED_BRANDS, SKINS } from "@reelcast/machine";
import { pino } from "pino";
import { expect } from "vitest";
import { PASSWORD, addTestAccount } from "./accounts/testing/players.ts";
import { createApp } from "./app.ts";
import type { InProcessApp, Overrides } from "./app.ts";
import { createLocalBus } from "./bus/local.ts";
import { dataPaths, readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { testNode } from "./floor/testing/node.ts";
import { createTestDatabase } from "./storage/testing/index.ts";
import type { TestDatabase } from "./storage/testing/index.ts";
import type { OwnVideo } from "./video/index.ts";
import { createWallet } from "./wallet/index.ts";

export { PASSWORD };

const refuse = () => Promise.reject(new AppError(ErrorCode.InvalidRequest));
/** Records no video. */
export const noVideo: OwnVideo = {
  start: async () => {},
  stop: async () => {},
  pid: () => null,
  viewers: () => 0,
  ports: () => ({ video: 50_000, proxy: null }),
  stats: () => ({ viewers: 0, machines: 0, restarts: 0, frames: 0 }),
  create: refuse,
  patch: refuse,
  remove() {},
  isViewed: async () => false,
  stills: async () => [],
  drawReels: async () => null,
};

/** Without the demo, on that database. */
export const testConfig = (
  { url, ownerUrl }: Pick<TestDatabase, "url" | "ownerUrl">,
  dataDir: string,
  environment: Record<string, string> = {},
): Config =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DEMO: "0", ...environment });

/** Writes empty files in place of pictures: drawing them takes longer than most tests. */
async function skipPictures(dataDir: string): Promise<void> {
  const { pictures } = dataPaths(dataDir);
  const files = [
    ...SKINS.map(({ key }) => join(pictures, "machines", `${key}.png`)),
    ...SEED_BRANDS.map(({ key }) => join(pictures, "brands", `${key}.png`)),
    ...GLYPHS.map((key) => join(pictures, "symbols", `${key}.webp`)),
  ];
  for (const kind of ["machines", "brands", "symbols"]) await mkdir(join(pictures, kind), { recursive: true });
  await Promise.all(files.map((file) => writeFile(file, "")));
}

export interface TestApp extends InProcessApp {
  database: TestDatabase;
  /** Closes the app and opens another one on the same data. */
  reopen(): Promise<void>;
  /** Adds a player with `PASSWORD` and an empty account. Resolves with the id. */
  addPlayer(username: string): Promise<number>;
}

export async function openTestApp(
  environment: Record<string, string> = {},
  overrides: (database: TestDatabase) => Overrides = () => ({}),
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "reelcast-test-"));
  await skipPictures(dataDir);
  const config = testConfig(database, dataDir, environment);
  const open = () =>
    createApp(config, {
      log: pino({ level: "silent" }),
      bus: createLocalBus((error) => {
        throw error;
      }),
      video: noVideo,
      node: testNode(database.db),
      refusalStepMs: 0,
      ...overrides(database),
      role: "inProcess",
    });
  const first = await open();
  let end = () => first.close();
  const house: TestApp = {
    ...first,
    database,
    async reopen() {
      await end();
      const again = await open();
      end = () => again.close();
      const { domain, bus, floor, http, console } = again;
      Object.assign(house, { domain, bus, floor, http, console });
    },
    addPlayer(username) {
      const { accounts, wallet } = house.domain;
      const welcome: typeof wallet.openPlayer = (trx, id) => wallet.openPlayer(trx, id);
      return addTestAccount({ db: database.db, accounts, welcome }, { username });
    },
    /** Also checks the ledger. */
    async close() {
      await end();
      expect((await createWallet({ db: database.db }).check()).broken).toEqual([]);
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return house;
}
