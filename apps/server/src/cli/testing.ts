/**
 * Commands of `house` on a test database, in this process. It opens storage and domain by itself instead of by `createApp`:
 * one storage serves all commands of a test, where `createApp` with the role `cli` would open one per command.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { vi } from "vitest";
import { readConfig } from "../config.ts";
import { openDomain } from "../domain.ts";
import { connectStorage } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createCommandContext } from "./commandContext.ts";
import { createProgram } from "./program.ts";

export interface TestHouse {
  database: TestDatabase;
  storage: Storage;
  /** Resolves with the output. @throws the command's error */
  run(...words: string[]): Promise<string>;
  /** Acts in the audit log, the newest last. */
  acts(
    name?: string,
  ): Promise<{ act: string; by: string; target: string | null; before: unknown; after: unknown; why: string | null }[]>;
  close(): Promise<void>;
}

export async function openTestHouse(environment: Record<string, string> = {}): Promise<TestHouse> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "house-commands-"));
  const log = pino({ level: "silent" });
  const config = readConfig({ DATA_DIR: dataDir, ...environment });
  const storage = await connectStorage({ url: database.url, ownerUrl: database.ownerUrl, dataDir, log });
  return {
    database,
    storage,
    async run(...words) {
      const printed: string[] = [];
      const spy = vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
      try {
        const program = createProgram(async (work) => {
          const sent: Promise<void>[] = [];
          const publish = (topic: string, message: unknown) => void sent.push(storage.notify({ topic, message }));
          const domain = await openDomain({ config, storage, publish, log });
          await work(createCommandContext(domain, log));
          await Promise.all(sent);
        });
        await program.parseAsync(["node", "house", ...words]);
      } finally {
        spy.mockRestore();
      }
      return printed.join("\n");
    },
    async acts(name) {
      const query = database.db.selectFrom("audit_log").select(["act", "by", "target", "before", "after", "why"]);
      return (name === undefined ? query : query.where("act", "=", name)).orderBy("seq").execute();
    },
    async close() {
      await storage.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
