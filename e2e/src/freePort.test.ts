import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { END_PORT, FIRST_PORT, freePort } from "./freePort.ts";

it("gives no port twice, none that an outgoing connection may take, and ten to each", async () => {
  const ports = [];
  for (let n = 0; n < 300; n += 1) ports.push(await freePort());
  const sorted = ports.toSorted((a, b) => a - b);
  expect(sorted.slice(1).every((port, n) => port - (sorted[n] ?? 0) >= 10)).toBe(true);
  expect(sorted.at(-1)).toBeLessThan(20_000);
  const server = createServer().listen(ports[0], "127.0.0.1");
  await once(server, "listening");
  server.close();
});

it("gives another process none of the ports that this one has, though nobody listens on them", async () => {
  const ports: number[] = [];
  for (let n = 0; n < 200; n += 1) ports.push(await freePort());
  const script = `
    import { freePort } from ${JSON.stringify(fileURLToPath(new URL("freePort.ts", import.meta.url)))};
    const ports = [];
    for (let n = 0; n < 200; n += 1) ports.push(await freePort());
    console.log(JSON.stringify(ports));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const others = JSON.parse(stdout) as number[];
  expect(others).toHaveLength(200);
  expect(others.filter((port) => ports.includes(port))).toEqual([]);
});

it("gives no port that fetch and browsers refuse to open", async () => {
  // Reached after the check of the port: connects to nobody.
  const dispatcher = {
    dispatch() {
      throw new Error("opened");
    },
  };
  const refused: number[] = [];
  for (let port = FIRST_PORT; port < END_PORT; port += 1) {
    const options = { dispatcher } as unknown as RequestInit;
    const reason: unknown = await fetch(`http://127.0.0.1:${port}`, options).catch(({ cause }: Error) => cause);
    if (!(reason instanceof Error && reason.message === "opened")) refused.push(port);
  }
  expect(refused).toEqual([]);
});
