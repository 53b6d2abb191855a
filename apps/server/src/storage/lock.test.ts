import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { expect, it, vi } from "vitest";
import { holdLock } from "./lock.ts";

it("is held by one at a time, and free once it is released", async () => {
  const name = randomUUID();
  const first = await holdLock(name);
  expect(first).not.toBeNull();
  expect(await holdLock(name)).toBeNull();
  const other = await holdLock(randomUUID());
  await first?.release();
  const second = await holdLock(name);
  expect(second).not.toBeNull();
  await second?.release();
  await other?.release();
});

it("is free as soon as its holder was killed", async () => {
  const name = randomUUID();
  const program = `
    const { holdLock } = await import(${JSON.stringify(new URL("./lock.ts", import.meta.url).href)});
    await holdLock(${JSON.stringify(name)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  expect(await holdLock(name)).toBeNull();
  holder.kill("SIGKILL");
  const lock = await vi.waitFor(async () => {
    const taken = await holdLock(name);
    expect(taken).not.toBeNull();
    return taken;
  }, 5_000);
  await lock?.release();
});
