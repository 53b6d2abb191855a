/** The HTTP server: limits, security headers, errors, and the resources that it is given. It has no other rules. */
import { AppError, CALLS, DEFAULT_SETTINGS, SETTINGS_VERSION } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import fastify, { LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Histogram } from "../../metrics/index.ts";
import type { Guard } from "../guard.ts";
import { knownBrowserOf } from "./browser.ts";
import { limitCalls } from "./calls.ts";
import type { CallLimits } from "./calls.ts";
import { answerError, installErrors } from "./errors.ts";
import { shareFiles } from "./files.ts";
import { HTTP_TIMES } from "./frontDoor.ts";
import { SECURITY_HEADERS, isOverTls } from "./headers.ts";
import { pathOf } from "./page.ts";
import { contentSecurityPolicy } from "./policy.ts";

const BODY_LIMIT = 32 * 1024;

export interface HttpOptions {
  log: Logger;
  trustedProxies: readonly string[];
  plugins: readonly FastifyPluginAsync[];
  /** Identifies players' calls. Without it, all calls count for the network that they come from. */
  guard?: Pick<Guard, "callerOf">;
  limits?: CallLimits;
  /** The live chat that is switched on now: the security policy permits its hosts, and no others. */
  liveChat?: () => Settings["liveChat"];
  /** The version of the settings, which each answer names. */
  settingsVersion?: () => number;
  /** How long calls take, and whose port this is. */
  measured?: { duration: RequestDuration; port: "players" | "console" } | undefined;
}

type RequestDuration = Histogram<"port" | "http_request_method" | "http_route" | "http_response_status_code">;
/** Of OpenTelemetry's semantic conventions; a client may write any other. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** By the route's pattern, never by the address: that may hold ids, and anybody may ask for any. */
function observe(
  { duration, port }: NonNullable<HttpOptions["measured"]>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  duration.observe(
    {
      port,
      http_request_method: METHODS.has(request.method) ? request.method : "_OTHER",
      http_route: request.is404 ? "" : (request.routeOptions.url ?? ""),
      http_response_status_code: String(reply.statusCode),
    },
    reply.elapsedTime / 1000,
  );
}

export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { log, trustedProxies, plugins, guard, limits, measured } = options;
  const { liveChat = () => DEFAULT_SETTINGS.liveChat, settingsVersion } = options;
  const base: FastifyBaseLogger = log;
  function secure(request: FastifyRequest, reply: FastifyReply): void {
    void reply.headers(SECURITY_HEADERS).header("Content-Security-Policy", contentSecurityPolicy(liveChat()));
    // HSTS has a meaning only over TLS.
    if (isOverTls(request)) void reply.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  const app = fastify({
    loggerInstance: base,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // A busy computer may read the files of an app for longer than the 10 s of Fastify's default: that ended the process.
    pluginTimeout: 0,
    requestTimeout: HTTP_TIMES.requestTimeout,
    http: {
      headersTimeout: HTTP_TIMES.headersTimeout,
      connectionsCheckingInterval: HTTP_TIMES.connectionsCheckingInterval,
    },
    keepAliveTimeout: HTTP_TIMES.keepAliveTimeout,
    forceCloseConnections: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
    // Before any hook: an address that can't be decoded, or a part of it that is too long.
    frameworkErrors(error, request, reply) {
      secure(request, reply);
      try {
        countStranger(request);
        return answerError(error, request, reply);
      } catch (refusal) {
        return answerError(refusal instanceof AppError ? refusal : error, request, reply);
      }
    },
  });
  installErrors(app);
  if (settingsVersion)
    app.addHook("onSend", async (request, reply) => {
      if (request.routeOptions.config?.counts !== "file" || request.url.startsWith(CALLS.settings.path))
        void reply.header(SETTINGS_VERSION, settingsVersion());
    });

  app.addHook("onRequest", async (request, reply) => secure(request, reply));
  // First, so that a file's place is free once it is closed.
  shareFiles(app);
  const { countStranger } = limitCalls(
    app,
    { callerOf: (request) => guard?.callerOf(request) ?? Promise.resolve(null), browserOf: knownBrowserOf },
    limits,
  );
  app.addHook("onResponse", async (request, reply) => {
    // The connection of a refused handshake is not read any more, so its end would not be noticed.
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
    if (measured) observe(measured, request, reply);
    // Only the path: a query may contain a token.
    const path = pathOf(request.url);
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "call",
    );
  });
  for (const plugin of plugins) await app.register(plugin);
  return app;
}
