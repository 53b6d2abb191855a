/** The random source of outcomes: a cryptographic generator without modulo bias; tests inject a seeded one. */
import { randomInt } from "node:crypto";

export interface RandomSource {
  /** A whole number from 0 to `bound` − 1, each with the same probability. `bound` is at most 2^32. */
  below(bound: number): number;
}

/** Node's `randomInt` uses rejection sampling, so that no outcome is favoured. */
export function cryptoRandom(): RandomSource {
  return { below: (bound) => randomInt(bound) };
}

/** Repeatable, for tests and simulations: sfc32 (Doty-Humphrey, PractRand), with rejection sampling. */
export function seededRandom(seed: number): RandomSource {
  let a = seed >>> 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return {
    below(bound) {
      const limit = 2 ** 32 - (2 ** 32 % bound);
      for (;;) {
        const value = next();
        if (value < limit) return value % bound;
      }
    },
  };
}
