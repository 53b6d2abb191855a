import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { holdDuty } from "./duty.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it("a duty is one process's at a time, and another's after its end", async () => {
  const log = pino({ level: "silent" });
  const shown: string[] = [];
  const process = (name: string) =>
    holdDuty({
      url: database.url,
      name: "logs",
      log,
      async begin() {
        shown.push(`${name} begins`);
        return () => void shown.push(`${name} ends`);
      },
    });
  const first = process("first");
  await vi.waitFor(() => expect(shown).toEqual(["first begins"]));
  const second = process("second");
  await first();
  await vi.waitFor(() => expect(shown).toEqual(["first begins", "first ends", "second begins"]), 15_000);
  await second();
  expect(shown.at(-1)).toBe("second ends");
});
