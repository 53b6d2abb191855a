import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createSettingsFile } from "./settings.ts";

it("the settings follow their file: absent, written, broken once, mended, removed", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "reelcast-settings-")), "Settings.json");
  let time = 0;
  const warn = vi.fn();
  const settings = createSettingsFile(file, { warn }, () => time);
  const title = () => {
    time += 1_000;
    return settings.current().menuTitle;
  };
  expect(title()).toBe("Reelcast");
  await writeFile(file, '{"menuTitle":"House","ipCheck":"yes"}');
  expect(title()).toBe("House");
  expect(settings.current().ipCheck).toBe(false);
  expect(settings.raw()).toEqual({ menuTitle: "House", ipCheck: "yes" });
  await writeFile(file, "{");
  expect(title()).toBe("Reelcast");
  expect(title()).toBe("Reelcast");
  expect(warn).toHaveBeenCalledTimes(1);
  await writeFile(file, '{"menuTitle":"Again"}');
  expect(title()).toBe("Again");
  await writeFile(file, '{"menuTitle":"Third house"}');
  expect([settings.current().menuTitle, settings.read().menuTitle]).toEqual(["Again", "Third house"]);
  await rm(file);
  expect(settings.raw()).toEqual({});
});
