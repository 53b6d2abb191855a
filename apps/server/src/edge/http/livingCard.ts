/** The reels and the notes of one machine over a second, for a card that a player holds in the lobby. */
import { setTimeout as pause } from "node:timers/promises";
import { CALLS, LIVING_FRAMES_PER_SECOND } from "@reelcast/contract";
import type { LivingFrame, LivingNote } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import { RateLimiter, perMinute } from "../../rateLimiter.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { MachineParts } from "./machines.ts";
import { route } from "./route.ts";

/** Of a player. A call lasts a second, and an older one ends when a newer one comes: the rest are cards that are held briefly. */
const CALLS_PER_MINUTE = 100;

interface Second {
  hasPicture: boolean;
  frames: LivingFrame[];
  /** Absent where none are wanted. */
  notes?: LivingNote[];
  notesUntil?: number;
}

export function livingCardRoutes({
  floor,
  video,
  guard,
}: Pick<MachineParts, "floor" | "video" | "guard">): FastifyPluginAsync {
  const calls = new RateLimiter(perMinute(CALLS_PER_MINUTE));
  /** The newest call of each player: an older one ends for it. */
  const living = new Map<number, symbol>();

  /** Waits between two pictures. */
  async function framesOf(
    {
      machine: id,
      version: known,
      notesUntil: asked,
    }: { machine: number; version: number; notesUntil?: number | undefined },
    isNewest: () => boolean,
  ): Promise<Second> {
    const frames: LivingFrame[] = [];
    const notes: LivingNote[] = [];
    let notesUntil = asked;
    const answer = (hasPicture: boolean): Second => ({
      hasPicture,
      frames,
      ...(notesUntil === undefined ? {} : { notes, notesUntil }),
    });
    const begun = performance.now();
    let version: number | null = known || null;
    for (let n = 0; n < LIVING_FRAMES_PER_SECOND; n += 1) {
      const wait = (n * 1_000) / LIVING_FRAMES_PER_SECOND - (performance.now() - begun);
      if (wait > 0) await pause(wait, undefined, { ref: false });
      if (!isNewest()) break;
      const [still] = await video.stills([{ id, version, isLiving: true, notesUntil }]);
      // Of a camera, or it has just gone away.
      if (!still) return answer(false);
      if (still.sound) {
        const elapsed = performance.now() - begun;
        for (const { agoMs, ...note } of still.sound.notes)
          notes.push({ ...note, afterMs: Math.round(elapsed - agoMs) });
        notesUntil = still.sound.until;
      }
      if (still.image === undefined) continue;
      version = still.version;
      frames.push({ afterMs: Math.round((n * 1_000) / LIVING_FRAMES_PER_SECOND), version, image: still.image });
    }
    return answer(true);
  }

  return async (app) => {
    // It waits for a second, and needs the database for a moment alone: it takes no place of the player's other calls.
    app.addHook("onRoute", (declared) => {
      declared.config = { ...declared.config, ownQueue: true };
    });
    route(app, guard, CALLS.livingCard, async ({ who, query }) => {
      mustBeAllowedToPlay(who);
      calls.count(who.playerId);
      const sees = await floor.whoSees();
      if (!sees(who.playerId, query.machine)) return { hasPicture: false, frames: [] };
      const call = Symbol("living");
      living.set(who.playerId, call);
      const isNewest = () => living.get(who.playerId) === call;
      try {
        return await framesOf(query, isNewest);
      } finally {
        if (isNewest()) living.delete(who.playerId);
      }
    });
  };
}
