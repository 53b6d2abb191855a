/**
 * Cost parameters of the hashes. Each hash contains its own, so a change applies to new hashes only. Database tests use
 * testing/passwordCost.ts instead (vitest.config.ts).
 */

/** OWASP's minimum parameters for argon2id (ASVS 11.4.2). */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const PIN_ITERATIONS = 200_000;
