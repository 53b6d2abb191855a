/**
 * Settings.json: the operator's settings of the app. Unknown keys are ignored. Each key is validated on its own, so
 * that one bad value affects no other key. The defaults are here, once, for both sides.
 */
import * as z from "zod/mini";
import { IceServerSchema, Money } from "./entities.ts";
import { PlayRulesSetting } from "./playRules.ts";

const text = (max = 200) => z.string().check(z.maxLength(max));
const positiveInt = z.int().check(z.positive());
/** Addresses that are allowed in a link: https with a host; never a scheme that a browser executes. */
const SafeLink = text(2000).check(
  z.refine((value) => value === "" || (/^https:\/\//i.test(value) && parseUrl(value) !== null)),
);
/** A messenger contact: a phone number, a name, or an https address of that messenger. */
const WhatsApp = text().check(z.refine((value) => value === "" || whatsappLink(value) !== null));
const Telegram = text().check(z.refine((value) => value === "" || telegramLink(value) !== null));
/** Each has its own default, so that a house names only the ways that it has. */
const SUPPORT = {
  whatsapp: z._default(WhatsApp, ""),
  telegram: z._default(Telegram, ""),
  chat: z._default(z.boolean(), false),
};
const LargeAmount = z.union([z.literal(0), z.int().check(z.minimum(10_000), z.maximum(1_000_000_000_000))]);
const Months = z.int().check(z.minimum(0), z.maximum(1_200));
const HotCoin = z.object({ amount: positiveInt, colour: z.enum(["blue", "green", "purple", "yellow", "red"]) });
export const LANGUAGES = ["tr", "en", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LanguageSchema = z.enum(LANGUAGES);
/** One text for every language, or a text for each. */
const Texts = z.union([text(24), z.partialRecord(LanguageSchema, text(24))]);

/** Null: not an absolute address. (`URL.parse` and `URL.canParse` are missing in the oldest browsers.) */
export function parseUrl(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}
function linkTo(hosts: readonly string[], { protocol, hostname, href }: URL): string | null {
  return protocol === "https:" && hosts.includes(hostname.replace(/^www\./, "")) ? href : null;
}
/** The https address of a WhatsApp contact, given as an address or an international number; null for anything else. */
export function whatsappLink(value: string): string | null {
  const url = parseUrl(value);
  if (url) return linkTo(["wa.me", "api.whatsapp.com", "chat.whatsapp.com", "whatsapp.com"], url);
  const digits = value.replace(/[\s()+-]/g, "");
  return /^\d{7,15}$/.test(digits) ? `https://wa.me/${digits}` : null;
}
/** The https address of a Telegram contact, given as an address or as a name; null for anything else. */
export function telegramLink(value: string): string | null {
  const url = parseUrl(value);
  if (url) return linkTo(["t.me", "telegram.me"], url);
  return /^@?\w{4,32}$/.test(value.trim()) ? `https://t.me/${value.trim().replace(/^@/, "")}` : null;
}

/** Symbols of the supported currencies. */
export const CURRENCY_SYMBOLS = {
  USD: "$",
  EUR: "€",
  CRC: "₡",
  GBP: "£",
  ILS: "₪",
  INR: "₹",
  JPY: "¥",
  KRW: "₩",
  NGN: "₦",
  PHP: "₱",
  PLN: "zł",
  PYG: "₲",
  THB: "฿",
  UAH: "₴",
  VND: "₫",
  TRY: "₺",
} as const;
export type Currency = keyof typeof CURRENCY_SYMBOLS;
export const CurrencySchema = z.enum(Object.keys(CURRENCY_SYMBOLS) as [Currency, ...Currency[]]);

const shape = {
  apiBase: z._default(text().check(z.minLength(1)), "/api/v1"),
  socketBase: z._default(text().check(z.minLength(1)), "/ws"),
  contractVersion: z._default(z.int(), 2),
  siteId: z._default(z.int(), 2008),
  menuTitle: z._default(text(40), "Reelcast"),
  /** Of a visitor who has chosen none; "auto": the first of the browser's languages that is offered, else Turkish. */
  language: z._default(z.enum([...LANGUAGES, "auto"]), "tr"),
  languageSelect: z._default(z.boolean(), false),
  languages: z._default(z.array(LanguageSchema).check(z.minLength(1)), [...LANGUAGES]),
  currency: z._default(CurrencySchema, "TRY"),
  discountMinimum: z._default(Money, 10_000),
  discountBalanceCheck: z._default(z.boolean(), true),
  promotionCooldownSeconds: z._default(positiveInt, 30),
  autoDiscount: z._default(z.boolean(), true),
  autoBonus: z._default(z.boolean(), true),
  maxAllIn: z._default(Money, 250_000_000),
  hotFlagLimit: z._default(Money, 2_000_000),
  hotCoinSet: z._default(z.enum(["high", "low"]), "high"),
  /** Whole currency units. */
  hotCoins: z._default(z.array(HotCoin).check(z.maxLength(8)), [
    { amount: 500, colour: "blue" },
    { amount: 5_000, colour: "green" },
    { amount: 10_000, colour: "purple" },
    { amount: 50_000, colour: "yellow" },
    { amount: 100_000, colour: "red" },
  ]),
  hotCoinsLow: z._default(z.array(HotCoin).check(z.maxLength(8)), [
    { amount: 100, colour: "blue" },
    { amount: 500, colour: "green" },
    { amount: 1_000, colour: "purple" },
    { amount: 5_000, colour: "yellow" },
  ]),
  lobbyRefreshSeconds: z._default(positiveInt, 10),
  frameRate: z._default(z.nullable(z.int().check(z.minimum(5), z.maximum(60))), null),
  volume: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
  clickSound: z._default(z.boolean(), false),
  showLobby: z._default(z.boolean(), true),
  webcam: z._default(z.boolean(), true),
  zeroBalanceMayPlay: z._default(z.boolean(), false),
  externalDeposit: z._default(z.object({ enabled: z.boolean(), url: SafeLink }), { enabled: false, url: "" }),
  pinCheck: z._default(z.boolean(), false),
  ipCheck: z._default(z.boolean(), false),
  liveChat: z._default(
    z.object({
      enabled: z.boolean(),
      provider: z.enum(["tawk", "livechat"]),
      id: text(100).check(z.regex(/^[\w/-]*$/)),
    }),
    { enabled: false, provider: "tawk", id: "" },
  ),
  hideReserved: z._default(z.boolean(), true),
  autoFullscreen: z._default(z.boolean(), false),
  tokenLogin: z._default(z.boolean(), false),
  headerBar: z._default(z.boolean(), true),
  withdrawText: z._default(Texts, { tr: "PARA ÇEK", en: "WITHDRAW", ar: "سحب" }),
  depositText: z._default(Texts, { tr: "PARA YATIR", en: "DEPOSIT", ar: "إيداع" }),
  support: z._default(z.object(SUPPORT), { whatsapp: "", telegram: "", chat: false }),
  infoDialog: z._default(
    z.nullable(
      z.object({
        title: z.partialRecord(LanguageSchema, text(100)),
        body: z.partialRecord(LanguageSchema, text(4000)),
      }),
    ),
    null,
  ),
  idleTimeoutMs: z._default(positiveInt, 60_000),
  idleThrottleMs: z._default(positiveInt, 500),
  toastAutoCloseMs: z._default(positiveInt, 3_000),
  messageAutoHideMs: z._default(positiveInt, 6_000),
  /** A press that reaches its machine later than this after it was made is refused (PressTooLate), ms. */
  pressMaxAgeMs: z._default(z.int().check(z.minimum(500), z.maximum(3_000)), 2_000),
  /**
   * Seconds until the first deposit after joining; without a press until the seat is released; and that a lost
   * connection keeps its seat. The server fills in its own limits, so that the rules page shows the limits in force.
   */
  playTimes: z._default(
    z.object({ depositSeconds: positiveInt, idleSeconds: positiveInt, graceSeconds: positiveInt }),
    { depositSeconds: 60, idleSeconds: 120, graceSeconds: 180 },
  ),
  /** Whether players may be asked for a limit (rule limitPrompt): the app asks the server then. The server fills it in. */
  limitPrompt: z._default(z.boolean(), false),
  /** Rules of play that a regulator asks for: a profile, and single rules that differ from it. */
  playRules: z._default(PlayRulesSetting, "none"),
  /**
   * From which amount on a win, or a transfer or payment, is a significant event: minor units, 10,000 at least; 0: none is.
   * (The defaults are in the SQL function large_amount, too.)
   */
  significantEvents: z._default(
    z.object({ largeWin: z._default(LargeAmount, 1_000_000), largeTransfer: z._default(LargeAmount, 1_000_000) }),
    { largeWin: 1_000_000, largeTransfer: 1_000_000 },
  ),
  /**
   * How many whole months are kept of what players did, of what they wrote, and of significant events; 0: all. Where the profile
   * of the rules of play asks for more, that counts.
   */
  retention: z._default(
    z.object({ log: z._default(Months, 0), chat: z._default(Months, 0), events: z._default(Months, 0) }),
    { log: 0, chat: 0, events: 0 },
  ),
  sessionCloseToastMs: z._default(positiveInt, 10_000),
  /** An entry without an address, like the default's TURN server, has no effect. */
  iceServers: z._default(z.array(IceServerSchema).check(z.maxLength(8)), [
    { urls: "stun:stun.l.google.com:19302" },
    { urls: "", username: "", credential: "" },
  ]),
  templatePages: z._default(z.boolean(), true),
  /** Whether the template's pages are in the menu; their addresses work without it. */
  templateMenu: z._default(z.boolean(), false),
  dateFormat: z._default(text(40), "DD.MM.YYYY HH:mm:ss"),
};
/** Header of the server's answers: the number of the version of the settings, which rises with each change. */
export const SETTINGS_VERSION = "Settings-Version";
/** Settings that players never get: they would say from where on somebody looks, and until when. */
export const HOUSE_SETTINGS = ["significantEvents", "retention"] as const satisfies readonly (keyof typeof shape)[];
export const Settings = z.object(shape);
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Readonly<Settings> = Object.freeze(Settings.parse({}));

/** The operator's text in a language; the default in a language that the operator gave none for. */
export function settingText(
  settings: Pick<Settings, "depositText" | "withdrawText">,
  key: "depositText" | "withdrawText",
  language: Language,
): string {
  const textIn = (texts: z.infer<typeof Texts>) => (typeof texts === "string" ? texts : texts[language])?.trim();
  return textIn(settings[key]) || textIn(DEFAULT_SETTINGS[key]) || key;
}

/** Settings whose fields are merged one by one. */
const FIELDS = { support: SUPPORT } as const;
const hasFields = (key: string): key is keyof typeof FIELDS => Object.hasOwn(FIELDS, key);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of `value` that are known and valid, and the names of the others: `support.fax`. */
function validFields(key: keyof typeof FIELDS, value: Record<string, unknown>) {
  const known: Readonly<Record<string, z.ZodMiniType>> = FIELDS[key];
  const isValid = ([name, field]: [string, unknown]) =>
    Object.hasOwn(known, name) && field !== undefined && known[name]?.safeParse(field).success === true;
  const entries = Object.entries(value);
  return {
    valid: Object.fromEntries(entries.filter(isValid)),
    ignored: entries.filter((entry) => !isValid(entry)).map(([name]) => `${key}.${name}`),
  };
}

/** `value` over what was set for `key` before: fields that it does not name stay, where the setting has fields. */
export const overSetting = (key: string, before: unknown, value: unknown): unknown =>
  hasFields(key) && isObject(before) && isObject(value) ? { ...before, ...value } : value;

/**
 * The defaults, overridden by every valid known key of `external`; of `support`, by every valid known field. Own keys
 * only, so that `__proto__` and the like have no effect. `ignored` names the keys and fields that are unknown or
 * ill-typed, for a note in the console; `valid` are the others.
 */
export function mergeSettings(external: unknown): {
  settings: Settings;
  ignored: string[];
  valid: Record<string, unknown>;
} {
  if (!isObject(external)) return { settings: DEFAULT_SETTINGS, ignored: ["(not an object)"], valid: {} };
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const valid: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [key, given] of Object.entries(external)) {
    const fields = hasFields(key) && isObject(given) ? validFields(key, given) : null;
    if (fields) ignored.push(...fields.ignored);
    const value = fields?.valid ?? given;
    const schema = Object.hasOwn(shape, key) ? shape[key as keyof typeof shape] : undefined;
    const parsed = schema?.safeParse(value);
    if (parsed?.success && value !== undefined) {
      settings[key] = parsed.data;
      valid[key] = value;
    } else ignored.push(key);
  }
  return { settings: settings as Settings, ignored, valid };
}
