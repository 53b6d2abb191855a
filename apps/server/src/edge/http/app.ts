/** The HTTP server: limits, security headers, errors, and the resources that it is given. No rules live here. */
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import { AppError, DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import fastify, { LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { installErrors } from "./errors.ts";
import { HTTP_TIMES } from "./frontDoor.ts";
import { contentSecurityPolicy } from "./policy.ts";

const BODY_LIMIT = 32 * 1024;
const PER_MINUTE = 600;

export interface HttpOptions {
  log: Logger;
  trustedProxies: readonly string[];
  plugins: readonly FastifyPluginAsync[];
  /** The live chat that is switched on now: the security policy opens for it, and for no other. */
  liveChat?: () => Settings["liveChat"];
}

/** Only a proxy that is trusted can say that TLS was spoken with it. */
const overTls = (request: FastifyRequest) => request.protocol === "https";

const PERMISSIONS_POLICY =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), autoplay=(self), fullscreen=(self), screen-wake-lock=(self)";

export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, trustedProxies, plugins, liveChat = () => DEFAULT_SETTINGS.liveChat } = options;
  const base: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: base,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: HTTP_TIMES.requestTimeout,
    http: {
      headersTimeout: HTTP_TIMES.headersTimeout,
      connectionsCheckingInterval: HTTP_TIMES.connectionsCheckingInterval,
    },
    keepAliveTimeout: HTTP_TIMES.keepAliveTimeout,
    forceCloseConnections: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
  });
  installErrors(app);

  await app.register(helmet, {
    // It depends on the settings of the moment: see below.
    contentSecurityPolicy: false,
    // HSTS only means something, and only helps, over TLS: see below.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("Content-Security-Policy", contentSecurityPolicy(liveChat()));
    void reply.header("Permissions-Policy", PERMISSIONS_POLICY);
    if (overTls(request)) void reply.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  });
  app.addHook("onResponse", async (request, reply) => {
    // The path alone: a query may carry a token.
    const path = request.url.split("?", 1)[0];
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "call",
    );
  });
  await app.register(rateLimit, {
    max: PER_MINUTE,
    timeWindow: 60_000,
    allowList: (request) => !request.url.startsWith("/api/") && !request.url.startsWith("/ws/"),
    errorResponseBuilder: (_request, { ttl }) => new AppError(42900, { seconds: Math.ceil(ttl / 1000) }),
    addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
  for (const plugin of plugins) await app.register(plugin);
  return app;
}
