/**
 * The operator's environment variables, validated, with defaults. The only reader of `process.env`. The message of a wrong
 * value is one sentence for the operator.
 */
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { PromotionKind } from "@reelcast/contract";
import type * as z from "zod/mini";
import { isTurnOverTcp } from "./ice.ts";
import { ROLES } from "./variableSchemas.ts";
import type { LOG_LEVELS, Role } from "./variableSchemas.ts";
import { VARIABLES } from "./variables.ts";
import type { VariableName } from "./variables.ts";

export type { Role } from "./variableSchemas.ts";

/** An unusable configuration. `message` is one sentence for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const MEGABYTE = 1024 * 1024;
/** PostgreSQL writes 16 MB at a time to its log of changes, some of these before a checkpoint, and the server's log grows as well. */
const DISK_RESERVE_MB = 256;

export const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

export interface Config {
  host: string;
  port: number;
  /** TCP connections at the same time. */
  connections: { total: number; perNetwork: number };
  /** Calls per minute without a valid login. */
  callsPerNetwork: number;
  /** Null: /metrics has no port of its own. */
  metrics: { host: string; port: number } | null;
  console: {
    /** Null: this process serves no console. Of several ports the first free one is used. */
    place: { host: string; from: number; to: number } | null;
    /** By which browsers reach it, besides `place`. */
    origins: string[];
    /** Undefined: in the data folder. */
    keyFile: string | undefined;
  };
  apiDocs: boolean;
  dataDir: string;
  /** Where the script of the backups writes its metric; null: not known. */
  backupMetricsDir: string | null;
  /** Free bytes in `dataDir` below which new play is refused; 0: none. */
  diskReserveBytes: number;
  databaseUrl: string | undefined;
  /** The same database without a connection pooler. */
  databaseDirectUrl: string | undefined;
  /** The login that owns the tables. Undefined: `databaseUrl` is used for both. */
  databaseOwnerUrl: string | undefined;
  /** Whether `databaseUrl` must not be a superuser's login. */
  refuseSuperuser: boolean;
  /** What this process does; all of it unless `nats` is set. */
  roles: ReadonlySet<Role>;
  /** `zone` null: none. `drainSeconds`: the time that an orderly end takes where other processes go on. */
  node: { name: string; zone: string | null; drainSeconds: number };
  /** How to reach the other processes. Null: there are none, or they stand by. */
  nats: NatsConfig | null;
  logLevel: (typeof LOG_LEVELS)[number];
  trustedProxies: string[];
  /** Where play is allowed while the setting `ipCheck` is on. */
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
  /** Whether players may register. */
  demoRegistration: boolean;
  tokenHours: number;
  passwordExpiryDays: number | null;
  /** 0: unused logins do not end. */
  idleLoginMinutes: number;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  /** Shares in hundredths of a percent, amounts in minor units. */
  promotions: Record<PromotionKind, { basisPoints: number; atLeast: number; atMost: number }>;
  /** Minor units. Manual payments above it need the approval of a second person. */
  approvalAbove: number;
  /** IANA name. */
  timeZone: string;
  video: {
    ports: { from: number; to: number };
    bindAddress: string | undefined;
    publicAddresses: string[];
    /** The first free one is used. Undefined if no TURN server is reached over TCP or TLS. */
    proxyPorts: { from: number; to: number } | undefined;
    width: number;
    height: number;
    largeSize: { width: number; height: number } | undefined;
    timecode: boolean;
    stunUrls: string[];
    turnUrls: string[];
    turnSecret: string | undefined;
  };
}

/** The paths are of files that the start reads. */
export interface NatsConfig {
  servers: string[];
  credentials: string | undefined;
  nkey: string | undefined;
  ca: string | undefined;
  certificate: string | undefined;
  key: string | undefined;
}

/** The variables of NatsConfig's files. */
export const NATS_FILES = [
  { variable: "NATS_CREDS", of: "credentials" },
  { variable: "NATS_NKEY", of: "nkey" },
  { variable: "NATS_CA", of: "ca" },
  { variable: "NATS_CERT", of: "certificate" },
  { variable: "NATS_KEY", of: "key" },
] as const;

/** Every variable with its default, meaning and when a change takes effect, for the operator's handbook. */
export function variableTable(): { name: string; fallback: string; about: string; effect: string }[] {
  return Object.entries(VARIABLES).map(([name, variable]) => ({
    name,
    fallback: variable.fallback ?? "",
    about: variable.about,
    effect: "effect" in variable ? variable.effect : "restart",
  }));
}

type Value<N extends VariableName> = z.output<(typeof VARIABLES)[N]["schema"]>;
interface Reader {
  /** The value, or its default. @throws ConfigError naming the variable, its value and what it must be */
  read: <N extends VariableName>(name: N) => Value<N>;
  /** Undefined if the variable is not set. */
  optional: <N extends VariableName>(name: N) => Value<N> | undefined;
}

/** Their values are not shown in messages. */
const CONFIDENTIAL: VariableName[] = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_OWNER_URL",
  "NATS_URL",
  "TURN_SECRET",
];

function createReader(environment: Record<string, string | undefined>): Reader {
  function read<N extends VariableName>(name: N): Value<N>;
  function read(name: VariableName): unknown {
    const { schema, fallback } = VARIABLES[name];
    const given = environment[name];
    const result = schema.safeParse(given === undefined || given === "" ? fallback : given);
    if (result.success) return result.data;
    const shown = CONFIDENTIAL.includes(name) ? "" : ` "${given}"`;
    throw new ConfigError(`${name}${shown} ${result.error.issues[0]?.message ?? "is not valid"}.`);
  }
  return { read, optional: (name) => (environment[name] ? read(name) : undefined) };
}

/** @throws ConfigError for a demo that can be reached from outside, unless DEMO_PUBLIC confirms it */
function checkDemo({ read }: Reader, { host, trustedProxies }: Pick<Config, "host" | "trustedProxies">): boolean {
  const demo = read("DEMO");
  if (!demo || read("DEMO_PUBLIC")) return demo;
  const open = !LOOPBACK.includes(host)
    ? `HOST ${host} can be reached from outside`
    : trustedProxies.length > 0
      ? "Through TRUSTED_PROXIES the house can be reached from outside"
      : null;
  if (open === null) return demo;
  throw new ConfigError(
    `${open} and demo players have known passwords: set DEMO=0, or DEMO_PUBLIC=1 if that is meant.`,
  );
}

function readDatabase({ optional }: Reader): Pick<Config, "databaseUrl" | "databaseDirectUrl" | "databaseOwnerUrl"> {
  const databaseUrl = optional("DATABASE_URL");
  const databaseDirectUrl = optional("DATABASE_DIRECT_URL");
  const databaseOwnerUrl = optional("DATABASE_OWNER_URL");
  if (databaseDirectUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError("DATABASE_DIRECT_URL is set without DATABASE_URL: it is another way to the same database.");
  }
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError("DATABASE_OWNER_URL is set without DATABASE_URL: it is another login to the same database.");
  }
  if (databaseOwnerUrl !== undefined && databaseOwnerUrl === databaseUrl) {
    throw new ConfigError(
      "DATABASE_OWNER_URL and DATABASE_URL are the same: the running server needs a login of its own.",
    );
  }
  return { databaseUrl, databaseDirectUrl, databaseOwnerUrl };
}

/** Of the host: what else a name may have becomes a hyphen. */
const nodeNameOf = (host: string) =>
  host
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 32) || "node";

function readNats({ optional }: Reader): NatsConfig | null {
  const servers = optional("NATS_URL");
  const credentials = optional("NATS_CREDS");
  const nkey = optional("NATS_NKEY");
  const ca = optional("NATS_CA");
  const certificate = optional("NATS_CERT");
  const key = optional("NATS_KEY");
  if (servers === undefined) {
    const given = NATS_FILES.find(({ variable }) => optional(variable) !== undefined)?.variable;
    if (given !== undefined) throw new ConfigError(`${given} is set without NATS_URL: there is nothing to connect to.`);
    return null;
  }
  if (credentials !== undefined && nkey !== undefined)
    throw new ConfigError("NATS_CREDS and NATS_NKEY are both set: NATS takes one of them.");
  if ((certificate === undefined) !== (key === undefined))
    throw new ConfigError(
      certificate === undefined ? "NATS_KEY is set without NATS_CERT." : "NATS_CERT is set without NATS_KEY.",
    );
  return { servers, credentials, nkey, ca, certificate, key };
}

function readNode(
  reader: Reader,
  { databaseUrl }: Pick<Config, "databaseUrl">,
): Pick<Config, "roles" | "node" | "nats"> {
  const { read, optional } = reader;
  const nats = readNats(reader);
  const roles = new Set(read("ROLES"));
  if (nats === null && roles.size < ROLES.length)
    throw new ConfigError(`ROLES ${[...roles].join(",")} needs NATS_URL: without it no other process can be reached.`);
  if (nats !== null && databaseUrl === undefined)
    throw new ConfigError("NATS_URL is set without DATABASE_URL: several processes need one database.");
  return {
    roles,
    node: {
      name: optional("NODE_NAME") ?? nodeNameOf(hostname()),
      zone: optional("NODE_ZONE") ?? null,
      drainSeconds: read("DRAIN_SECONDS"),
    },
    nats,
  };
}

function readMetrics({ read, optional }: Reader): Config["metrics"] {
  const port = optional("METRICS_PORT");
  if (port === undefined) return null;
  if (port === read("PORT")) throw new ConfigError(`METRICS_PORT ${port} is PORT: it must be another one.`);
  return { host: read("METRICS_HOST"), port };
}

/** How many ports after its default one a variable may take that the operator has not set. */
const SPARE_PORTS = 48;

function readConsole({ read, optional }: Reader): Config["console"] {
  const port = read("CONSOLE_PORT");
  const given = optional("CONSOLE_PORT") ?? null;
  if (given !== null && (port === read("PORT") || port === optional("METRICS_PORT")))
    throw new ConfigError(`CONSOLE_PORT ${port} is PORT or METRICS_PORT: it must be another one.`);
  return {
    place: port === null ? null : { host: read("CONSOLE_HOST"), from: port, to: given ?? port + SPARE_PORTS },
    origins: read("CONSOLE_ORIGINS"),
    keyFile: optional("STAFF_KEY_FILE"),
  };
}

function readPromotion(
  { read }: Reader,
  name: "DISCOUNT" | "BONUS" | "WEEKLY_BONUS",
): Config["promotions"][PromotionKind] {
  const basisPoints = read(`${name}_PERCENT`);
  const [atLeast, atMost] = [read(`${name}_AT_LEAST`), read(`${name}_AT_MOST`)];
  if (atLeast > atMost) throw new ConfigError(`${name}_AT_LEAST is more than ${name}_AT_MOST.`);
  return { basisPoints, atLeast, atMost };
}

const LARGE_SIZE = { width: 1_280, height: 720 };

function readVideo({ read, optional }: Reader): Config["video"] {
  const [width = 640, height = 360] = read("VIDEO_SIZE").split("x").map(Number);
  const turnUrls = read("TURN_URLS");
  const turnSecret = optional("TURN_SECRET");
  if (turnUrls.length > 0 && turnSecret === undefined) {
    throw new ConfigError("TURN_URLS is set without TURN_SECRET: credentials are made from that secret.");
  }
  const [ports, given] = [read("VIDEO_PORTS"), optional("VIDEO_PORTS")];
  const proxyPort = read("VIDEO_PROXY_PORT");
  const proxyPorts = { from: proxyPort, to: optional("VIDEO_PROXY_PORT") ?? proxyPort + SPARE_PORTS };
  return {
    ports: given ?? { from: ports.from, to: ports.to + SPARE_PORTS },
    bindAddress: optional("VIDEO_BIND_ADDRESS"),
    publicAddresses: read("VIDEO_ADDRESS"),
    proxyPorts: turnUrls.some(isTurnOverTcp) ? proxyPorts : undefined,
    width,
    height,
    largeSize: width < LARGE_SIZE.width && read("VIDEO_LARGE") ? LARGE_SIZE : undefined,
    timecode: read("VIDEO_TIMECODE"),
    stunUrls: read("STUN_URLS"),
    turnUrls,
    turnSecret,
  };
}

/** @throws ConfigError naming the variable, its value and what it must be */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const reader = createReader(environment);
  const { read, optional } = reader;
  const host = read("HOST");
  const trustedProxies = read("TRUSTED_PROXIES");
  const isReachable = !LOOPBACK.includes(host) || trustedProxies.length > 0;
  const expiry = read("PASSWORD_EXPIRY_DAYS");
  const database = readDatabase(reader);
  return {
    host,
    port: read("PORT"),
    connections: { total: read("MAX_CONNECTIONS"), perNetwork: read("MAX_CONNECTIONS_PER_NETWORK") },
    callsPerNetwork: read("CALLS_PER_NETWORK"),
    metrics: readMetrics(reader),
    console: readConsole(reader),
    apiDocs: read("API_DOCS"),
    dataDir: resolve(read("DATA_DIR")),
    backupMetricsDir: optional("BACKUP_METRICS_DIR") ?? null,
    // Only the embedded database is known to be in this folder.
    diskReserveBytes:
      MEGABYTE * (optional("DISK_RESERVE_MB") ?? (database.databaseUrl === undefined ? DISK_RESERVE_MB : 0)),
    ...database,
    ...readNode(reader, database),
    refuseSuperuser: isReachable && !read("DATABASE_SUPERUSER"),
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
    demo: checkDemo(reader, { host, trustedProxies }),
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
    promotions: {
      discount: readPromotion(reader, "DISCOUNT"),
      bonus: readPromotion(reader, "BONUS"),
      weekly: readPromotion(reader, "WEEKLY_BONUS"),
    },
    approvalAbove: read("APPROVAL_ABOVE"),
    timeZone: read("HOUSE_TIME_ZONE"),
    video: readVideo(reader),
  };
}

/** Files and folders below DATA_DIR. */
export function dataPaths(dataDir: string) {
  return {
    tokenKey: join(dataDir, "token.key"),
    settings: join(dataDir, "Settings.json"),
    consolePort: join(dataDir, "console.port"),
    staffKey: join(dataDir, "staff.key"),
    pictures: join(dataDir, "pictures"),
  };
}

/** Passwords of the embedded database, below DATA_DIR. */
export const EMBEDDED_SECRETS = ["postgres.password", "postgres.owner.password", "postgres.house.password"] as const;

/** File of the key of the staff's secrets. */
export const staffKeyFile = ({ console, dataDir }: Pick<Config, "console" | "dataDir">): string =>
  console.keyFile ?? dataPaths(dataDir).staffKey;
