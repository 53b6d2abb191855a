/** The role `edge`: what players reach over HTTP and sockets, on a floor and a video that may be in other processes. */
import { SUPPORT, createChat } from "../chat/index.ts";
import type { Chat } from "../chat/index.ts";
import type { SocketParts } from "../edge/sockets/index.ts";
import type { FloorOverview, FloorService } from "../floor/index.ts";
import { createNetwork } from "../network/index.ts";
import type { Network } from "../network/index.ts";
import { createPromotions } from "../promotions/index.ts";
import type { Promotions } from "../promotions/index.ts";
import { periodAt } from "../protection/index.ts";
import type { Video } from "../video/index.ts";
import type { ServingParts } from "./parts.ts";

/** What the HTTP application is built on, in addition to the domain. */
export interface Backend {
  floor: FloorService;
  video: Video;
  network: Network;
  promotions: Promotions;
  chat: Chat;
}

/** What the edge calls, wherever it runs. */
export interface EdgeServices extends Pick<Backend, "floor" | "video"> {
  /** For operators. */
  overview: FloorOverview;
  /** Only of a process that shares the house. */
  onLeaving?: SocketParts["onLeaving"];
}

/** After a commit: an error changes nothing, and clients can read the balance again. */
async function publishBalance({ domain, bus }: ServingParts, playerId: number): Promise<void> {
  const now = await domain.wallet.available(playerId).catch(() => null);
  if (now) bus.publish("player.balance", { playerId, ...now });
}

function openPromotions(parts: ServingParts): Promotions {
  const { domain } = parts;
  const { config, storage, settings, wallet } = domain;
  return createPromotions({
    db: storage.calls,
    rules() {
      const { promotionCooldownSeconds, discountBalanceCheck, discountMinimum } = settings.current();
      return {
        ...config.promotions,
        cooldownSeconds: promotionCooldownSeconds,
        discountBelow: discountBalanceCheck ? discountMinimum : null,
        weekOf: (moment) => periodAt("week", moment, config.timeZone),
      };
    },
    grant: wallet.grant.bind(wallet),
    onBalance: (playerId) => void publishBalance(parts, playerId),
  });
}

function openChat({ domain: { config, storage }, bus, log }: ServingParts): Chat {
  return createChat({
    db: storage.calls,
    onChange(message) {
      // The desk follows no single player.
      if (message.contactId === SUPPORT) bus.publish("desk.changed", { playerId: message.playerId });
      // The receiver's socket may be open at another process.
      if (config.nats !== null) return bus.publish("chat.changed", message);
      storage
        .notify({ topic: "chat.changed", message })
        .catch((error: unknown) => log.error({ err: error }, "a change of a chat could not be published"));
    },
  });
}

export function createBackend(parts: ServingParts, { floor, video }: Pick<Backend, "floor" | "video">): Backend {
  const { domain, log } = parts;
  const { config, settings } = domain;
  return {
    floor,
    video,
    network: createNetwork({
      rules: config.network,
      enabled: () => settings.current().ipCheck,
      countryHeader: config.network.countryHeader,
      trustedProxies: config.trustedProxies,
      log,
    }),
    promotions: openPromotions(parts),
    chat: openChat(parts),
  };
}
