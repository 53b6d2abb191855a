/** A credit on the command line while the disk is short: the reserve is the house's, not the command's environment. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterEach, expect, it } from "vitest";
import { HOUSE_START, SYSTEM, recordAct } from "../audit/index.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

const MEGABYTE = 1024 * 1024;
/** More than any disk has. */
const TOO_MUCH = 10_000_000;

let house: TestHouse;
afterEach(() => house.close());

async function openAfterStart(environment: Record<string, string>, reserve: number) {
  house = await openTestHouse(environment);
  const after = { version: "1.0.0", approvalAbove: 10_000_000, diskReserveBytes: reserve * MEGABYTE };
  const start = { ...SYSTEM, act: HOUSE_START, target: "host test", before: null, after, why: null };
  await recordAct(house.database.db, start);
  await house.run("player", "add", "anna", "--email", "anna@example.com", "--password", "a long password");
}
const credit = () => house.run("player", "credit", "anna", "5.00", "--why", "deposit");

it("is refused by the reserve of the running house, and says which space is short", async () => {
  await openAfterStart({ DISK_RESERVE_MB: "0" }, TOO_MUCH);
  await expect(credit()).rejects.toMatchObject({
    code: ConsoleErrorCode.NotCredited,
    message: expect.stringMatching(
      new RegExp(
        `^anna is not credited, and nothing has moved: .* Free: \\d+ MB; DISK_RESERVE_MB: 10000000\\. .*${ErrorCode.NewPlayPaused}`,
      ),
    ) as string,
    cause: { code: ErrorCode.NewPlayPaused },
  });
});

it("is not refused by a reserve that only the command's environment has", async () => {
  await openAfterStart({ DISK_RESERVE_MB: String(TOO_MUCH) }, 0);
  expect(await credit()).toBe("anna has 5.00.");
});
