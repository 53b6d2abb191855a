/** The parts behind the edge that the server and the command line share. They are built on an opened database. */
import { readFileSync } from "node:fs";
import { playRulesOf } from "@reelcast/contract";
import type { Logger } from "pino";
import {
  checkNewPassword,
  createAccounts,
  hashPassword,
  matchingHash,
  nameSkeleton,
  verifyPassword,
} from "./accounts/index.ts";
import type { Accounts, PreparedPlayer } from "./accounts/index.ts";
import type { Topic, Topics } from "./bus/bus.ts";
import { dataPaths, staffKeyFile } from "./config.ts";
import type { Config } from "./config.ts";
import { recordEvent } from "./events/index.ts";
import { createMachineStore } from "./floor/index.ts";
import type { MachineStore } from "./floor/index.ts";
import { createOperatorKeys } from "./operators/index.ts";
import type { OperatorKeys } from "./operators/index.ts";
import { createProtection, mayLogIn } from "./protection/index.ts";
import type { Protection } from "./protection/index.ts";
import { openSettings } from "./settings/index.ts";
import type { SettingsStore } from "./settings/index.ts";
import { createStaff } from "./staff/index.ts";
import type { Staff } from "./staff/index.ts";
import { openDatabaseClock } from "./storage/index.ts";
import type { Db, Storage, Trx } from "./storage/index.ts";
import { createWallet } from "./wallet/index.ts";
import type { Wallet, WalletOptions } from "./wallet/index.ts";

export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/** The notification to other processes after a change of settings. */
export const SETTINGS_CHANGED = { topic: "settings.changed" } as const;

export type Publish = <T extends Topic>(topic: T, message: Topics[T]) => void;

export interface Domain {
  config: Config;
  storage: Storage;
  settings: SettingsStore;
  wallet: Wallet;
  accounts: Accounts;
  operatorKeys: OperatorKeys;
  staff: Staff;
  protection: Protection;
  /** The same for the floor, on connections that players' calls can't occupy. */
  policy: Protection;
  machineStore: MachineStore;
  publish: Publish;
}

/** Replacements in tests. */
export interface DomainOverrides {
  /** The clock of logins and passwords. */
  now?: () => Date;
  /** A refused login is answered after a multiple of this time; 0: at once. */
  refusalStepMs?: number;
}

/** Adds a player with an account in the ledger. Resolves with the id. @throws InputError if the name is taken */
export async function addPlayer(
  trx: Trx,
  { accounts, wallet }: Pick<Domain, "accounts" | "wallet">,
  player: PreparedPlayer,
): Promise<number> {
  const id = await accounts.addPlayer(trx, player);
  await wallet.openPlayer(trx, id);
  return id;
}

/** Publishes what a wallet has committed. */
export function walletNotifications(publish: Publish): Pick<WalletOptions, "onBalance" | "onChecking"> {
  return {
    onBalance: (playerId, balance, version) => publish("player.balance", { playerId, balance, version }),
    onChecking: (playerId, checking) => publish("player.checking", { playerId, checking }),
  };
}

/** The shorter of two times; 0 is none. */
const shorterOf = (a: number, b: number) => (a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b));

/** @param publish to this process's bus, or to all processes through the database */
export async function openDomain(parts: {
  config: Config;
  storage: Storage;
  publish: Publish;
  log: Pick<Logger, "warn">;
  overrides?: DomainOverrides;
}): Promise<Domain> {
  const { config, storage, publish, log, overrides: { now, refusalStepMs } = {} } = parts;
  const { db, calls } = storage;
  // The embedded database is on this computer.
  const databaseClock = config.databaseUrl === undefined ? undefined : await openDatabaseClock(calls, log);
  const loginClock = now ?? databaseClock;
  const settings = await openSettings(db, () => {
    // A process that misses the notification reads the settings again within a second.
    storage
      .notify(SETTINGS_CHANGED)
      .catch((error: unknown) => log.warn({ err: error }, "other processes could not be notified of new settings"));
  });
  const wallet = createWallet({ db: calls, ...walletNotifications(publish) });
  const accounts = await createAccounts({
    db: calls,
    keyFile: dataPaths(config.dataDir).tokenKey,
    publish,
    mayLogIn: (on, playerId) => mayLogIn(on, playerId, databaseClock?.()),
    version: VERSION,
    siteId: () => settings.current().siteId,
    linksOnly: () => settings.current().tokenLogin,
    tokenHours: config.tokenHours,
    passwordExpiryDays: config.passwordExpiryDays,
    idleLoginMinutes: () =>
      shorterOf(config.idleLoginMinutes, playRulesOf(settings.current().playRules).idleReauthMinutes),
    currency: () => settings.current().currency,
    houseName: () => settings.current().menuTitle,
    ...(loginClock === undefined ? {} : { now: loginClock }),
    ...(refusalStepMs === undefined ? {} : { refusalStepMs }),
    ...(config.demoRegistration ? { welcome: (trx, playerId) => wallet.openPlayer(trx, playerId) } : {}),
  });
  const protectionOn = (share: Db) =>
    createProtection({
      db: share,
      timeZone: config.timeZone,
      rules: () => playRulesOf(settings.current().playRules),
      log: (trx, playerId, type, ip, detail) => accounts.log(playerId, type, ip, detail, trx),
      endLogins: (trx, playerId, reason) => accounts.endLogins(trx, playerId, reason),
      onChange: (playerId) => publish("player.limits", { playerId }),
      ...(databaseClock === undefined ? {} : { now: databaseClock }),
    });
  return {
    config,
    storage,
    settings,
    wallet,
    accounts,
    operatorKeys: createOperatorKeys(calls, loginClock),
    staff: createStaff({
      db: calls,
      keyFile: staffKeyFile(config),
      passwords: { hash: hashPassword, matchingHash, verify: verifyPassword, check: checkNewPassword },
      skeletonOf: nameSkeleton,
      issuer: () => settings.current().menuTitle,
      publish,
      onBlocked: (facts) => recordEvent(calls, { kind: "staffLoginsBlocked", facts }),
      ...(loginClock === undefined ? {} : { now: loginClock }),
      ...(refusalStepMs === undefined ? {} : { refusalStepMs }),
    }),
    protection: protectionOn(calls),
    policy: protectionOn(db),
    machineStore: createMachineStore(db),
    publish,
  };
}
