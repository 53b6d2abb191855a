/**
 * The networks and browsers from which each player has logged in. Wrong passwords that are tried elsewhere, or in the same
 * network by another browser, do not block a player who logs in from one of these.
 */
import { sql } from "kysely";
import { secretDigest } from "../secretDigest.ts";
import type { Db } from "../storage/index.ts";
import { atMostHourly } from "../hourly.ts";

const DAY_MS = 86_400_000;
/** A place that a player has not used for this time is forgotten. */
export const KNOWN_PLACE_DAYS = 180;
/** Per player; beyond that, those used the longest ago are deleted. */
const MOST_PLACES = 20;

/** "network:<network>" or "browser:<digest of its cookie>" */
export type Place = `network:${string}` | `browser:${string}`;

/** The subject for wrong attempts on an account: from one place, or from all places together. */
export const accountSubject = (playerId: number, place?: Place): string =>
  place === undefined ? `account:${playerId}` : `account:${playerId}@${place}`;

export interface KnownPlaces {
  /** The one of these places from which the player has logged in before, the browser first; null: none. */
  find(playerId: number, places: readonly Place[]): Promise<Place | null>;
  /** Records a successful login. */
  note(playerId: number, places: readonly Place[]): Promise<void>;
  /** Deletes places that are too old, at most once an hour. */
  tidy(): Promise<void>;
}

/** The places of a login. @param browser value of its cookie; undefined: it has none */
export function placesOf(network: string, browser: string | undefined): Place[] {
  const own = browser === undefined ? [] : [`browser:${secretDigest(browser)}` as const];
  return [...own, `network:${network}`];
}

export function createKnownPlaces(db: Db, now: () => Date): KnownPlaces {
  const oldest = () => new Date(now().getTime() - KNOWN_PLACE_DAYS * DAY_MS);
  return {
    async find(playerId, places) {
      const rows = await db
        .selectFrom("login_pairs")
        .select("place")
        .where("player_id", "=", playerId)
        .where("place", "in", [...places])
        .where("last_success_at", ">", oldest())
        .execute();
      return places.find((place) => rows.some((row) => row.place === place)) ?? null;
    },
    async note(playerId, places) {
      await db
        .insertInto("login_pairs")
        .values(places.map((place) => ({ player_id: playerId, place, last_success_at: now() })))
        .onConflict((conflict) => conflict.columns(["player_id", "place"]).doUpdateSet({ last_success_at: now() }))
        .execute();
      await sql`
        delete from login_pairs where player_id = ${playerId} and place in (
          select place from login_pairs where player_id = ${playerId}
          order by last_success_at desc, place offset ${MOST_PLACES})`.execute(db);
    },
    tidy: atMostHourly(now, async () => {
      await db.deleteFrom("login_pairs").where("last_success_at", "<", oldest()).execute();
    }),
  };
}
