/**
 * Runs the benchmarks one after the other: all but the long ones, or those that are named (`npm run bench -- transfers video`).
 * Options come after the names and go to each of them (`npm run bench -- faults --rounds 1000 --seed 7`).
 * `scale` takes the names of its parts: `npm run bench -- scale presses`.
 * `--short` runs each in seconds, all of them unless some are named, to show that it works: the figures mean nothing then.
 * Each is a program of its own that prints a table; none decides whether a test passes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { BENCHMARKS, LONG } from "./names.ts";
import { SHORT_VARIABLE } from "./short.ts";

const SHORT = "--short";
const folder = fileURLToPath(new URL("./", import.meta.url));
const names = process.argv.slice(2);
const optionsAt = names.findIndex((word) => word.startsWith("--"));
const words = optionsAt < 0 ? names : names.slice(0, optionsAt);
const requested = words[0] === "scale" ? ["scale"] : words;
const given = optionsAt < 0 ? [] : names.slice(optionsAt);
const options = [...words.slice(requested.length), ...given.filter((word) => word !== SHORT)];
const isShort = given.includes(SHORT);
const env = isShort ? { ...process.env, [SHORT_VARIABLE]: "1" } : process.env;
const every = isShort ? [...BENCHMARKS, ...LONG] : BENCHMARKS;
const unknown = requested.filter((name) => ![...BENCHMARKS, ...LONG].includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark named ${unknown.join(", ")}. There are: ${[...BENCHMARKS, ...LONG].join(", ")}.`,
  );
  process.exit(2);
}

console.log(
  `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
let failed = 0;
for (const name of requested.length > 0 ? requested : every) {
  console.log(`— ${name} —`);
  const run = spawn(process.execPath, [`${folder}${name}.ts`, ...options], { stdio: "inherit", env });
  const [code] = await once(run, "exit");
  if (code !== 0) failed += 1;
  console.log();
}
process.exit(failed > 0 ? 1 : 0);
