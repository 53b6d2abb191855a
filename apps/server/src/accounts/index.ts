/**
 * Accounts: players, passwords, tokens, wrong logins and the log of what happened to an account. This module knows nothing
 * of money or machines.
 */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Bus } from "../bus/bus.ts";
import { createFailureStore } from "../failureStore.ts";
import { STEP_CLOCK } from "../inSteps.ts";
import type { StepClock } from "../inSteps.ts";
import { createRefusalLog } from "../refusalLog.ts";
import type { Db, Trx } from "../storage/index.ts";
import { createAdministration } from "./administration.ts";
import { createAuthentication } from "./authentication.ts";
import { createCredentials } from "./credentials.ts";
import { createDemoPasswords } from "./demoPasswords.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createIdleLogins } from "./idle.ts";
import { loadTokenKeys } from "./keys.ts";
import { createKnownPlaces } from "./knownPlaces.ts";
import { createAccountLog } from "./log.ts";
import { createLogin } from "./login.ts";
import { createLoginAnswers } from "./loginAnswers.ts";
import { createPlayerStore } from "./playerStore.ts";
import { createPreferences } from "./preferences.ts";
import { createQueues } from "./queues.ts";
import { createRegistration } from "./registration.ts";
import { createSignInLinks } from "./signInLinks.ts";
import { TicketStore } from "./tickets.ts";
import { TokenStore } from "./tokenStore.ts";
import type { MayLogIn } from "./tokenStore.ts";
import { createSigner, tokenRefused } from "./tokens.ts";
import type { Accounts, Refusal } from "./types.ts";

export { nameSkeleton } from "./confusables.ts";
export type * from "./types.ts";
export { KNOWN_PLACE_DAYS } from "./knownPlaces.ts";
export { checkNewPassword, hashPassword, matchingHash, verifyPassword } from "./passwords.ts";

/** Longer than the check of a password takes. */
const REFUSAL_STEP_MS = 250;

export interface AccountsOptions {
  db: Db;
  now?: () => Date;
  /** File of the token key in data folders of older versions: it is imported once. */
  keyFile: string;
  publish: Bus["publish"];
  /** Called only after the right password, so that guessing reveals no break or exclusion. Default: every player may. */
  mayLogIn?: MayLogIn;
  /** Of the server, shown in the app. */
  version: string;
  siteId?: () => number;
  /** Whether sign-in links are the only way to log in. Default: they are not. */
  linksOnly?: () => boolean;
  tokenHours?: number;
  passwordExpiryDays?: number | null;
  /** A login that is not used for this time ends; 0: none does. Asked at each use. */
  idleLoginMinutes?: () => number;
  currency?: () => string;
  /** The operator's name for the house: no player may have it. */
  houseName?: () => string;
  /**
   * Creates what a registered player needs in addition to an account, in the same transaction. Without it, registration
   * is off.
   */
  welcome?: (trx: Trx, playerId: number) => Promise<void>;
  /** A refused login is answered after a multiple of this time, so that the time reveals nothing; 0: at once. */
  refusalStepMs?: number;
  /** Measures these times and waits. */
  stepClock?: StepClock;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, publish, version, tokenHours = 12, passwordExpiryDays = null } = options;
  const now = options.now ?? (() => new Date());
  const houseName = options.houseName ?? (() => "");
  const signer = createSigner(await loadTokenKeys(db, options.keyFile), tokenHours, now);

  const log = createAccountLog(db);
  const players = createPlayerStore(db);
  const tokenStore = new TokenStore({ db, now, signer, publish, mayLogIn: options.mayLogIn ?? (async () => {}) });
  const tickets = new TicketStore(db, now);
  const failures = createFailureStore(db, now);
  const queues = createQueues();
  const idle = createIdleLogins({ db, now, minutes: options.idleLoginMinutes ?? (() => 0), publish });
  const refusals = createRefusalLog<Refusal>({
    write: ({ playerId, type, ip, detail }) => log(playerId, type, ip, detail),
    more: (ip, detail) => ({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip, detail }),
    now,
  });
  const preferences = createPreferences(db, houseName);
  const currency = options.currency ?? (() => DEFAULT_SETTINGS.currency);
  const answers = createLoginAnswers({ now, preferences, version, passwordExpiryDays, currency });

  return {
    ...createAuthentication({ db, signer, players, tokenStore, tickets, answers, log }),
    ...createCredentials({ db, now, tokenStore, failures, queues, log }),
    ...createAdministration({ db, now, players, tokenStore, failures }),
    ...createDemoPasswords({ db, now, tokenStore }),
    ...createRegistration({ db, failures, queues, houseName, welcome: options.welcome }),
    ...createSignInLinks({ db, now, players, tokenStore, refusals, log, answers }),
    login: createLogin({
      now,
      siteId: options.siteId ?? (() => DEFAULT_SETTINGS.siteId),
      linksOnly: options.linksOnly ?? (() => DEFAULT_SETTINGS.tokenLogin),
      players,
      tokenStore,
      failures,
      knownPlaces: createKnownPlaces(db, now),
      refusals,
      queues,
      log,
      answers,
      refusalStepMs: options.refusalStepMs ?? REFUSAL_STEP_MS,
      stepClock: options.stepClock ?? STEP_CLOCK,
    }),
    seen: (who) => idle.seen(who),
    startHousekeeping: createHousekeeping(idle, refusals),
    playerSettings: (who) => preferences.read(who.playerId),
    savePlayerSettings: (who, change) => preferences.save(who.playerId, change),
    saveCourse: (who, course) => preferences.saveCourse(who.playerId, course),
    async profile(who, balance) {
      const player = await players.byId(who.playerId);
      if (!player) throw tokenRefused("invalid");
      return answers.profile(player, balance);
    },
    log,
    logRefusal: (refusal) => refusals.note({ playerId: null, ...refusal }),
    endLogins: (trx, playerId, reason) => tokenStore.endAllWithin(trx, playerId, reason),
  };
}
