/**
 * What the operator sets by environment variables, checked, with defaults. The only reader of `process.env`. A wrong
 * value is a sentence for the operator, never a stack.
 */
import { join, resolve } from "node:path";
import type { PromotionKind } from "@reelcast/contract";
import type * as z from "zod/mini";
import { isTurnOverTcp } from "./ice.ts";
import { VARIABLES } from "./variables.ts";
import type { LOG_LEVELS, VariableName } from "./variables.ts";

/** A setting that can't be used. `message` is one clear sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

export interface Config {
  host: string;
  port: number;
  /** TCP connections at once. */
  connections: { total: number; perNetwork: number };
  /** A minute, without a valid login. */
  callsPerNetwork: number;
  /** Where /metrics has a port of its own. */
  metrics: { host: string; port: number } | null;
  apiDocs: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database without a pooler between. */
  databaseDirectUrl: string | undefined;
  /** The login that owns the database's tables; without, `databaseUrl` is both. */
  databaseOwnerUrl: string | undefined;
  /** Whether a superuser's login is too much for the running house. */
  refuseSuperuser: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  trustedProxies: string[];
  /** From where people may play while `ipCheck` is on. */
  network: {
    allowedCountries: string[];
    blockedCountries: string[];
    allowedAddresses: string[];
    blockedAddresses: string[];
    countryHeader: string | undefined;
  };
  allowedOrigins: string[];
  ticketsRequired: boolean;
  /** Open sockets. */
  sockets: { inAll: number; perNetwork: number };
  demo: boolean;
  /** Whether people may make themselves an account. */
  demoRegistration: boolean;
  tokenHours: number;
  passwordExpiryDays: number | null;
  /** 0: no login ends because it is not used. */
  idleLoginMinutes: number;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  /** Shares in hundredths of a percent, amounts in minor units. */
  promotions: Record<PromotionKind, { basisPoints: number; atLeast: number; atMost: number }>;
  /** Minor units: money by hand above it needs a second person. */
  approvalAbove: number;
  /** IANA name. */
  timeZone: string;
  video: {
    ports: { from: number; to: number };
    bindAddress: string | undefined;
    publicAddress: string | undefined;
    /** undefined where no TURN server is reached over TCP or TLS. */
    proxyPort: number | undefined;
    width: number;
    height: number;
    timecode: boolean;
    stunUrls: string[];
    turnUrls: string[];
    turnSecret: string | undefined;
  };
}

/** Name, default, meaning, and when a change holds, of every variable, in order: for the operator's handbook. */
export function variableTable(): { name: string; fallback: string; about: string; effect: string }[] {
  return Object.entries(VARIABLES).map(([name, variable]) => ({
    name,
    fallback: variable.fallback ?? "",
    about: variable.about,
    effect: "effect" in variable ? variable.effect : "restart",
  }));
}

/** @throws ConfigError naming the variable, its value and what it must be */
export function readConfig(environment: Record<string, string | undefined>): Config {
  function read<N extends VariableName>(name: N): z.output<(typeof VARIABLES)[N]["schema"]>;
  function read(name: VariableName): unknown {
    const { schema, fallback } = VARIABLES[name];
    const given = environment[name];
    const result = schema.safeParse(given === undefined || given === "" ? fallback : given);
    if (result.success) return result.data;
    // A secret or an address with a password is not repeated.
    const shown = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL", "TURN_SECRET"].includes(name)
      ? ""
      : ` "${given}"`;
    throw new ConfigError(`${name}${shown} ${result.error.issues[0]?.message ?? "is not valid"}.`);
  }
  const optional = <N extends VariableName>(name: N) => (environment[name] ? read(name) : undefined);

  const host = read("HOST");
  const demo = read("DEMO");
  const trustedProxies = read("TRUSTED_PROXIES");
  if (demo && !read("DEMO_PUBLIC")) {
    const open = !LOOPBACK.includes(host)
      ? `HOST ${host} can be reached from outside`
      : trustedProxies.length > 0
        ? "Through TRUSTED_PROXIES the house can be reached from outside"
        : null;
    if (open !== null)
      throw new ConfigError(
        `${open} and demo players have known passwords: set DEMO=0, or DEMO_PUBLIC=1 if that is meant.`,
      );
  }
  function share(name: "DISCOUNT" | "BONUS" | "WEEKLY_BONUS"): Config["promotions"]["discount"] {
    const basisPoints = read(`${name}_PERCENT`);
    const [atLeast, atMost] = [read(`${name}_AT_LEAST`), read(`${name}_AT_MOST`)];
    if (atLeast > atMost) throw new ConfigError(`${name}_AT_LEAST is more than ${name}_AT_MOST.`);
    return { basisPoints, atLeast, atMost };
  }
  if (optional("DATABASE_DIRECT_URL") !== undefined && optional("DATABASE_URL") === undefined) {
    throw new ConfigError("DATABASE_DIRECT_URL is set without DATABASE_URL: it is another way to the same database.");
  }
  const metricsPort = optional("METRICS_PORT");
  if (metricsPort === read("PORT"))
    throw new ConfigError(`METRICS_PORT ${metricsPort} is PORT: it must be another one.`);
  if (optional("DATABASE_OWNER_URL") !== undefined && optional("DATABASE_URL") === undefined) {
    throw new ConfigError("DATABASE_OWNER_URL is set without DATABASE_URL: it is another login to the same database.");
  }
  if (
    optional("DATABASE_OWNER_URL") !== undefined &&
    environment["DATABASE_OWNER_URL"] === environment["DATABASE_URL"]
  ) {
    throw new ConfigError(
      "DATABASE_OWNER_URL and DATABASE_URL are the same: the running house needs a login of its own.",
    );
  }
  const expiry = read("PASSWORD_EXPIRY_DAYS");
  const [width = 640, height = 360] = read("VIDEO_SIZE").split("x").map(Number);
  const turnUrls = read("TURN_URLS");
  const turnSecret = optional("TURN_SECRET");
  if (turnUrls.length > 0 && turnSecret === undefined) {
    throw new ConfigError("TURN_URLS is set without TURN_SECRET: credentials are made from that secret.");
  }
  return {
    host,
    port: read("PORT"),
    connections: { total: read("MAX_CONNECTIONS"), perNetwork: read("MAX_CONNECTIONS_PER_NETWORK") },
    callsPerNetwork: read("CALLS_PER_NETWORK"),
    metrics: metricsPort === undefined ? null : { host: read("METRICS_HOST"), port: metricsPort },
    apiDocs: read("API_DOCS"),
    dataDir: resolve(read("DATA_DIR")),
    databaseUrl: optional("DATABASE_URL"),
    databaseDirectUrl: optional("DATABASE_DIRECT_URL"),
    databaseOwnerUrl: optional("DATABASE_OWNER_URL"),
    refuseSuperuser: (!LOOPBACK.includes(host) || trustedProxies.length > 0) && !read("DATABASE_SUPERUSER"),
    logLevel: read("LOG_LEVEL"),
    trustedProxies,
    network: {
      allowedCountries: read("ALLOWED_COUNTRIES"),
      blockedCountries: read("BLOCKED_COUNTRIES"),
      allowedAddresses: read("ALLOWED_ADDRESSES"),
      blockedAddresses: read("BLOCKED_ADDRESSES"),
      countryHeader: optional("COUNTRY_HEADER"),
    },
    allowedOrigins: read("ALLOWED_ORIGINS"),
    ticketsRequired: read("SOCKET_TICKETS") === "required",
    sockets: { inAll: read("MAX_SOCKETS"), perNetwork: read("MAX_SOCKETS_PER_NETWORK") },
    demo,
    demoRegistration: read("DEMO_REGISTRATION"),
    tokenHours: read("TOKEN_HOURS"),
    passwordExpiryDays: expiry === 0 ? null : expiry,
    idleLoginMinutes: read("IDLE_LOGIN_MINUTES"),
    limits: {
      depositSeconds: read("DEPOSIT_SECONDS"),
      idleSeconds: read("IDLE_SECONDS"),
      graceSeconds: read("GRACE_SECONDS"),
      handPaySeconds: read("HAND_PAY_SECONDS"),
    },
    promotions: { discount: share("DISCOUNT"), bonus: share("BONUS"), weekly: share("WEEKLY_BONUS") },
    approvalAbove: read("APPROVAL_ABOVE"),
    timeZone: read("HOUSE_TIME_ZONE"),
    video: {
      ports: read("VIDEO_PORTS"),
      bindAddress: optional("VIDEO_BIND_ADDRESS"),
      publicAddress: optional("VIDEO_ADDRESS"),
      proxyPort: turnUrls.some(isTurnOverTcp) ? read("VIDEO_PROXY_PORT") : undefined,
      width,
      height,
      timecode: read("VIDEO_TIMECODE"),
      stunUrls: read("STUN_URLS"),
      turnUrls,
      turnSecret,
    },
  };
}

/** Files and folders below DATA_DIR. */
export function dataPaths(dataDir: string) {
  return {
    tokenKey: join(dataDir, "token.key"),
    settings: join(dataDir, "Settings.json"),
    pictures: join(dataDir, "pictures"),
  };
}
