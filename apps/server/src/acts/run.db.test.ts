/** What the person and the audit log get of an act, where the log can't be written. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import type { ActContext } from "./context.ts";
import { runSteps } from "./run.ts";
import type { StepsDone } from "./run.ts";
import { staff } from "./testing.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const breakLog = () => database.superuser.schema.alterTable("audit_log").renameTo("audit_log_away").execute();
const repairLog = () => database.superuser.schema.alterTable("audit_log_away").renameTo("audit_log").execute();
const rows = () => database.db.selectFrom("audit_log").select("after").orderBy("seq").execute();

it.each([
  ["succeeds", async () => ({ after: { paid: 500 }, result: { paid: 500 } }), { result: { paid: 500 } }],
  [
    "fails",
    async () => {
      throw new Error("no answer");
    },
    { error: "no answer" },
  ],
])("who carries out an act that %s gets that, also if its outcome can't be recorded", async (_, work, expected) => {
  const notRecorded: unknown[] = [];
  const context = {
    storage: { db: database.db },
    onNotRecorded: (error: unknown) => void notRecorded.push(error),
  } as unknown as ActContext;
  const got = await runSteps(
    context,
    { name: "machine.hand-pay", why: "optional" },
    { actor: staff("leyla"), target: "machine 1" },
    {
      plan: async () => ({ target: "machine 1", before: null, requested: {} }),
      async carryOut(): Promise<StepsDone<object>> {
        await breakLog();
        return work();
      },
    },
  ).then(
    ({ result }) => ({ result }),
    (error: Error) => ({ error: error.message }),
  );
  expect(got).toEqual(expected);
  expect(notRecorded).toHaveLength(1);
  await repairLog();
  expect(await rows()).toEqual([{ after: { outcome: "asked" } }]);
});
