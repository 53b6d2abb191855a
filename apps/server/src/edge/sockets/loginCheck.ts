/**
 * Checks in the database whether the logins of the open sockets still hold: the message of a ban, a logout or an exclusion
 * may be lost. Only what the database says counts; while it gives no answer all sockets stay.
 */
import type { Logger } from "pino";
import type { Accounts } from "../../accounts/index.ts";
import type { Bus } from "../../bus/bus.ts";

const EVERY_MS = 30_000;
/** After a check that failed. */
const AGAIN_MS = 5_000;
/** After an interruption of the bus, at any moment within this time: not all edges at once. */
const AFTER_INTERRUPTION_MS = 1_000;
/** Tokens of one query. */
const BATCH = 1_000;

interface Parts {
  /** Players by the ids of their tokens. */
  logins: () => ReadonlyMap<string, number>;
  endedAmong: Accounts["endedAmong"];
  bus: Pick<Bus, "publish" | "onChange">;
  log: Pick<Logger, "warn">;
}

/** One check of all. Publishes the ends that nobody noticed here; other processes may have missed them too. */
async function checkLogins({ logins, endedAmong, bus }: Parts): Promise<void> {
  const players = logins();
  const tokenIds = [...players.keys()];
  for (let from = 0; from < tokenIds.length; from += BATCH)
    for (const { tokenId, isBanned } of await endedAmong(tokenIds.slice(from, from + BATCH))) {
      const playerId = players.get(tokenId);
      if (playerId === undefined) continue;
      const end = isBanned ? ({ tokenIds: null, reason: "banned" } as const) : { tokenIds: [tokenId] };
      bus.publish("player.ended", { playerId, reason: "logout", ...end });
    }
}

/** Twice a minute, each edge at moments of its own. Returns the function that ends it. */
export function keepCheckingLogins(parts: Parts): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let fails = false;
  /** Rises with every plan: of two checks at once only the later one plans the next. */
  let plan = 0;
  function later(ms: number): void {
    clearTimeout(timer);
    plan += 1;
    const own = plan;
    timer = setTimeout(() => {
      checkLogins(parts).then(
        () => {
          fails = false;
          next(own, EVERY_MS);
        },
        (error: unknown) => {
          if (!fails)
            parts.log.warn({ err: error }, "the logins of open sockets could not be checked: it is tried again");
          fails = true;
          next(own, AGAIN_MS);
        },
      );
    }, ms);
    timer.unref();
  }
  const next = (own: number, ms: number) => {
    if (!isOver && own === plan) later(ms);
  };
  later(Math.random() * EVERY_MS);
  const unlisten = parts.bus.onChange((isUp) => {
    if (isUp) later(Math.random() * AFTER_INTERRUPTION_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unlisten();
  };
}
