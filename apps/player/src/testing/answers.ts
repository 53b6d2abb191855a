/**
 * What the scripted server answers where a test says nothing else: one player with a past, four machines of two brands,
 * a chat. Names are written as data is: the same in every language.
 */
import { DEFAULT_SETTINGS, LIMIT_KINDS, LIMIT_PERIODS, PERMISSION, PROMOTIONS } from "@reelcast/contract";
import type {
  Band,
  FavouritesChange,
  GameInitAnswer,
  LoginAnswer,
  Machine,
  Operation,
  PlayerSettings,
  Settings,
} from "@reelcast/contract";
import type { ScriptedRequest } from "@reelcast/testing/scriptedServer";
import type { ScriptedAnswer, ScriptedCall } from "./scriptedCalls.ts";

const PIXEL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='480' height='360'%3E%3Crect width='480' height='360' fill='%23423'/%3E%3C/svg%3E";
const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
/** A JWT of player 1 that lives until the year 2100, unless other claims are named. */
export const tokenWith = (claims: object = {}): string =>
  `${part({ alg: "none" })}.${part({ sub: "1", iat: 1_760_000_000, exp: 4_102_444_800, ...claims })}.x`;
export const TOKEN = tokenWith();
export const PASSWORD = "play1234";

let settings: Settings = DEFAULT_SETTINGS;
export function setScriptedSettings(change: Partial<Settings>): void {
  // The longest menu: tests of the frame need the template's entries.
  settings = { ...DEFAULT_SETTINGS, templateMenu: true, iceServers: [], ...change };
}

/** What the player keeps at the server: it is saved as the real one saves it. */
const NOTHING_KEPT: PlayerSettings = { theme: null, shortcuts: [], favourites: [] };
type PlayerSettingsChange = Partial<PlayerSettings> & { favouritesChange?: FavouritesChange };
let kept = NOTHING_KEPT;
export function keepPlayerSettings(settings: PlayerSettings = NOTHING_KEPT): void {
  kept = settings;
}

export const LOGIN: LoginAnswer = {
  token: TOKEN,
  // PIN 0000 is not kept as such: the browser compares with a derived key, and asks the server where that differs.
  pin_code: "pbkdf2-sha256$1000$YQ$YQ",
  ip_address: "203.0.113.7",
  versions: "9.9.9",
  last_logon: "2026-01-02T03:04:05.000Z",
  last_logon_ip: "198.51.100.23",
  Permissions: [{ PermissionId: PERMISSION.play }, { PermissionId: PERMISSION.kick }],
  Group: "players",
  user: {
    id: 1,
    type: "user",
    name: "Ada",
    lastname: "Lovelace",
    email: "ada@example.com",
    username: "demo1",
    displayName: "",
    photoURL: "",
    shortcuts: [],
  },
};
/** The code of PIN 0000, derived in fewer rounds than the server's. */
export const PIN_0000 = "pbkdf2-sha256$1000$c2FsdA$7T9vGprce5PV7Kb_VCNaBx7nwFSflEob5G_k5SHGytg";
export const BALANCE = 1_000_000;

/** The login that the browser has. */
let login = LOGIN;
export function setScriptedLogin(answer: LoginAnswer | null): void {
  login = answer ?? LOGIN;
}

const BANDS: Band[] = [
  {
    id: "denomination",
    name: "Denomination",
    Order: 1,
    controls: [
      { id: "denomination-1", label: "0.01", kind: "denomination", lit: true },
      { id: "denomination-5", label: "0.05", kind: "denomination", lit: true },
    ],
  },
  {
    id: "bet",
    name: "Bet",
    Order: 2,
    controls: [
      { id: "bet-1", label: "1", kind: "bet", lit: true, key: "1" },
      { id: "bet-5", label: "5", kind: "bet", lit: false, key: "2" },
      { id: "bet-max", label: "MAX", kind: "maxBet", lit: true, key: "m" },
    ],
  },
  { id: "play", name: "Play", Order: 3, controls: [{ id: "play", label: "PLAY", kind: "play", lit: true }] },
];
const machine = (id: number, name: string, status: Machine["status"], more: Partial<Machine> = {}): Machine => ({
  id,
  name,
  status,
  brand: { id: id <= 2 ? 1 : 2, name: id <= 2 ? "Lodestar" : "Orchard" },
  image: PIXEL,
  reservation: null,
  hot: false,
  videoType: "screen",
  minBet: 100,
  ...more,
});
export const MACHINES: readonly Machine[] = [
  machine(1, "Lantern Street", "available", { hot: true }),
  machine(2, "Golden Harbour", "playing"),
  machine(3, "Orchard Gold", "available"),
  machine(4, "Night Garden", "error"),
];

/** The answer to `init` of the game socket. */
export function gameState(change: { meters?: Partial<GameInitAnswer["meters"]> } = {}): GameInitAnswer {
  return {
    session: { id: "session-1", startedAt: new Date().toISOString(), state: "playing", resumed: false },
    machine: {
      id: 1,
      name: "Lantern Street",
      brand: { id: 1, name: "Lodestar" },
      videoType: "screen",
      bands: BANDS,
      crop: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
    },
    meters: {
      seq: 1,
      credit: 25_000,
      bet: 100,
      win: 0,
      status: "playing",
      phase: "idle",
      freeSpins: 0,
      controls: { "denomination-1": true, "denomination-5": true, "bet-1": true, "bet-max": true, play: true },
      selects: { denomination: "denomination-1", bet: "bet-1" },
      net: -500,
      ...change.meters,
    },
    limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 250_000_000, realityCheckMinutes: null },
    video: { url: "/whep/1?session=session-1", iceServers: [] },
    balance: BALANCE,
    transfer: null,
    now: new Date().toISOString(),
  };
}

const operation = (id: number, type: number, amount: number, from: string): Operation => ({
  id: String(id),
  at: new Date(Date.now() - id * 3_600_000).toISOString(),
  type,
  amount,
  from,
  tag: "",
  ip: "203.0.113.7",
  balance: BALANCE - id * 100,
});
const OPERATIONS = [
  operation(1, 4, 24_500, "Lantern Street"),
  operation(2, 3, -25_000, "Lantern Street"),
  operation(3, 1, 1_000_000, "house"),
];
const listOf = <T>(items: T[]) => ({ items, nextCursor: null, total: items.length });
export const NO_ENTRIES = listOf<never>([]);

const [CASH_OUT, CASH_IN] = OPERATIONS as [Operation, Operation, Operation];
export const SESSIONS = listOf([
  {
    id: "session-1",
    start: CASH_IN.at,
    end: CASH_OUT.at,
    machineId: 1,
    machine: "Lantern Street",
    spins: 12,
    freeSpins: 3,
    played: 754,
    amount: -500,
    ip: "203.0.113.7",
    operations: [CASH_OUT, CASH_IN],
  },
]);
/** Every day of the range: two of them with play. */
function summary({ query }: ScriptedRequest) {
  const from = Date.parse(query["from"] ?? "");
  const days = Math.min(60, Math.max(1, Math.ceil((Date.parse(query["to"] ?? "") - from) / 86_400_000)));
  return {
    days: Array.from({ length: days }, (_, n) => ({
      day: new Date(from + (n + 0.5) * 86_400_000).toISOString().slice(0, 10),
      net: n === days - 1 ? -500 : n === days - 2 ? 1_200 : 0,
      played: n >= days - 2 ? 754 : 0,
      spins: n >= days - 2 ? 12 : 0,
    })),
  };
}
const LOG_ENTRIES = listOf([
  { id: "1", at: "2026-01-02T03:04:05.000Z", type: "LOGIN_SUCCESS", ip: "203.0.113.7", detail: null },
  { id: "2", at: "2026-01-01T03:04:05.000Z", type: "LOGIN_FAIL", ip: "203.0.113.8", detail: null },
  { id: "3", at: "2026-01-01T02:04:05.000Z", type: "LIMIT_CHANGED", ip: null, detail: "loss/day 50000 → 20000" },
]);
export const PROTECTION: ScriptedAnswer<"protection"> = {
  realityCheckMinutes: 30,
  limits: LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period) => ({
      kind,
      period,
      value: kind === "cashIn" && period === "day" ? 150_000 : null,
      used: kind === "cashIn" ? 25_000 : 0,
      resetsAt: "2099-01-01T00:00:00.000Z",
      pending: null,
    })),
  ),
  breakUntil: null,
  exclusionUntil: null,
};
const CHAT_LIST = { support: { chatId: "chat-1", contactId: "support", lastMessageTime: "2026-01-02T09:00:00.000Z" } };
const CHAT = {
  id: "chat-1",
  older: false,
  dialog: [
    { id: 1, who: "support", message: "Merhaba!", time: "2026-01-02T09:00:00.000Z" },
    { id: 2, who: "1", message: "İyi akşamlar", time: "2026-01-02T09:01:00.000Z" },
  ],
};
export const QUICK_ENTRIES = {
  events: [{ id: 1, title: "Yılbaşı gecesi", detail: "Herkes davetli", at: "2099-12-31T21:00:00.000Z" }],
  notes: [
    {
      id: 2,
      title: "Turnuva akşamı",
      detail: "Saat 21.00'de başlıyor",
      texts: { en: { title: "Tournament night", detail: "Begins at nine" } },
    },
  ],
};

type Default<N extends ScriptedCall> = ScriptedAnswer<N> | ((request: ScriptedRequest) => ScriptedAnswer<N>);
const DEFAULTS: { [N in ScriptedCall]?: Default<N> } = {
  settings: () => settings,
  check: { status: 1, code: 0, ip: "203.0.113.7", country: "TR" },
  login: LOGIN,
  validate: () => login,
  ticket: { token: "ticket" },
  balance: { balance: BALANCE, checking: 0 },
  brands: [
    { id: 1, name: "Lodestar", image: PIXEL, jackpot: "1", machineCount: 2, freeCount: 1 },
    { id: 2, name: "Orchard", image: PIXEL, jackpot: "", machineCount: 2, freeCount: 1 },
  ],
  machines: () => [...MACHINES],
  stills: () => ({ stills: [], nextMs: 2_000 }),
  brandLobby: ({ params }) =>
    MACHINES.filter(({ brand }) => typeof brand !== "string" && String(brand.id) === params["id"]),
  jackpots: [{ id: 1, name: "Harbour Light", amount: 1_234_500 }],
  promotions: PROMOTIONS.map((kind) => ({
    kind,
    eligible: kind === "bonus",
    amount: kind === "bonus" ? 10_000 : null,
    waitSeconds: 0,
  })),
  profile: {
    user: LOGIN.user,
    createdAt: "2025-01-01T00:00:00.000Z",
    balance: BALANCE,
    currency: "TRY",
    authentication: {
      lastPasswordChange: null,
      lastLogin: "2026-01-02T03:04:05.000Z",
      lastLoginIp: "198.51.100.23",
    },
  },
  protection: PROTECTION,
  setLimit: PROTECTION,
  setRealityCheck: PROTECTION,
  playerSettings: () => kept,
  savePlayerSettings({ body }) {
    const { theme, shortcuts = kept.shortcuts, ...marks } = body as PlayerSettingsChange;
    const { add = [], remove = [] } = marks.favouritesChange ?? {};
    const favourites = [...add, ...(marks.favourites ?? kept.favourites ?? [])].filter((id) => !remove.includes(id));
    kept = { theme: theme ? { ...kept.theme, ...theme } : kept.theme, shortcuts, favourites };
    return kept;
  },
  summary,
  sessions: SESSIONS,
  games: { machineId: 1, machine: "Lantern Street", games: [] },
  gameLinks: { links: [] },
  lastSeats: { seats: [] },
  sessionStory: ({ query }) => ({
    session: query["session"] ?? "",
    machineId: 1,
    machine: "Lantern Street",
    start: CASH_IN.at,
    end: CASH_OUT.at,
    played: 754,
    cashedIn: 0,
    cashedOut: 0,
    games: 0,
    bet: 0,
    win: 0,
    best: null,
  }),
  transactions: () => listOf(OPERATIONS),
  logs: LOG_ENTRIES,
  chatContacts: [
    { id: "support", name: "Destek masası", avatar: null, status: "online", unread: 0 },
    { id: "2", name: "Grace", username: "demo2", avatar: null, status: "away", unread: 0 },
  ],
  chatUser: { id: "1", name: "Ada Lovelace", status: "online", chatList: CHAT_LIST },
  chat: { chat: CHAT, userChatList: CHAT_LIST },
  quickPanel: QUICK_ENTRIES,
};

/** @throws Error where a test has to say what the call answers */
export function answerByDefault(name: ScriptedCall, request: ScriptedRequest): unknown {
  const answer: unknown = DEFAULTS[name];
  if (answer === undefined && name !== "logout" && name !== "kick") throw new Error(`${name} has no scripted answer`);
  return typeof answer === "function" ? (answer as (request: ScriptedRequest) => unknown)(request) : answer;
}
