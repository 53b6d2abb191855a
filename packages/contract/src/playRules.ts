/**
 * Rules of play by jurisdiction: what a regulator asks of every game. Schemas, and the rules of a house without any; the
 * profiles are in playProfiles.ts. docs/play-rules.md says what enforces each rule, and which clauses could not be read at
 * their source.
 *
 * RTS: Remote gambling and software technical standards of the UK Gambling Commission. GLI-19: Standards for Interactive
 * Gaming Systems 3.0 of Gaming Laboratories International. PPD: Player Protection Directive (Directive 2 of 2018) of the
 * Malta Gaming Authority. "Not read": the clause's own words could not be read at its source.
 */
import * as z from "zod/mini";

const flag = z.boolean();
/** Minor units of the house's currency. */
const Stake = z.int().check(z.minimum(0), z.maximum(1_000_000_000));
const shape = {
  /**
   * Least time from the start of a paid game to the start of the next one, in seconds; 0: none. RTS 14D: 2.5 s for slots
   * (not read).
   */
  minGameSeconds: z.number().check(z.minimum(0), z.maximum(60)),
  /** Whether there is autoplay. RTS 8A: a customer must commit to each game individually. */
  autoplay: flag,
  /** Whether a press may stop the reels sooner. RTS 14E: a customer may not shorten the time until the result (not read). */
  skillStop: flag,
  /** The length of the session stays in sight, and can't be hidden. RTS 13C: it is shown for the whole session. */
  sessionClock: flag,
  /** The net result of the session stays in sight, and can't be hidden. RTS 2E. */
  netPosition: flag,
  /** Whether a win that is not above the bet is celebrated. RTS 14F: it must not be (not read). */
  celebrateLosses: flag,
  /**
   * Without use for so many minutes, a login ends and the password is asked again; 0: never. GLI-19, 2.5: 30 minutes (not
   * read).
   */
  idleReauthMinutes: z.int().check(z.minimum(0), z.maximum(1_440)),
  /** How many of their last games a player can look at. GLI-19, 4.14: 10 (not read). */
  recallGames: z.int().check(z.minimum(1), z.maximum(100)),
  /**
   * Highest bet of one game, minor units of the house's currency; 0: none. The Gambling Act 2005 (Operating Licence
   * Conditions) (Amendment) Regulations 2025, regulation 5(2)(b): £5 for a player of 25 or older.
   */
  maxStake: Stake,
  /** The same for a player under 25, or whose date of birth is not known; 0: as `maxStake`. Regulation 5(2)(a): £2. */
  maxStakeUnder25: Stake,
  /**
   * Longest interval of the reality check, minutes; 0: the player may do without. PPD: the operator must offer it (read in the
   * Authority's answers to questions); RTS 13B (not read).
   */
  realityCheckMinutes: z.int().check(z.minimum(0), z.maximum(240)),
  /**
   * Nobody sits down at a machine before the house has verified their age. Licence conditions and codes of practice of the UK
   * Gambling Commission, 17.1.1; PPD; GLI-19, 2.5 (none of them read).
   */
  ageCheck: flag,
  /**
   * Before anything else, players who have no financial limit are asked whether they want one, and again a year after they
   * did not. RTS 12A: customers must be prompted at the registration or the first payment; the year is RTS 12 as a law firm
   * sums it up (not read).
   */
  limitPrompt: flag,
};
/** The rules in force. */
export const PlayRules = z.object(shape);
export type PlayRules = z.infer<typeof PlayRules>;
/** The rules of a house that has chosen none. */
export const NO_PLAY_RULES: Readonly<PlayRules> = {
  minGameSeconds: 0,
  autoplay: true,
  skillStop: true,
  sessionClock: false,
  netPosition: false,
  celebrateLosses: false,
  idleReauthMinutes: 0,
  recallGames: 10,
  maxStake: 0,
  maxStakeUnder25: 0,
  realityCheckMinutes: 0,
  ageCheck: false,
  limitPrompt: false,
};

export const PROFILES = ["none", "ukgc", "mga", "gli19", "tr-demo"] as const;
export type PlayProfile = (typeof PROFILES)[number];

/**
 * The setting: a profile, or a profile and the rules that differ from it. Unknown rules are refused: a misspelt one
 * would leave the house without it. A rule that is weaker than the profile permits has no effect (`playRulesOf`).
 */
export const PlayRulesSetting = z.union([
  z.enum(PROFILES),
  z.extend(z.partial(z.strictObject(shape)), { profile: z.optional(z.enum(PROFILES)) }),
]);
export type PlayRulesSetting = z.infer<typeof PlayRulesSetting>;
