/** The orderly end of a process that shares the house: its players, machines and viewers go to others first. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { LocalFloor } from "../floor/index.ts";
import type { Video } from "../video/index.ts";
import type { Member } from "./parts.ts";

/** Beyond DRAIN_SECONDS; then the process ends as it is, and the others take over as after its death. */
const SLACK_MS = 10_000;
const LOOK_MS = 100;

interface DrainParts {
  member: Member;
  seconds: number;
  http: FastifyInstance;
  ownFloor: LocalFloor | null;
  ownVideo: Video | null;
  log: Pick<Logger, "info" | "warn">;
}

/** Resolves when nothing is left here, or the time is over. Never rejects. */
export async function drainProcess({ member, seconds, http, ownFloor, ownVideo, log }: DrainParts): Promise<void> {
  if (!member.drain) return;
  const isOver = AbortSignal.timeout(seconds * 1_000 + SLACK_MS);
  const sockets = () => ("websocketServer" in http ? http.websocketServer.clients.size : 0);
  const until = async (isDone: () => boolean) => {
    while (!isDone() && !isOver.aborted) await pause(LOOK_MS, undefined, { ref: false });
  };
  log.info({ sockets: sockets(), ...ownFloor?.load(), viewers: ownVideo?.viewers() ?? 0 }, "this process drains");
  await member.drain
    .drain()
    .catch((error: unknown) => log.warn({ err: error }, "others were not notified of the drain"));
  await until(() => sockets() === 0);
  const over = new Promise<void>((resolve) => isOver.addEventListener("abort", () => resolve(), { once: true }));
  if (ownFloor && !isOver.aborted) await Promise.race([ownFloor.drained(), over]);
  await until(() => (ownVideo?.viewers() ?? 0) === 0);
  if (isOver.aborted) log.warn("the drain took too long: others take over what is left");
}
