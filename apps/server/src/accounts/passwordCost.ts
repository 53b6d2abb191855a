/**
 * How much work one guess at a stolen hash is. Each hash is kept with its own cost: a change counts from the next one on.
 * Tests against the database use testing/passwordCost.ts instead (vitest.config.ts).
 */

/** OWASP's least parameters for argon2id (ASVS 11.4.2). */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const PIN_ITERATIONS = 200_000;
