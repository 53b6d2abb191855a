/**
 * `house player age …`: whether the house has verified a player's age, and the date of birth. With the rule ageCheck nobody
 * sits down at a machine without it.
 */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import { MINIMUM_AGE, isDateOfBirth, yearsOld } from "../protection/index.ts";
import type { Age } from "../protection/index.ts";
import { defineChange } from "./command.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { findPlayer } from "./findPlayer.ts";

/** Players of one file. */
const MAX_LINES = 100_000;

/** @throws InputError if it is no date, or the player is too young */
function parseBorn(text: string | undefined, { config }: Pick<Parts, "config">): string | null {
  if (text === undefined) return null;
  const now = Date.now();
  if (!isDateOfBirth(text, now))
    throw new InputError(`"${text}" is not a date of birth: write one such as 1990-01-31.`);
  if (yearsOld(text, now, config.timeZone) < MINIMUM_AGE)
    throw new InputError(`Who was born on ${text} is younger than ${MINIMUM_AGE}.`);
  return text;
}

const described = ({ verifiedAt, bornOn }: Age) => ({ ageVerifiedAt: verifiedAt, bornOn });

/** @param born null: the date that is known stays */
async function verify(parts: Parts, username: string, born: string | null) {
  const { accounts, protection } = parts;
  const { id, username: name } = await findPlayer(accounts, username);
  const before = await protection.age(id);
  const after = { verifiedAt: new Date(), bornOn: born ?? before.bornOn };
  await protection.setAge(id, after);
  return { id, name, before: described(before), after: described(after) };
}

interface Line {
  username: string;
  born: string | null;
}
/** "username" or "username,1990-01-31" a line; empty ones and those after # count for nothing. @throws InputError */
function parseFile(text: string, parts: Parts): Line[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length > MAX_LINES) throw new InputError(`A file has ${MAX_LINES} players at most.`);
  return lines.map((line) => {
    const [username = "", born, ...rest] = line.split(",").map((part) => part.trim());
    if (username === "" || rest.length > 0)
      throw new InputError(`"${line}" is not a player: write a username, or one and a date of birth after a comma.`);
    return { username, born: parseBorn(born, parts) };
  });
}

export function ageCommands(player: Command, withContext: WithContext): void {
  const age = player.command("age").description("whether a player's age is verified");
  defineChange(
    age
      .command("verified <username>")
      .description("the house has verified that the player is of age")
      .option("--born <date>", "date of birth, e.g. 1990-01-31; without one the lower stakes of the young apply"),
    { name: "player.age-verified", why: "required" },
    withContext,
    async (parts, _, username: string, { born }: { born?: string }) => {
      const { id, name, before, after } = await verify(parts, username, parseBorn(born, parts));
      return {
        target: `player ${id}`,
        before: { username: name, ...before },
        after: { username: name, ...after },
        message: `The age of ${name} is verified.`,
      };
    },
  );
  defineChange(
    age
      .command("unverified <username>")
      .description("the age is not verified any more; a session that is open goes on without further money"),
    { name: "player.age-unverified", why: "required" },
    withContext,
    async ({ accounts, protection }, _, username: string) => {
      const { id, username: name } = await findPlayer(accounts, username);
      const before = await protection.age(id);
      const after = { ...before, verifiedAt: null };
      await protection.setAge(id, after);
      return {
        target: `player ${id}`,
        before: { username: name, ...described(before) },
        after: { username: name, ...described(after) },
        message: `The age of ${name} is not verified.`,
      };
    },
  );
  defineChange(
    age
      .command("import <file>")
      .description("the house has verified all players of a file: a username a line, or username,1990-01-31"),
    { name: "player.age-import", why: "required" },
    withContext,
    async (parts, _, file: string) => {
      const text = await readFile(file, "utf8").catch((error: unknown) => {
        throw new InputError(`${file} can't be read.`, { cause: error });
      });
      const players: number[] = [];
      for (const { username, born } of parseFile(text, parts)) players.push((await verify(parts, username, born)).id);
      return {
        target: file,
        before: null,
        after: { players },
        message: `The age of ${players.length} players is verified.`,
      };
    },
  );
}
