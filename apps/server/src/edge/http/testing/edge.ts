/**
 * The HTTP application with test doubles for everything behind it, for unit tests of the edge alone: they script what
 * accounts, floor and video do, and need no database. Tests of the whole use `openTestApp` (../../../testing.ts).
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, ErrorCode, houseLanguage, mergeSettings } from "@reelcast/contract";
import { pino } from "pino";
import type { Logger } from "pino";
import { vi } from "vitest";
import type { Accounts, PlayerIdentity } from "../../../accounts/index.ts";
import type { FloorService } from "../../../floor/index.ts";
import type { Video } from "../../../video/index.ts";
import { createMetrics } from "../../../metrics/index.ts";
import { createNetwork } from "../../../network/index.ts";
import { createGuard } from "../../guard.ts";
import { createHttpApp } from "../app.ts";
import { CALL_LIMITS } from "../calls.ts";
import type { CallLimits } from "../calls.ts";
import { docsRoutes, openApi } from "../docs.ts";
import { healthRoutes } from "../health.ts";
import { livingCardRoutes } from "../livingCard.ts";
import { loginRoutes } from "../login.ts";
import { manifestRoute } from "../manifest.ts";
import { machineRoutes } from "../machines.ts";
import { playRoutes } from "../play.ts";
import { playerRoutes } from "../player.ts";
import { settingsRoutes } from "../settings.ts";
import { staticFiles } from "../static.ts";
import { whepRoutes } from "../whep.ts";

export const ANN: PlayerIdentity = { playerId: 1, tokenId: "a", username: "ann", permissions: [145], expiresAt: 2e9 };
const BOB: PlayerIdentity = { ...ANN, playerId: 2, tokenId: "b", username: "bob" };

interface EdgeOptions {
  proxies?: string[];
  ping?: () => Promise<unknown>;
  limits?: Partial<CallLimits>;
  docs?: boolean;
  folder?: string;
  settings?: string;
  log?: Logger;
}

function fakeAccounts() {
  return {
    verify: vi.fn(async (token: string) => {
      if (token === "ann") return ANN;
      if (token === "bob") return BOB;
      // Ann again, after the permission to play was removed.
      if (token === "barred") return { ...ANN, permissions: [] };
      throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
    }),
    playerOf: vi.fn(async (token: string) => ({ ann: 1, barred: 1, bob: 2, ended: 2 })[token] ?? null),
    redeemTicket: vi.fn(),
    login: vi.fn(async () => {
      throw new AppError(ErrorCode.AccountProtected, { minutes: 15 });
    }),
    logRefusedToken: vi.fn(async () => {}),
    logRefusal: vi.fn(async () => {}),
    logout: vi.fn(async () => {}),
    log: vi.fn(async () => {}),
    changePassword: vi.fn(async () => ({ token: "new" })),
  };
}
/** Ann sits at machine 7, which is the only one. */
function fakeFloor() {
  return {
    async seatOf(playerId: number, id: number) {
      if (id !== 7) throw new AppError(ErrorCode.NotFound);
      return playerId === 1 ? { sessionId: "s", epoch: 1 } : null;
    },
    kick: vi.fn(async () => {
      throw new AppError(ErrorCode.NotPermitted);
    }),
    whoSees: vi.fn(
      async () =>
        (_playerId: number, _machineId: number): boolean =>
          true,
    ),
    cancel: vi.fn(async () => ({ amount: 5, balance: 9 })),
  };
}
function fakeVideo() {
  return {
    stills: vi.fn<Video["stills"]>(async () => []),
    create: vi.fn(async () => ({ id: "r1", etag: '"e1"', answer: "v=0\r\n", link: null as string | null })),
    patch: vi.fn<Video["patch"]>(async () => ({ status: 204 })),
    remove: vi.fn<Video["remove"]>((_, { playerId }) => {
      if (playerId !== ANN.playerId) throw new AppError(ErrorCode.NotFound);
    }),
  };
}

/** The files of the app, the pictures and the settings, in a folder of their own. */
async function writeFiles({ folder: name = "", settings: text }: EdgeOptions) {
  const temporary = await mkdtemp(join(tmpdir(), "reelcast-http-"));
  const folder = join(temporary, name);
  const file = join(folder, "Settings.json");
  for (const path of ["app/assets", "pictures/machines", "pictures/brands", "pictures/symbols"])
    await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, "app/index.html"), "<!doctype html><title>app</title>");
  await writeFile(join(folder, "app/index.ar.html"), '<!doctype html><html lang="ar">');
  await writeFile(join(folder, "app/assets/a-123.js"), "1");
  await writeFile(join(folder, "app/manifest.webmanifest"), '{"name":"app","start_url":"/"}');
  await writeFile(file, text ?? '{"menuTitle":"House","__proto__":{"polluted":true}}');
  const body = () => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {});
  const remove = () => rm(temporary, { recursive: true, force: true });
  return { folder, file, remove, settings: { body, current: () => mergeSettings(body()).settings } };
}

export async function openEdge(options: EdgeOptions = {}) {
  const { proxies = [], log = pino({ level: "silent" }) } = options;
  const { folder, file, remove, settings } = await writeFiles(options);
  const accounts = fakeAccounts();
  const floor = fakeFloor();
  const video = fakeVideo();
  const balance = vi.fn(async (playerId: number) => playerId * 100);
  const network = createNetwork({
    rules: {
      allowedCountries: ["TR"],
      blockedCountries: [],
      allowedAddresses: ["9.9.9.0/24"],
      blockedAddresses: ["78.160.0.66"],
    },
    enabled: () => settings.current().ipCheck,
    countryHeader: "CF-IPCountry",
    trustedProxies: proxies,
    log: pino({ level: "silent" }),
  });
  const used = vi.fn();
  const guard = createGuard({ accounts, network, onUse: used });
  const wallet = { balance, checking: async (id: number) => (id === 2 ? 50_000 : 0) };
  const iceServers = () => [{ urls: "turn:t", username: "u", credential: "c" }];
  const app = await createHttpApp({
    log,
    trustedProxies: proxies,
    liveChat: () => settings.current().liveChat,
    guard,
    limits: { ...CALL_LIMITS, ...options.limits },
    plugins: [
      loginRoutes({ accounts: accounts as unknown as Accounts, guard }),
      playerRoutes({ accounts: accounts as unknown as Accounts, wallet, guard }),
      machineRoutes({ floor: floor as unknown as FloorService, video, jackpots: async () => [], guard }),
      livingCardRoutes({ floor: floor as unknown as FloorService, video, guard }),
      playRoutes({ floor: floor as unknown as FloorService, accounts, guard }),
      whepRoutes({ guard, floor, video: video as unknown as Video, iceServers }),
      settingsRoutes({
        settings,
        network,
        limitPrompt: () => false,
        playTimes: { depositSeconds: 61, idleSeconds: 122, graceSeconds: 183 },
      }),
      healthRoutes({ ping: options.ping ?? (async () => 1), metrics: createMetrics() }),
      ...(options.docs === false ? [] : [docsRoutes(openApi("1.0.0"))]),
      manifestRoute({ app: join(folder, "app"), settings: () => settings.current() }),
      staticFiles({
        app: join(folder, "app"),
        pictures: join(folder, "pictures"),
        language: () => houseLanguage(settings.current()),
      }),
      async (instance) => void instance.addHook("onClose", remove),
    ],
  });
  return { used, app, accounts, floor, video, balance, file };
}
