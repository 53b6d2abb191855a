/**
 * The effect of one player's load on another: the time of single calls of one player, alone and while another player
 * has 250 concurrent calls, of a light call (the balance) and of a heavy one (a page of the history). The other player
 * soon reaches the limit of calls per minute, so refusals are part of the load.
 */
import { Agent, request } from "node:http";
import { PlayerClient } from "../../e2e/src/client.ts";
import { TestServer } from "../../e2e/src/testServer.ts";
import { inShort } from "./short.ts";

const AT_ONCE = inShort(250, 20);
const SAMPLES = inShort(60, 5);
const EVERY_MS = 40;
const BAR_MS = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const house = await TestServer.open();

function call(token: string, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: "127.0.0.1", port: house.port, path: `/api/v1${path}`, headers, agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN;

async function sample(token: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    const began = performance.now();
    await call(token, "/player/balance", agent);
    times.push(performance.now() - began);
    await pause(EVERY_MS);
  }
  agent.destroy();
  return times;
}
function row(name: string, times: readonly number[], alone: readonly number[]): string {
  const delay = percentile(times, 0.95) - percentile(alone, 0.95);
  const figure = (value: number) => value.toFixed(1).padStart(7);
  return `${name.padEnd(34)} median ${figure(percentile(times, 0.5))} ms   p95 ${figure(percentile(times, 0.95))}   most ${figure(Math.max(...times))}   p95 later by ${figure(delay)} (bar ${BAR_MS})`;
}

try {
  const honest = await PlayerClient.login(house.url, "demo1");
  await sample(honest.token);
  const alone = await sample(honest.token);
  const lines = [row("alone", alone, alone)];
  for (const [name, username, path] of [
    ["next to 250 balances at once", "demo2", "/player/balance"],
    ["next to 250 pages of history at once", "demo3", "/player/sessions"],
  ] as const) {
    const greedy = await PlayerClient.login(house.url, username);
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const answers: Record<number, number> = {};
    const stop = new AbortController();
    const calls = Array.from({ length: AT_ONCE }, async () => {
      while (!stop.signal.aborted) {
        const status = await call(greedy.token, path, agent);
        answers[status] = (answers[status] ?? 0) + 1;
        // After a refusal the next call follows as soon as the answer permits.
        if (status === 429) await pause(1_000);
      }
    });
    const times = await sample(honest.token);
    stop.abort();
    await Promise.all(calls);
    agent.destroy();
    const counted = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    lines.push(`${row(name, times, alone)}   (${counted.join(", ")})`);
  }
  console.log(lines.join("\n"));
} finally {
  await house.close();
}
