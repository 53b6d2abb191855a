/** What a command prints is its own: its log, such as a warning of the login, goes to stderr. */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeEach(async () => void (house = await openTestHouse()));
afterEach(() => house.close());

it("prints no warning into a backup or an export, and measures no disk that is not the house's", () => {
  const url = new URL(process.env["TEST_DATABASE_SUPERUSER_URL"] ?? "");
  url.pathname = new URL(house.database.url).pathname;
  const { PATH = "" } = process.env;
  const command = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", new URL("main.ts", import.meta.url).pathname, ...words],
      { env: { PATH, DATABASE_URL: url.href, DATA_DIR: "/nonexistent/house" }, encoding: "latin1", timeout: 60_000 },
    );
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("superuser");
    expect(stderr).not.toContain("free space");
    return stdout;
  };
  expect(command("backup", "-", "--by", "ayse")).toMatch(/^reelcast backup 1\n\{"program":/);
  expect(JSON.parse(command("settings", "export"))).toEqual({});
});
