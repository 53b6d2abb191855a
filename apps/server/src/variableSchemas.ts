/** What a value of an environment variable must be, and what the program makes of it. Knows no variable by name. */
import { isIP } from "node:net";
import * as z from "zod/mini";

/** What a process can be for the house. */
export const ROLES = ["edge", "floor", "media"] as const;
export type Role = (typeof ROLES)[number];
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const number = (min: number, max: number) => {
  const isWithin = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.pipe(
    z.string().check(z.refine(isWithin, `must be a whole number from ${min} to ${max}`)),
    z.transform((text: string) => Number(text)),
  );
};
/** Null: none. */
export const consolePort = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => text === "off" || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535),
        "must be a whole number from 1 to 65535, or off",
      ),
    ),
  z.transform((text: string) => (text === "off" || Number(text) === 0 ? null : Number(text))),
);
export const flag = z.pipe(
  z.enum(["0", "1", "true", "false"], "must be 1 or 0"),
  z.transform((value) => value === "1" || value === "true"),
);
export const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);
export const addresses = z.pipe(
  list,
  z
    .array(z.string())
    .check(z.refine((entries) => entries.every(isAddressOrNet), "must be a list of IP addresses or networks (CIDR)")),
);
export const countries = z.pipe(
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
export const headerName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header such as CF-IPCountry"));
export const origins = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine((entries) => entries.every(isOrigin), "must be a list of origins such as https://play.example.org"),
    ),
);
const ports = z.pipe(
  z.string().check(z.regex(/^\d+(-\d+)?$/, "must be a port or a range such as 50000-50009")),
  z.transform((value) => {
    const [from = 0, to = from] = value.split("-").map(Number);
    return { from, to };
  }),
);
export const portRange = z.pipe(
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
export const percent = z.pipe(
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
export const money = z.pipe(
  z.string().check(z.regex(AMOUNT, "must be an amount in whole units with at most two decimals, such as 500 or 99.90")),
  z.transform(hundredths),
);
export const size = z.enum(["640x360", "1280x720"], "must be 640x360 or 1280x720");
export const databaseUrl = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\/\S+$/, "must be an address such as postgresql://user:password@host:5432/reelcast"),
  );

export const roles = z.pipe(
  list,
  z
    .array(z.enum(ROLES, `must be a list of ${ROLES.join(", ")}`))
    .check(z.refine((given) => given.length > 0, `must be a list of ${ROLES.join(", ")}`)),
);
export const natsServers = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine(
        (given) =>
          given.length > 0 && given.every((one) => /^(nats|tls):\/\/[^\s/?#]+$/.test(one) && URL.canParse(one)),
        "must be a list of addresses such as nats://host:4222 or tls://host:4222",
      ),
    ),
);
export const nodeName = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,31}$/,
      "must be 1 to 32 small letters, digits and hyphens, and not begin with a hyphen",
    ),
  );
export const text = z.string().check(z.minLength(1));
export const timeZone = z.string().check(z.refine(isTimeZone, "must be a time zone such as Europe/Istanbul"));
export const ipAddresses = z.pipe(
  list,
  z.array(z.string().check(z.refine((value) => isIP(value) > 0, "must be IP addresses, separated by commas"))),
);
export const ipAddress = z.string().check(z.refine((value) => isIP(value) > 0, "must be an IP address"));

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
