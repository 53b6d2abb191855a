/**
 * What the operator sets by environment variables, checked, with defaults. The only reader of `process.env`. A wrong
 * value is a sentence for the operator, never a stack.
 */
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import type { PromotionKind } from "@reelcast/contract";
import * as z from "zod/mini";

/** Which parts this process runs. */
export type Role = "all";

/** A setting that can't be used. `message` is one clear sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

const number = (min: number, max: number) => {
  const isWithin = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.pipe(
    z.string().check(z.refine(isWithin, `must be a whole number from ${min} to ${max}`)),
    z.transform((text: string) => Number(text)),
  );
};
const flag = z.pipe(
  z.enum(["0", "1", "true", "false"], "must be 1 or 0"),
  z.transform((value) => value === "1" || value === "true"),
);
const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);
const addresses = z.pipe(
  list,
  z
    .array(z.string())
    .check(z.refine((entries) => entries.every(isAddressOrNet), "must be a list of IP addresses or networks (CIDR)")),
);
const countries = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine(
        (entries) => entries.every((entry) => /^[A-Z][A-Z0-9]$/.test(entry)),
        "must be a list of ISO 3166 codes in capitals such as TR,DE",
      ),
    ),
);
const headerName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header such as CF-IPCountry"));
const origins = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine((entries) => entries.every(isOrigin), "must be a list of origins such as https://play.example.org"),
    ),
);
const ports = z.pipe(
  z.string().check(z.regex(/^\d+(-\d+)?$/, "must be a port or a range such as 50000-50100")),
  z.transform((value) => {
    const [from = 0, to = from] = value.split("-").map(Number);
    return { from, to };
  }),
);
const portRange = z.pipe(
  ports,
  z
    .object({ from: z.number(), to: z.number() })
    .check(
      z.refine(
        ({ from, to }) => from >= 1024 && to <= 65_535 && from <= to,
        "must be a range of ports between 1024 and 65535",
      ),
    ),
);
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/;
/** "12.5" → 1250: hundredths, without a float. */
function hundredths(text: string): number {
  const [, whole = "0", part = ""] = AMOUNT.exec(text) ?? [];
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
const percent = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => AMOUNT.test(text) && hundredths(text) <= 10_000,
        "must be a percentage from 0 to 100 with at most two decimals",
      ),
    ),
  z.transform(hundredths),
);
const money = z.pipe(
  z.string().check(z.regex(AMOUNT, "must be an amount in whole units with at most two decimals, such as 500 or 99.90")),
  z.transform(hundredths),
);
const size = z.enum(["640x360", "1280x720"], "must be 640x360 or 1280x720");
const databaseUrl = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\/\S+$/, "must be an address such as postgresql://user:password@host:5432/reelcast"),
  );

/** Every variable: its schema, what it says when absent, and what it is, for the table in docs/operating.md. */
const VARIABLES = {
  HOST: { schema: z.string().check(z.minLength(1)), fallback: "127.0.0.1", about: "address to listen on" },
  PORT: { schema: number(1, 65_535), fallback: "8080", about: "port of the site, its API and sockets" },
  DATA_DIR: {
    schema: z.string().check(z.minLength(1)),
    fallback: "var",
    about: "folder of the embedded database, keys and pictures",
  },
  DATABASE_URL: {
    schema: databaseUrl,
    fallback: null,
    about: "an outside PostgreSQL 15 or later; without it, an embedded one in DATA_DIR",
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
    fallback: "info",
    about: "how much is logged",
  },
  TRUSTED_PROXIES: {
    schema: addresses,
    fallback: "",
    about: "addresses or networks whose X-Forwarded-For and -Proto are believed",
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
    about: "with ipCheck on: addresses or networks that may play whatever country they lie in",
  },
  BLOCKED_ADDRESSES: {
    schema: addresses,
    fallback: "",
    about: "with ipCheck on: addresses or networks that may never play",
  },
  COUNTRY_HEADER: {
    schema: headerName,
    fallback: null,
    about:
      "header in which a trusted proxy tells the country, e.g. CF-IPCountry; the proxy must set or remove it itself",
  },
  ALLOWED_ORIGINS: {
    schema: origins,
    fallback: "",
    about: "further origins whose pages may open sockets; the site's own always may",
  },
  SOCKET_TICKETS: {
    schema: z.enum(["optional", "required"], "must be optional or required"),
    fallback: "optional",
    about: "whether a full token in a socket's address is refused",
  },
  DEMO: {
    schema: flag,
    fallback: "1",
    about: "seed demo players, brands and machines at first start",
  },
  DEMO_PUBLIC: {
    schema: flag,
    fallback: "0",
    about: "allow demo players on a HOST that others can reach",
  },
  TOKEN_HOURS: { schema: number(1, 168), fallback: "12", about: "life of a login" },
  PASSWORD_EXPIRY_DAYS: {
    schema: number(0, 3650),
    fallback: "0",
    about: "age at which a password counts as expired; 0: never",
  },
  DEPOSIT_SECONDS: { schema: number(5, 3600), fallback: "60", about: "time to bring funds after sitting down" },
  IDLE_SECONDS: {
    schema: number(10, 86_400),
    fallback: "120",
    about: "time without a press before the seat is given back",
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
    about: "share of the net loss since the last discount that a discount gives back; 0: none",
  },
  DISCOUNT_AT_LEAST: { schema: money, fallback: "1", about: "smallest discount, in units of the currency" },
  DISCOUNT_AT_MOST: { schema: money, fallback: "1000", about: "largest discount, in units of the currency" },
  BONUS_PERCENT: {
    schema: percent,
    fallback: "5",
    about: "share of the deposits since the last bonus that a bonus adds; 0: none",
  },
  BONUS_AT_LEAST: { schema: money, fallback: "1", about: "smallest bonus, in units of the currency" },
  BONUS_AT_MOST: { schema: money, fallback: "1000", about: "largest bonus, in units of the currency" },
  WEEKLY_BONUS_PERCENT: {
    schema: percent,
    fallback: "1",
    about: "share of the bets of the last 7 days that the weekly bonus adds; 0: none",
  },
  WEEKLY_BONUS_AT_LEAST: { schema: money, fallback: "1", about: "smallest weekly bonus, in units of the currency" },
  WEEKLY_BONUS_AT_MOST: { schema: money, fallback: "1000", about: "largest weekly bonus, in units of the currency" },
  HOUSE_TIME_ZONE: {
    schema: z.string().check(z.refine(isTimeZone, "must be a time zone such as Europe/Istanbul")),
    fallback: "Europe/Istanbul",
    about:
      "where the house is: its days, weeks and months are those of players' limits, its weeks those of the weekly bonus",
  },
  VIDEO_PORTS: { schema: portRange, fallback: "50000-50100", about: "UDP ports of the video" },
  VIDEO_BIND_ADDRESS: {
    schema: z.string().check(z.refine((value) => isIP(value) > 0, "must be an IP address")),
    fallback: null,
    about: "address of the network interface that sends the video; without it, all of them",
  },
  VIDEO_ADDRESS: {
    schema: z.string().check(z.refine((value) => isIP(value) > 0, "must be an IP address")),
    fallback: null,
    about: "public address to offer to viewers, where the server stands behind a 1:1 NAT",
  },
  VIDEO_SIZE: { schema: size, fallback: "640x360", about: "picture of simulated machines" },
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
    about: "shared secret from which short-lived TURN credentials are made",
  },
} as const;
type VariableName = keyof typeof VARIABLES;

function isAddressOrNet(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
function isTimeZone(value: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

export interface Config {
  role: Role;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
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
  demo: boolean;
  tokenHours: number;
  passwordExpiryDays: number | null;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  /** Shares in hundredths of a percent, amounts in minor units. */
  promotions: Record<PromotionKind, { basisPoints: number; atLeast: number; atMost: number }>;
  /** IANA name. */
  timeZone: string;
  video: {
    ports: { from: number; to: number };
    bindAddress: string | undefined;
    publicAddress: string | undefined;
    width: number;
    height: number;
    timecode: boolean;
    stunUrls: string[];
    turnUrls: string[];
    turnSecret: string | undefined;
  };
}

/** Name, default and meaning of every variable, in order: for the operator's handbook. */
export function variableTable(): { name: string; fallback: string; about: string }[] {
  return Object.entries(VARIABLES).map(([name, { fallback, about }]) => ({ name, fallback: fallback ?? "", about }));
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
    const shown = ["DATABASE_URL", "TURN_SECRET"].includes(name) ? "" : ` "${given}"`;
    throw new ConfigError(`${name}${shown} ${result.error.issues[0]?.message ?? "is not valid"}.`);
  }
  const optional = <N extends VariableName>(name: N) => (environment[name] ? read(name) : undefined);

  const host = read("HOST");
  const demo = read("DEMO");
  if (demo && !LOOPBACK.includes(host) && !read("DEMO_PUBLIC")) {
    throw new ConfigError(
      `HOST ${host} can be reached from outside and demo players have known passwords: set DEMO=0, or DEMO_PUBLIC=1 if that is meant.`,
    );
  }
  function share(name: "DISCOUNT" | "BONUS" | "WEEKLY_BONUS"): Config["promotions"]["discount"] {
    const basisPoints = read(`${name}_PERCENT`);
    const [atLeast, atMost] = [read(`${name}_AT_LEAST`), read(`${name}_AT_MOST`)];
    if (atLeast > atMost) throw new ConfigError(`${name}_AT_LEAST is more than ${name}_AT_MOST.`);
    return { basisPoints, atLeast, atMost };
  }
  const expiry = read("PASSWORD_EXPIRY_DAYS");
  const [width = 640, height = 360] = read("VIDEO_SIZE").split("x").map(Number);
  const turnUrls = read("TURN_URLS");
  const turnSecret = optional("TURN_SECRET");
  if (turnUrls.length > 0 && turnSecret === undefined) {
    throw new ConfigError("TURN_URLS is set without TURN_SECRET: credentials are made from that secret.");
  }
  return {
    role: "all",
    host,
    port: read("PORT"),
    dataDir: resolve(read("DATA_DIR")),
    databaseUrl: optional("DATABASE_URL"),
    logLevel: read("LOG_LEVEL"),
    trustedProxies: read("TRUSTED_PROXIES"),
    network: {
      allowedCountries: read("ALLOWED_COUNTRIES"),
      blockedCountries: read("BLOCKED_COUNTRIES"),
      allowedAddresses: read("ALLOWED_ADDRESSES"),
      blockedAddresses: read("BLOCKED_ADDRESSES"),
      countryHeader: optional("COUNTRY_HEADER"),
    },
    allowedOrigins: read("ALLOWED_ORIGINS"),
    ticketsRequired: read("SOCKET_TICKETS") === "required",
    demo,
    tokenHours: read("TOKEN_HOURS"),
    passwordExpiryDays: expiry === 0 ? null : expiry,
    limits: {
      depositSeconds: read("DEPOSIT_SECONDS"),
      idleSeconds: read("IDLE_SECONDS"),
      graceSeconds: read("GRACE_SECONDS"),
      handPaySeconds: read("HAND_PAY_SECONDS"),
    },
    promotions: { discount: share("DISCOUNT"), bonus: share("BONUS"), weekly: share("WEEKLY_BONUS") },
    timeZone: read("HOUSE_TIME_ZONE"),
    video: {
      ports: read("VIDEO_PORTS"),
      bindAddress: optional("VIDEO_BIND_ADDRESS"),
      publicAddress: optional("VIDEO_ADDRESS"),
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
