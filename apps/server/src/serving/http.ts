/** The HTTP application of the whole house: each resource of the edge with the parts behind it. */
import { fileURLToPath } from "node:url";
import { AppError, ErrorCode, houseLanguage, namesServer, playRulesOf } from "@reelcast/contract";
import type { IceServer } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { sql } from "kysely";
import { dataPaths } from "../config.ts";
import { VERSION } from "../domain.ts";
import { createGuard } from "../edge/guard.ts";
import type { Guard } from "../edge/guard.ts";
import { createHttpApp } from "../edge/http/app.ts";
import { CALL_LIMITS } from "../edge/http/calls.ts";
import { docsRoutes, openApi } from "../edge/http/docs.ts";
import { failureRoutes } from "../edge/http/failures.ts";
import { healthRoutes } from "../edge/http/health.ts";
import { historyRoutes } from "../edge/http/history.ts";
import { livingCardRoutes } from "../edge/http/livingCard.ts";
import { loginRoutes } from "../edge/http/login.ts";
import { machineRulesRoutes } from "../edge/http/machineRules.ts";
import { machineRoutes } from "../edge/http/machines.ts";
import { operatorRoutes } from "../edge/http/operator.ts";
import { playRoutes } from "../edge/http/play.ts";
import { playerRoutes } from "../edge/http/player.ts";
import { promotionRoutes } from "../edge/http/promotions.ts";
import { protectionRoutes } from "../edge/http/protection.ts";
import { settingsRoutes } from "../edge/http/settings.ts";
import { manifestRoute } from "../edge/http/manifest.ts";
import { staticFiles } from "../edge/http/static.ts";
import { templateRoutes } from "../edge/http/template.ts";
import { videoUrl, whepRoutes } from "../edge/http/whep.ts";
import { sockets } from "../edge/sockets/index.ts";
import { createHistory } from "../history/index.ts";
import { iceServers } from "../ice.ts";
import { listJackpots } from "../jackpots/index.ts";
import { createMachineRules } from "../machineRules/index.ts";
import { quickPanel } from "../notices/index.ts";
import type { Backend, EdgeServices } from "./edge.ts";
import type { ServingParts } from "./parts.ts";

const APP = fileURLToPath(new URL("../../../player/dist/", import.meta.url));

interface HttpParts extends ServingParts, Pick<EdgeServices, "onLeaving"> {
  backend: Backend;
}
interface EdgeParts extends HttpParts {
  guard: Guard;
}

/** The house's own servers, and those of the settings. */
export const iceServersOf =
  ({ config, settings }: ServingParts["domain"]) =>
  (playerId: number): IceServer[] => [
    ...iceServers(config.video, playerId, Date.now()),
    ...settings.current().iceServers.filter(namesServer),
  ];

function socketRoutes({ domain, backend, guard, bus, log, metrics, onLeaving }: EdgeParts): FastifyPluginAsync {
  const { config, storage, wallet, accounts } = domain;
  const { floor, chat } = backend;
  metrics.socketsLimit.read(() => config.sockets.inAll);
  return sockets({
    onLeaving,
    guard,
    accounts,
    floor,
    bus,
    log,
    limits: config.sockets,
    videoUrl,
    iceServers: iceServersOf(domain),
    metrics,
    jackpots: () => listJackpots(storage.calls),
    balance: (id) => wallet.available(id),
    checking: (id) => wallet.checking(id),
    onActivity: (who) => accounts.seen(who),
    space: storage.space,
    settings: domain.settings,
    chatsChangedWithin: (playerIds, ms) => chat.changedWithin(playerIds, ms),
    seen: (playerIds) =>
      void chat.seen(playerIds).catch((error: unknown) => log.warn({ err: error }, "presence was not noted")),
  });
}

/** The calls of players, one line for each resource. */
function playerResources({ domain, backend, guard }: EdgeParts): FastifyPluginAsync[] {
  const { config, settings, storage, wallet, accounts, protection } = domain;
  const { floor, video, promotions, chat } = backend;
  const { calls, reads } = storage;
  return [
    loginRoutes({ accounts, guard }),
    playerRoutes({ accounts, wallet, guard }),
    protectionRoutes({ protection, accounts, guard }),
    historyRoutes({
      history: createHistory({ db: reads }),
      guard,
      recallGames: () => playRulesOf(settings.current().playRules).recallGames,
    }),
    machineRoutes({ floor, video, guard, jackpots: () => listJackpots(calls) }),
    livingCardRoutes({ floor, video, guard }),
    machineRulesRoutes({ rules: createMachineRules(reads), floor, guard }),
    playRoutes({ floor, accounts, guard }),
    promotionRoutes({ promotions, guard }),
    templateRoutes({ chat, accounts, quickPanel: () => quickPanel(calls, config.timeZone), guard }),
    whepRoutes({ guard, floor, video, iceServers: iceServersOf(domain) }),
  ];
}

/** `/metrics` is here only without a port of its own. */
const healthOf = (parts: ServingParts) =>
  healthRoutes({
    ping: () => mustBeReady(parts),
    isDraining: () => parts.member.drain?.draining === true,
    missing: () => parts.missing.read(),
    metrics: parts.domain.config.metrics ? null : parts.metrics,
  });
/** A process that shares the house must also reach the others, and have its machines. @throws */
async function mustBeReady({ domain: { config, storage }, member: { node }, bus }: ServingParts): Promise<void> {
  await sql`select 1`.execute(storage.db);
  if (config.nats === null) return;
  if (!bus.isUp) throw new AppError(ErrorCode.ServiceUnavailable);
  node?.assertAuthority();
}

/** The calls that need no login of a player. */
function openResources(parts: EdgeParts): FastifyPluginAsync[] {
  const { domain, backend, guard } = parts;
  const { config, storage, settings, accounts, operatorKeys } = domain;
  const { depositSeconds, idleSeconds, graceSeconds } = config.limits;
  return [
    settingsRoutes({
      settings,
      network: backend.network,
      playTimes: { depositSeconds, idleSeconds, graceSeconds },
      limitPrompt: () => playRulesOf(settings.current().playRules).limitPrompt,
    }),
    operatorRoutes({ db: storage.calls, keys: operatorKeys, accounts, guard }),
    failureRoutes({ guard }),
    healthOf(parts),
    ...(config.apiDocs ? [docsRoutes(openApi(VERSION))] : []),
    manifestRoute({ app: APP, settings: () => settings.current() }),
    staticFiles({
      app: APP,
      pictures: dataPaths(config.dataDir).pictures,
      language: () => houseLanguage(settings.current()),
    }),
  ];
}

export async function openHttp(stack: AsyncDisposableStack, parts: HttpParts): Promise<FastifyInstance> {
  const { domain, backend, log, metrics } = parts;
  const { config, settings, accounts } = domain;
  const guard = createGuard({
    accounts,
    onUse: (who) => accounts.seen(who),
    network: backend.network,
    allowedOrigins: config.allowedOrigins,
    ticketsRequired: config.ticketsRequired,
  });
  const edge: EdgeParts = { ...parts, guard };
  const app = await createHttpApp({
    log,
    trustedProxies: config.trustedProxies,
    guard,
    limits: { ...CALL_LIMITS, network: config.callsPerNetwork },
    liveChat: () => settings.current().liveChat,
    settingsVersion: () => settings.version(),
    measured: { duration: metrics.requestDuration, port: "players" },
    plugins: [socketRoutes(edge), ...playerResources(edge), ...openResources(edge)],
  });
  stack.defer(() => app.close());
  return app;
}

/** Of a process that serves no players: whether it is well, and its metrics. */
export async function openHealth(stack: AsyncDisposableStack, parts: ServingParts): Promise<FastifyInstance> {
  const { domain, log } = parts;
  const app = await createHttpApp({ log, trustedProxies: domain.config.trustedProxies, plugins: [healthOf(parts)] });
  stack.defer(() => app.close());
  return app;
}
