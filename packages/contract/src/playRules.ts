/**
 * Rules of play by jurisdiction: what a regulator asks of every game, as a profile and single overrides. Data and their
 * schemas only; docs/play-rules.md says what enforces each rule.
 *
 * RTS: Remote gambling and software technical standards of the UK Gambling Commission. GLI-19: Standards for Interactive
 * Gaming Systems 3.0 of Gaming Laboratories International.
 */
import * as z from "zod/mini";

const shape = {
  /**
   * Least time from the start of a paid game to the start of the next one, in seconds; 0: none. RTS 14D: 2.5 s for slots.
   */
  minGameSeconds: z.number().check(z.minimum(0), z.maximum(60)),
  /** Whether there is autoplay. RTS 8A: a customer must commit to each game individually. */
  autoplay: z.boolean(),
  /** Whether a press may stop the reels sooner. RTS 14E: a customer may not shorten the time until the result is shown. */
  skillStop: z.boolean(),
  /** The length of the session stays in sight, and can't be hidden. RTS 13C: it is shown for the whole session. */
  sessionClock: z.boolean(),
  /** The net result of the session stays in sight, and can't be hidden. RTS 2E. */
  netPosition: z.boolean(),
  /** Whether a win that is not above the bet is celebrated. RTS 14F: it must not be. */
  celebrateLosses: z.boolean(),
  /** Without use for so many minutes, a login ends and the password is asked again; 0: never. GLI-19, 2.5: 30 minutes. */
  idleReauthMinutes: z.int().check(z.minimum(0), z.maximum(1_440)),
  /** How many of their last games a player can look at. GLI-19, 4.14: 10. */
  recallGames: z.int().check(z.minimum(1), z.maximum(100)),
};
/** The rules in force. */
export const PlayRules = z.object(shape);
export type PlayRules = z.infer<typeof PlayRules>;

const PROFILES = ["none", "ukgc"] as const;
export type PlayProfile = (typeof PROFILES)[number];

export const PLAY_PROFILES: Readonly<Record<PlayProfile, Readonly<PlayRules>>> = {
  none: {
    minGameSeconds: 0,
    autoplay: true,
    skillStop: true,
    sessionClock: false,
    netPosition: false,
    celebrateLosses: false,
    idleReauthMinutes: 0,
    recallGames: 10,
  },
  ukgc: {
    minGameSeconds: 2.5,
    autoplay: false,
    skillStop: false,
    sessionClock: true,
    netPosition: true,
    celebrateLosses: false,
    idleReauthMinutes: 30,
    recallGames: 10,
  },
};

/**
 * The setting: a profile, or a profile and the rules that differ from it. Unknown rules are refused: a misspelt one
 * would leave the house without it.
 */
export const PlayRulesSetting = z.union([
  z.enum(PROFILES),
  z.extend(z.partial(z.strictObject(shape)), { profile: z.optional(z.enum(PROFILES)) }),
]);
export type PlayRulesSetting = z.infer<typeof PlayRulesSetting>;

/**
 * The rules that a setting means. A minimum time allows no skill stop: a stop that comes a moment late would begin the
 * next game.
 */
export function playRulesOf(setting: PlayRulesSetting): PlayRules {
  const { profile = "none", ...overrides } = typeof setting === "string" ? { profile: setting } : setting;
  const chosen = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const rules: PlayRules = { ...PLAY_PROFILES[profile], ...Object.fromEntries(chosen) };
  return { ...rules, skillStop: rules.skillStop && rules.minGameSeconds === 0 };
}
