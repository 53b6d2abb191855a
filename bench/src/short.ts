/**
 * A short run (`npm run bench -- --short`) goes through every part of a benchmark in seconds. It shows that the benchmark works; its
 * figures mean nothing. What a benchmark starts finds the variable too.
 */
export const SHORT_VARIABLE = "BENCH_SHORT";
const isShort = process.env[SHORT_VARIABLE] === "1";

/** How much, how long or how often: in a whole run, and in a short one. */
export const inShort = <T>(whole: T, short: T): T => (isShort ? short : whole);
