/** A day of play in minutes: every kind of act again and again, and what the house holds meanwhile. */
import { setTimeout as pause } from "node:timers/promises";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";
import { PlayerClient } from "../client.ts";
import {
  chatOf,
  joinAndLeave,
  leave,
  loginAndOut,
  openAndClose,
  play,
  readPage,
  sit,
  SOAK_ENVIRONMENT,
} from "./acts.ts";
import type { Seated } from "./acts.ts";
import { trendsOf } from "./slope.ts";
import type { Sample, Trend } from "./slope.ts";
import { MEDIA_PID, readUsage } from "./usage.ts";

const SAMPLES = 60;
/** Part of the time in which caches fill, pages are touched for the first time and code is compiled. */
const WARM_UP = 0.25;
const CREDIT = 50_000;
const MACHINES = { watched: 5, played: 6, changing: 7 } as const;
/** Below the calls that one player has in a minute. */
const BETWEEN_PAGES_MS = 130;
const BETWEEN_PRESSES_MS = 250;
const BETWEEN_MESSAGES_MS = 3_500;

export interface SoakReport {
  seconds: number;
  /** How many of each kind were done. */
  acts: Record<string, number>;
  /** What failed, in words, with how often. */
  failures: Record<string, number>;
  /** As far as two samples had different processes. */
  mediaRestarts: number;
  trends: Trend[];
}

/** @param onSample called about every tenth of the run */
export async function runSoak(options: {
  seconds: number;
  onSample?: (part: number, sample: Sample) => void;
}): Promise<SoakReport> {
  const house = await TestServer.open(SOAK_ENVIRONMENT);
  try {
    return await soak(house, options);
  } finally {
    await house.close();
  }
}

async function soak(house: TestServer, { seconds, onSample }: Parameters<typeof runSoak>[0]): Promise<SoakReport> {
  const acts: Record<string, number> = {};
  const failures: Record<string, number> = {};
  const samples: Sample[] = [];
  const total = () => Object.values(acts).reduce((sum, count) => sum + count, 0);
  const ends = performance.now() + seconds * 1_000;

  /** Does it again and again until the time is over. */
  async function again(kind: string, betweenMs: number, act: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; performance.now() < ends; n += 1) {
      try {
        await act(n);
        acts[kind] = (acts[kind] ?? 0) + 1;
      } catch (error) {
        // Numbers differ from one failure of a kind to the next.
        const what = `${kind}: ${error instanceof Error ? error.message : String(error)}`.replaceAll(/\d+/g, "n");
        failures[what] = (failures[what] ?? 0) + 1;
        await pause(200);
      }
      await pause(betweenMs);
    }
  }

  const watcher = await sit(house, "demo1", MACHINES.watched, CREDIT);
  const gambler = await sit(house, "demo2", MACHINES.played, CREDIT);
  const reader = await PlayerClient.login(house.url, "demo4");
  const write = await chatOf(house, reader);
  let changing: Seated | undefined;
  await withDatabase(house, async (client) => {
    const sample = async () => {
      samples.push({ acts: total(), usage: await readUsage(house, client) });
    };
    async function watch(): Promise<void> {
      for (let n = 0; performance.now() < ends; n += 1) {
        await sample();
        const last = samples.at(-1);
        if (last && n % (SAMPLES / 10) === 0) onSample?.(n / SAMPLES, last);
        await pause(Math.max(0, Math.min((seconds * 1_000) / SAMPLES, ends - performance.now())));
      }
      await sample();
    }
    await Promise.all([
      watch(),
      again("join and leave", 0, () => joinAndLeave(house, watcher.player, watcher.videoPath)),
      again("join and leave", 0, () => joinAndLeave(house, gambler.player, gambler.videoPath)),
      again("login and logout", 0, (n) => loginAndOut(house, `demo${1 + (n % 4)}`)),
      again("socket", 0, () => openAndClose(house, reader)),
      again("press", BETWEEN_PRESSES_MS, () => play(watcher)),
      again("press", BETWEEN_PRESSES_MS, () => play(gambler)),
      again("page", BETWEEN_PAGES_MS, (n) => readPage(house, reader, n)),
      again("message", BETWEEN_MESSAGES_MS, () => write()),
      again("session with a game", 0, async () => {
        changing = await sit(house, "demo3", MACHINES.changing, 1_000);
        await play(changing);
        await leave(changing);
      }),
    ]);
  });
  for (const { game } of [watcher, gambler]) game.close();
  changing?.game.close();
  const processes = new Set(samples.map(({ usage }) => usage[MEDIA_PID]).filter((pid) => pid !== 0));
  return {
    seconds,
    acts,
    failures,
    mediaRestarts: Math.max(0, processes.size - 1),
    trends: trendsOf(samples, WARM_UP).filter(({ name }) => name !== MEDIA_PID),
  };
}
