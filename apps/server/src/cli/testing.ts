/** Commands of `house` on a test database, in this process. Each opens the data as `withContext` does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { vi } from "vitest";
import { createApp } from "../app.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { testConfig } from "../testing.ts";
import type { ActContext } from "../acts/index.ts";
import { createCommandContext } from "./commandContext.ts";
import { createProgram } from "./program.ts";

export interface TestHouse {
  database: TestDatabase;
  /** Called with what a command works on, before it does. */
  onContext?: (context: ActContext) => void;
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
  const config = testConfig(database, dataDir, environment);
  const house: TestHouse = {
    database,
    async run(...words) {
      const printed: string[] = [];
      const spy = vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
      try {
        const program = createProgram(async (work) => {
          const app = await createApp(config, { role: "cli", log });
          try {
            const context = createCommandContext(app.domain, log);
            house.onContext?.(context);
            await work(context);
          } finally {
            await app.close();
          }
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
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return house;
}
