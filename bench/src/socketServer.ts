/** The server's sockets alone: clients get only what is published on the bus. */
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Bus } from "../../apps/server/src/bus/bus.ts";
import { sockets } from "../../apps/server/src/edge/sockets/index.ts";

/** @param playerIdOf the player of the next socket, since the number of sockets per player is limited */
export async function serveSocketsOnly(bus: Bus, playerIdOf: () => number): Promise<FastifyInstance> {
  const who = async () => ({ playerId: 1, tokenId: "t", username: "bench", permissions: [145], expiresAt: 4e9 });
  const app = fastify();
  await app.register(
    sockets({
      bus,
      log: pino({ level: "silent" }),
      balance: async () => 0,
      checking: async () => 0,
      jackpots: async () => [],
      accounts: { verify: who },
      guard: {
        player: who,
        used() {},
        playerOf: async () => 1,
        mustBeToken() {},
        address: async () => {},
        socketToken: async () => ({ ...(await who()), playerId: playerIdOf() }),
        origin() {},
      },
      floor: {
        sit: () => Promise.reject(new Error("not here")),
        openSession: async () => null,
        endOf: async () => null,
      },
      // All of them come from one address.
      limits: { inAll: 100_000, perNetwork: 100_000 },
      videoUrl: () => "",
      iceServers: () => [],
    }),
  );
  return app;
}
