import { readdir, readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

/** By `proc(5)`: the 19th field of a thread's `stat`. */
async function prioritiesOfThreads(): Promise<number[]> {
  const threads = await readdir("/proc/self/task");
  return Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/self/task/${thread}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
    }),
  );
}

it("hashes and compares on other threads", async () => {
  const stored = await hashPassword("play1234");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await Promise.all([verifyPassword(stored, "play1234"), verifyPassword(stored, "play12345")])).toEqual([
    true,
    false,
  ]);
  await expect(verifyPassword("no hash", "play1234")).rejects.toThrow();
});

it.runIf(process.platform === "linux")("does so at a lower priority than the rest of the process", async () => {
  await hashPassword("play1234");
  const priorities = await prioritiesOfThreads();
  const own = getPriority();
  expect(Math.max(...priorities)).toBe(own + 5);
  expect(Math.min(...priorities)).toBe(own);
});
