import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./freePort.ts";

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
