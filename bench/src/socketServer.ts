/** The server's sockets alone: clients get only what is published on the bus. */
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Bus } from "../../apps/server/src/bus/bus.ts";
import { sockets } from "../../apps/server/src/edge/sockets/index.ts";

/** Machines 1 to 500 are of brand 1, and so on. */
export const MACHINES_OF_BRAND = 500;

/** @param playerIdOf the player of the next socket, since the number of sockets per player is limited */
export async function serveSocketsOnly(bus: Bus, playerIdOf: () => number): Promise<FastifyInstance> {
  const who = async () => ({ playerId: 1, tokenId: "t", username: "bench", permissions: [145], expiresAt: 4e9 });
  const app = fastify();
  await app.register(
    sockets({
      bus,
      log: pino({ level: "silent" }),
      balance: async () => ({ balance: 0 }),
      chatsChangedWithin: async () => [],
      checking: async () => 0,
      jackpots: async () => [],
      accounts: { verify: who, endedAmong: async () => [] },
      guard: {
        player: who,
        used() {},
        callerOf: async () => 1,
        mustBeToken() {},
        address: async () => {},
        socketToken: async () => ({ ...(await who()), playerId: playerIdOf() }),
        origin() {},
      },
      floor: {
        sit: () => Promise.reject(new Error("not here")),
        openSession: async () => null,
        endOf: async () => null,
        stateOf: (id) => ({ id, status: "available", version: 1 }),
        // Twenty brands of 500 machines.
        isCurrent: () => true,
        shownOnlyTo: () => null,
        whoSees: async () => () => true,
        brandOf: (id) => Math.ceil(id / MACHINES_OF_BRAND),
        machinesOf: async (brands = []) =>
          brands.flatMap((brand) =>
            Array.from({ length: MACHINES_OF_BRAND }, (_, n) => (brand - 1) * MACHINES_OF_BRAND + n + 1),
          ),
      },
      // All of them come from one address.
      limits: { inAll: 100_000, perNetwork: 100_000 },
      videoUrl: () => "",
      iceServers: () => [],
    }),
  );
  return app;
}
