/**
 * 2,000 sockets, a tenth of them hostile: how long honest players' presses take until they are accepted, before, under
 * and after an attack from other networks and from the players' own, and what that does to the server. The honest
 * clients and the attackers are separate processes; the attackers run at a lower priority, since real ones have their
 * own machines. `--sockets n --seats n --seconds n --rounds n`, 2,000, 50, 20 (of each attack) and 1 by default; more
 * rounds show whether the server's memory stops rising. `--only name` lets all attackers do the same. Linux.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PlayerClient } from "@reelcast/e2e/client";
import type { GameClient } from "@reelcast/e2e/client";
import { TestServer } from "@reelcast/e2e/testServer";
import { ATTACKS, attack } from "./attackers/attacks.ts";
import { openHonestSockets } from "./attackers/honestSockets.ts";
import { seedPlayersAndMachines } from "./seed.ts";
import { createPressLoad } from "./pressLoad.ts";
import { inShort } from "./short.ts";

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seats: { type: "string", default: inShort("50", "2") },
    sockets: { type: "string", default: inShort("2000", "60") },
    seconds: { type: "string", default: inShort("20", "1") },
    rounds: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const SEATS = Number(values.seats);
const SOCKETS = Number(values.sockets);
const ATTACKERS = SOCKETS / 10;
const CROWD = SOCKETS - ATTACKERS - SEATS;
/** More of one player's sockets are closed. */
const SOCKETS_EACH = 18;
const CROWD_PLAYERS = Math.ceil(CROWD / SOCKETS_EACH);
const HOSTILE_PLAYERS = 10;
const ATTACK_MS = Number(values.seconds) * 1_000;
const QUIET_MS = ATTACK_MS * 0.75;
const CREDIT = 500_000;
const TICKS_PER_SECOND = 100;
const BAR_MS = 20;
const PRESSED_WITHIN_MS = 15_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs one role in a child process, and reports when it is ready. */
async function runChild(role: string): Promise<void> {
  const [{ url, names, networks }] = (await once(process, "message")) as [
    { url: string; names: string[]; networks: string[] },
  ];
  if (role === "crowd") await openHonestSockets({ url, names, networks, sockets: CROWD });
  else {
    setPriority(10);
    await attack({ url, names, networks, attackers: ATTACKERS, only: values.only });
  }
  process.send?.("ready");
}
async function startChild(role: string, order: object): Promise<ChildProcess> {
  const child = fork(fileURLToPath(import.meta.url), [role, ...process.argv.slice(2)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  child.send(order);
  await once(child, "message");
  return child;
}
async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function usageOf(pid: number): Promise<{ cpu: number; mib: number; descriptors: number }> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  const resident = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    mib: Number(resident) / 1024,
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

const pressing = createPressLoad();
const ending = new AbortController();

async function main(): Promise<void> {
  const house = await TestServer.open();
  const children: ChildProcess[] = [];
  try {
    const machines = await seedPlayersAndMachines(house, {
      players: SEATS + CROWD_PLAYERS + HOSTILE_PLAYERS,
      machines: SEATS,
    });
    const url = `http://127.0.0.1:${house.port}`;
    const games: { game: GameClient; control: string }[] = [];
    for (const [index, machineId] of machines.entries()) {
      const game = await (await PlayerClient.login(house.url, `bench${index + 1}`)).game();
      const { machine } = await game.init(machineId);
      await game.cashIn(CREDIT);
      const controls = machine.bands.flatMap((band) => band.controls);
      games.push({ game, control: controls.find(({ kind }) => kind === "play")?.id ?? "play" });
    }
    const namesFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => `bench${first + index + 1}`);
    const networksOf = (third: number) => Array.from({ length: 20 }, (_, index) => `127.0.${third}.${index + 1}`);
    children.push(await startChild("crowd", { url, names: namesFrom(SEATS, CROWD_PLAYERS), networks: networksOf(1) }));
    const players = games.map(({ game, control }) => pressing.play(game, control, () => ending.signal.aborted));
    await pause(inShort(3_000, 500));
    console.log(
      `${SEATS} seats, ${CROWD} more honest sockets, ${ATTACKERS} attackers (${values.only ?? Object.keys(ATTACKS).join(", ")})\n` +
        `${"press → accepted".padEnd(34)}     n   median      p95      p99   server     RSS   descriptors`,
    );
    const quiet = { p95: Number.NaN };
    async function phase(name: string, ms: number): Promise<void> {
      const pid = house.pid ?? 0;
      const before = await usageOf(pid);
      pressing.times = [];
      const began = performance.now();
      await pause(ms);
      // A short phase may have none.
      for (const until = began + PRESSED_WITHIN_MS; pressing.times.length === 0 && performance.now() < until;)
        await pause(50);
      const sorted = pressing.times.toSorted((a, b) => a - b);
      const after = await usageOf(pid);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      const cell = (share: number) => `${at(share).toFixed(1)} ms`.padStart(8);
      if (Number.isNaN(quiet.p95)) quiet.p95 = at(0.95);
      const cores = (after.cpu - before.cpu) / ((performance.now() - began) / 1000);
      console.log(
        `${name.padEnd(34)} ${String(sorted.length).padStart(5)} ${cell(0.5)} ${cell(0.95)} ${cell(0.99)} ` +
          `${cores.toFixed(2)} core ${after.mib.toFixed(0).padStart(4)} MiB ${String(after.descriptors).padStart(6)}   ` +
          `p95 × ${(at(0.95) / quiet.p95).toFixed(1)} (bar ${BAR_MS} ms)`,
      );
    }
    const hostile = namesFrom(SEATS + CROWD_PLAYERS, HOSTILE_PLAYERS);
    await phase("quiet", QUIET_MS);
    const kinds = [["attacked from other networks", 2] as const, ["attacked from their own", 1] as const];
    for (const [name, third] of Array.from({ length: Number(values.rounds) }, () => kinds).flat()) {
      const attackers = await startChild("attack", { url, names: hostile, networks: networksOf(third) });
      children.push(attackers);
      await phase(name, ATTACK_MS);
      await end(attackers);
      await pause(inShort(2_000, 100));
      await phase("… and after it", QUIET_MS / 2);
    }
    console.log(
      `${pressing.refused} presses refused (a game was under way); the server is ${house.running ? "up" : "DOWN"}`,
    );
    ending.abort();
    await Promise.all(players);
  } finally {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) await end(child);
    await house.close();
  }
}

const [role] = process.argv.slice(2);
await (role === "crowd" || role === "attack" ? runChild(role) : main());
