/** `house player age …`: whether the house has verified a player's age, and the date of birth. */
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import type { ActContext } from "../acts/index.ts";
import { InputError } from "../input.ts";
import { MINIMUM_AGE, isDateOfBirth, yearsOld } from "../protection/index.ts";
import { defineActCommand, defineChange } from "./command.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { findPlayer } from "./findPlayer.ts";
import { readInputFile } from "./inputFile.ts";

/** Players of one file. */
const MAX_LINES = 10_000;

/** @throws InputError */
function parseBorn(text: string): string {
  if (!isDateOfBirth(text, Date.now()))
    throw new InputError(`"${text}" is not a date of birth: write one such as 1990-01-31.`);
  return text;
}

interface Line {
  username: string;
  born: string | null;
}
/** A day as a file has it that a Turkish or European spreadsheet has saved: 31.01.1990 is 1990-01-31. */
const isoDay = (typed: string): string => typed.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, "$3-$2-$1");
/** "username", "username,1990-01-31" or "username;31.01.1990" a line; empty ones and those that begin with # count for nothing. @throws InputError */
function parseFile(text: string, { config }: Pick<Parts, "config">): Line[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length > MAX_LINES) throw new InputError(`A file has ${MAX_LINES} players at most.`);
  return lines.map((line) => {
    const [username = "", typed, ...rest] = line.split(/[,;]/).map((part) => part.trim());
    if (username === "" || rest.length > 0)
      throw new InputError(`"${line}" is not a player: write a username, or one and a date of birth after a comma.`);
    const born = typed === undefined || typed === "" ? null : parseBorn(isoDay(typed));
    if (born !== null && yearsOld(born, Date.now(), config.timeZone) < MINIMUM_AGE)
      throw new InputError(`${username} is younger than ${MINIMUM_AGE}.`);
    return { username, born };
  });
}

export function ageCommands(player: Command, withContext: WithContext): void {
  const age = player.command("age").description("whether a player's age is verified");
  defineActCommand(
    age
      .command("verified <username>")
      .description("the house has verified that the player is of age")
      .option("--born <date>", "date of birth, e.g. 1990-01-31; without one the lower stakes of the young apply"),
    ACTS.players.verifyAge,
    withContext,
    {
      params: async ({ accounts }: ActContext, username: string, { born }: { born?: string }) => ({
        playerId: (await findPlayer(accounts, username)).id,
        ...(born === undefined ? {} : { bornOn: parseBorn(born) }),
      }),
      say: ({ username }) => `The age of ${username} is verified.`,
    },
  );
  defineActCommand(
    age
      .command("unverified <username>")
      .description("the age is not verified any more; a session that is open goes on without further money"),
    ACTS.players.unverifyAge,
    withContext,
    {
      params: async ({ accounts }: ActContext, username: string) => ({
        playerId: (await findPlayer(accounts, username)).id,
      }),
      say: ({ username }) => `The age of ${username} is not verified.`,
    },
  );
  defineChange(
    age
      .command("import <file>")
      .description("the house has verified all players of a file: a username a line, or username,1990-01-31"),
    { name: "player.age-import", why: "required" },
    withContext,
    async (parts, _, file: string) => {
      const { accounts, protection } = parts;
      const text = await readInputFile(file);
      const verifiedAt = new Date();
      const players: { id: number; bornOn: string | null }[] = [];
      for (const { username, born } of parseFile(text, parts)) {
        const { id } = await findPlayer(accounts, username);
        const bornOn = born ?? (await protection.age(id)).bornOn;
        await protection.setAge(id, { verifiedAt, bornOn });
        players.push({ id, bornOn });
      }
      return {
        target: file,
        before: null,
        after: { ageVerifiedAt: verifiedAt, players },
        message: `The age of ${players.length} players is verified.`,
      };
    },
  );
}
