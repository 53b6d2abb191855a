/** The environment variables: validation, default and description of each. Only config.ts reads them. */
import * as z from "zod/mini";
import {
  LOG_LEVELS,
  ROLES,
  addresses,
  consolePort,
  countries,
  databaseUrl,
  flag,
  headerName,
  ipAddress,
  ipAddresses,
  list,
  money,
  natsServers,
  nodeName,
  number,
  origins,
  percent,
  portRange,
  roles,
  size,
  text,
  timeZone,
} from "./variableSchemas.ts";

interface Variable {
  schema: z.ZodMiniType;
  /** The default. */
  fallback: string | null;
  about: string;
  /** What a change needs, if it is more than a restart. */
  effect?: string;
}

/** Every variable, in order, as the table in docs/operating.md shows it. */
export const VARIABLES = {
  HOST: { schema: text, fallback: "127.0.0.1", about: "address to listen on" },
  PORT: {
    schema: number(1, 65_535),
    fallback: "8080",
    about: "port of the site, its API and sockets; each process on a host has its own",
  },
  MAX_CONNECTIONS: {
    schema: number(10, 100_000),
    fallback: "5000",
    about: "TCP connections to PORT at once, those of sockets included; each needs a file descriptor",
  },
  MAX_CONNECTIONS_PER_NETWORK: {
    schema: number(10, 100_000),
    fallback: "1200",
    about: "the same from one address (of IPv6: one /64), other than a trusted proxy's; a player needs up to 9",
  },
  CALLS_PER_NETWORK: {
    schema: number(60, 1_000_000),
    fallback: "600",
    about:
      "calls a minute without a valid login, logins and openings of sockets among them, from one address (of IPv6: one /64)",
  },
  METRICS_PORT: {
    schema: number(1, 65_535),
    fallback: null,
    about: "port of its own for /metrics; without it, /metrics is on PORT and answers callers on this host alone",
  },
  METRICS_HOST: {
    schema: text,
    fallback: "127.0.0.1",
    about: "address to listen on at METRICS_PORT; everybody who can reach it can read the metrics",
  },
  CONSOLE_PORT: {
    schema: consolePort,
    fallback: "8081",
    about:
      "port of the console, from which the staff runs the house; not set: if it is in use, the next free one; 0 or off: this process serves none",
  },
  CONSOLE_HOST: {
    schema: text,
    fallback: "127.0.0.1",
    about: "address to listen on at CONSOLE_PORT",
  },
  CONSOLE_ORIGINS: {
    schema: origins,
    fallback: "",
    about:
      "origins by which browsers reach the console through a proxy, such as https://console.example.org; CONSOLE_HOST and localhost need none",
  },
  STAFF_KEY_FILE: {
    schema: text,
    fallback: null,
    about:
      "file of the key that encrypts the staff's second factors, the same for all processes with a console; without it, staff.key in DATA_DIR, made at the first start",
  },
  BACKUP_METRICS_DIR: {
    schema: text,
    fallback: null,
    about: "folder in which backup.sh notes its time, for the console",
  },
  API_DOCS: { schema: flag, fallback: "1", about: "serve the pages and the description of the API below /api/docs" },
  DATA_DIR: {
    schema: text,
    fallback: "var",
    about: "folder of the embedded database, Settings.json and pictures; each process has its own",
  },
  DISK_RESERVE_MB: {
    schema: number(0, 10_000_000),
    fallback: null,
    about:
      "megabytes to be free in DATA_DIR: with less, new games, deposits and seats are refused; 256 unless set, 0 (none) with DATABASE_URL",
  },
  DATABASE_URL: {
    schema: databaseUrl,
    fallback: null,
    about: "an outside PostgreSQL 15 or later; without it, an embedded one in DATA_DIR",
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    fallback: null,
    about: "the same database without a pooler between, for locks and notifications; without it, DATABASE_URL",
  },
  DATABASE_OWNER_URL: {
    schema: databaseUrl,
    fallback: null,
    about:
      "the same database, without a pooler between, by the login that owns its tables, for migrations and the monthly partitions of logs; without it, DATABASE_URL is both, which is warned about",
  },
  DATABASE_SUPERUSER: {
    schema: flag,
    fallback: "0",
    about: "allow a superuser's login in DATABASE_URL on a HOST that others can reach, or behind TRUSTED_PROXIES",
  },
  ROLES: {
    schema: roles,
    fallback: ROLES.join(","),
    about:
      "what this process does: `edge` serves players, `floor` runs machines, `media` sends pictures; less than all needs NATS_URL",
  },
  NATS_URL: {
    schema: natsServers,
    fallback: null,
    about:
      "addresses of NATS (`nats://` or, with TLS, `tls://`), by which several processes share the house; without it, one process is active and does everything",
  },
  NATS_CREDS: {
    schema: text,
    fallback: null,
    about: "file with the credentials for NATS (a JWT and its key, `.creds`)",
  },
  NATS_NKEY: { schema: text, fallback: null, about: "file with the seed of an nkey for NATS" },
  NATS_CA: {
    schema: text,
    fallback: null,
    about: "file with the certificates (PEM) that sign the certificate of NATS; TLS is required then",
  },
  NATS_CERT: { schema: text, fallback: null, about: "file with this process's certificate (PEM) for NATS" },
  NATS_KEY: { schema: text, fallback: null, about: "file with the key (PEM) of NATS_CERT" },
  NODE_NAME: {
    schema: nodeName,
    fallback: null,
    about: "name of this process among those that share the house, each another; without it, the host's name",
  },
  NODE_ZONE: {
    schema: nodeName,
    fallback: null,
    about: "where this process runs, such as a hall or a data centre: machines and pictures of the same zone go first",
  },
  DRAIN_SECONDS: {
    schema: number(0, 600),
    fallback: "60",
    about: "time over which a process that shares the house and ends hands its players and machines to others",
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
    fallback: "info",
    about: "how much is logged",
  },
  TRUSTED_PROXIES: {
    schema: addresses,
    fallback: "",
    about: "addresses or networks from which X-Forwarded-For and -Proto are accepted",
  },
  ALLOWED_COUNTRIES: {
    schema: countries,
    fallback: "",
    about: "with ipCheck on: the only countries that may play (ISO codes); empty: all that are not blocked",
  },
  BLOCKED_COUNTRIES: { schema: countries, fallback: "", about: "with ipCheck on: countries that may not play" },
  ALLOWED_ADDRESSES: {
    schema: addresses,
    fallback: "",
    about: "with ipCheck on: addresses or networks that may play from any country",
  },
  BLOCKED_ADDRESSES: {
    schema: addresses,
    fallback: "",
    about: "with ipCheck on: addresses or networks that may never play",
  },
  COUNTRY_HEADER: {
    schema: headerName,
    fallback: null,
    about: "header with the country, e.g. CF-IPCountry; a trusted proxy must set it, and remove a caller's own",
  },
  ALLOWED_ORIGINS: {
    schema: origins,
    fallback: "",
    about: "additional origins whose pages may open sockets; the site's own always may",
  },
  SOCKET_TICKETS: {
    schema: z.enum(["optional", "required"], "must be optional or required"),
    fallback: "optional",
    about: "whether a full token in a socket's address is refused",
  },
  MAX_SOCKETS: {
    schema: number(10, 100_000),
    fallback: "4000",
    about: "open sockets in all; a page in play has three, and each takes about 20 KiB of memory",
  },
  MAX_SOCKETS_PER_NETWORK: {
    schema: number(10, 100_000),
    fallback: "1000",
    about: "the same from one address (of IPv6: one /64); a hall of 100 players behind one address has 300",
  },
  DEMO: {
    schema: flag,
    fallback: "1",
    about: "seed demo players, brands and machines",
    effect: "restart; what was seeded stays, and with 0 demo players whose password is the published one are banned",
  },
  DEMO_PUBLIC: {
    schema: flag,
    fallback: "0",
    about: "allow demo players on a HOST that others can reach, or behind TRUSTED_PROXIES",
  },
  DEMO_REGISTRATION: {
    schema: flag,
    fallback: "0",
    about: "allow registration; e-mail addresses are not verified",
  },
  TOKEN_HOURS: { schema: number(1, 168), fallback: "12", about: "life of a login" },
  IDLE_LOGIN_MINUTES: {
    schema: number(0, 43_200),
    fallback: "0",
    about: "time without a call or a game request after which a login ends (at most two minutes later); 0: never",
  },
  PASSWORD_EXPIRY_DAYS: {
    schema: number(0, 3650),
    fallback: "0",
    about: "age at which a password counts as expired; 0: never",
  },
  DEPOSIT_SECONDS: { schema: number(5, 3600), fallback: "60", about: "time to deposit after sitting down" },
  IDLE_SECONDS: {
    schema: number(10, 86_400),
    fallback: "120",
    about: "time without a press before the seat is released",
  },
  GRACE_SECONDS: { schema: number(5, 86_400), fallback: "180", about: "time that a lost connection keeps its seat" },
  HAND_PAY_SECONDS: {
    schema: number(0, 86_400),
    fallback: "10",
    about: "time until a simulated machine's hand pay is paid without an attendant",
  },
  DISCOUNT_PERCENT: {
    schema: percent,
    fallback: "10",
    about: "percentage of the net loss since the last discount that a discount pays; 0: none",
  },
  DISCOUNT_AT_LEAST: { schema: money, fallback: "1", about: "smallest discount, in units of the currency" },
  DISCOUNT_AT_MOST: { schema: money, fallback: "1000", about: "largest discount, in units of the currency" },
  BONUS_PERCENT: {
    schema: percent,
    fallback: "5",
    about: "percentage of the deposits since the last bonus that a bonus pays; 0: none",
  },
  BONUS_AT_LEAST: { schema: money, fallback: "1", about: "smallest bonus, in units of the currency" },
  BONUS_AT_MOST: { schema: money, fallback: "1000", about: "largest bonus, in units of the currency" },
  WEEKLY_BONUS_PERCENT: {
    schema: percent,
    fallback: "1",
    about: "percentage of the bets of the last 7 days that the weekly bonus pays; 0: none",
  },
  WEEKLY_BONUS_AT_LEAST: { schema: money, fallback: "1", about: "smallest weekly bonus, in units of the currency" },
  WEEKLY_BONUS_AT_MOST: { schema: money, fallback: "1000", about: "largest weekly bonus, in units of the currency" },
  HOUSE_TIME_ZONE: {
    schema: timeZone,
    fallback: "Europe/Istanbul",
    about: "time zone of the days, weeks and months of players' limits, and of the weeks of the weekly bonus",
  },
  APPROVAL_ABOVE: {
    schema: money,
    fallback: "10000",
    about:
      "above this amount, in units of the currency, a manual payment needs a second person; amounts of one person within 24 hours count together: to one player up to this, to all players up to ten times this; 0: each needs one",
  },
  VIDEO_PORTS: {
    schema: portRange,
    fallback: "50000",
    about:
      "UDP port of the video, one for all viewers; of a range, the first free port is used; not set: if it is in use, the next free one",
  },
  VIDEO_PROXY_PORT: {
    schema: number(0, 65_535),
    fallback: "50101",
    about:
      "UDP port of the video for viewers who reach a TURN server over TCP or TLS: open where TURN_URLS names one; 0: any free port; not set: if it is in use, the next free one",
  },
  VIDEO_BIND_ADDRESS: {
    schema: ipAddress,
    fallback: null,
    about: "address of the network interface that sends the video; without it, all of them",
  },
  VIDEO_ADDRESS: {
    schema: ipAddresses,
    fallback: "",
    about:
      "public addresses to offer to viewers, if the server is behind a 1:1 NAT: IPv4, IPv6 or both, separated by commas. Viewers in the house's own networks are offered its own addresses as well",
  },
  VIDEO_SIZE: { schema: size, fallback: "640x360", about: "picture of simulated machines" },
  VIDEO_LARGE: {
    schema: flag,
    fallback: "1",
    about:
      "viewers whose picture is wider than 800 pixels get simulated machines at 1280x720 while the processor has room for it: at most one such machine for each core",
  },
  VIDEO_TIMECODE: {
    schema: flag,
    fallback: "0",
    about: "draw time and presses along the bottom edge, to measure delay",
  },
  STUN_URLS: { schema: list, fallback: "", about: "STUN servers, e.g. stun:stun.example.org:3478" },
  TURN_URLS: { schema: list, fallback: "", about: "TURN servers, e.g. turn:turn.example.org:3478" },
  TURN_SECRET: {
    schema: z.string().check(z.minLength(8, "must have at least 8 characters")),
    fallback: null,
    about: "shared secret for short-lived TURN credentials",
  },
} as const satisfies Record<string, Variable>;
export type VariableName = keyof typeof VARIABLES;
