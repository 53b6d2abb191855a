/** `/ws/console`: the upgrade with a single-use ticket, and the requests of the socket. */
import websocket from "@fastify/websocket";
import { CONSOLE_SOCKET } from "@reelcast/contract/console";
import type { ConsoleTopic } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import type { Bus } from "../../bus/bus.ts";
import { networkOf } from "../../networkOf.ts";
import type { Member, Staff } from "../../staff/index.ts";
import { Heartbeat } from "../sockets/heartbeat.ts";
import { RpcChannel } from "../sockets/rpc.ts";
import type { Channel, RpcService } from "../sockets/rpc.ts";
import { SocketLimiter } from "../sockets/socketLimiter.ts";
import type { SocketLimits } from "../sockets/socketLimiter.ts";
import { WS_OPTIONS, cutSockets, upgradeRoute } from "../sockets/upgrade.ts";
import type { ConsoleFeed } from "./feed.ts";
import { ticketOf } from "./guard.ts";
import { OpenSockets, mustBeAllowedToFollow } from "./openSockets.ts";

export const CONSOLE_SOCKETS: SocketLimits = { inAll: 400, perNetwork: 200 };

interface SocketParts {
  staff: Pick<Staff, "redeemTicket" | "membersOf">;
  feed: ConsoleFeed;
  bus: Bus;
  log: Logger;
  limits?: SocketLimits;
}
type Service = RpcService<typeof CONSOLE_SOCKET, Member>;

function createService(
  { feed, log }: Pick<SocketParts, "feed" | "log">,
  open: OpenSockets,
  heartbeat: Heartbeat,
): Service {
  async function follow({ topics }: { topics: ConsoleTopic[] }, channel: Channel<Member>) {
    for (const topic of topics) mustBeAllowedToFollow(channel.who, topic);
    feed.follow(channel, topics);
    open.follows(channel, topics);
    return { topics };
  }
  return {
    name: "console",
    requests: CONSOLE_SOCKET.requests,
    user: { label: "staffId", id: ({ id }) => id },
    handlers: { init: follow, follow },
    onOpen: (channel) => open.join(channel),
    onClose(channel) {
      open.leave(channel);
      feed.leave(channel);
      heartbeat.forget(channel);
    },
    onEnd: (channel) => open.remove(channel),
    log,
  };
}

export function consoleSocket({ staff, feed, bus, log, limits = CONSOLE_SOCKETS }: SocketParts): FastifyPluginAsync {
  const limiter = new SocketLimiter(limits);
  const open = new OpenSockets(staff, log);
  const heartbeat = new Heartbeat(open.members);
  const service = createService({ feed, log }, open, heartbeat);
  const subscriptions = [
    bus.subscribe("staff.ended", (ending) => open.end(ending)),
    bus.subscribe("staff.changed", ({ staffId }) => feed.publish("staff", { key: `member ${staffId}` })),
    // What was said meanwhile is not known.
    bus.onChange((isUp) => {
      if (!isUp) return;
      feed.publish("staff", { key: "all" });
      void open.check().catch((error: unknown) => log.warn({ err: error }, "open sockets were not checked"));
    }),
  ];
  return fp(
    async (app) => {
      await app.register(websocket, {
        options: WS_OPTIONS,
        async preClose() {
          for (const end of subscriptions) end();
          open.closeAll();
          cutSockets(app);
          heartbeat.stop();
          feed.close();
        },
      });
      app.get(
        "/ws/console",
        // The origin is checked for every request of this port.
        upgradeRoute(limiter, () => {}),
        (socket, request) => {
          socket.removeAllListeners("error");
          const [ticket, network] = [ticketOf(request), networkOf(request.ip)];
          open.add(
            new RpcChannel(service, {
              socket,
              ip: request.ip,
              tcp: request.raw.socket,
              authenticate: open.whileItHolds(() => limiter.check(network, () => staff.redeemTicket(ticket))),
            }),
          );
        },
      );
    },
    { name: "console-socket" },
  );
}
