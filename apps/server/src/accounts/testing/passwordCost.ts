/** Hashes that cost next to nothing, for tests in which hundreds of passwords are checked. */
export const ARGON2 = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
export const PIN_ITERATIONS = 1_000;
