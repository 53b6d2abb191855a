/** `house chat …`: the support desk, and which players may write to each other. */
import { AppError, MAX_MESSAGE } from "@reelcast/contract";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import type { Accounts } from "../accounts/index.ts";
import type { Topic, Topics } from "../bus/bus.ts";
import { SUPPORT, answerPlayer, deskChats, deskDialog, introduce, introductions, part } from "../chat/index.ts";
import { InputError } from "../input.ts";
import type { Storage } from "../storage/index.ts";
import { playerOf } from "./find.ts";
import { table } from "./money.ts";

interface Parts {
  storage: Storage;
  accounts: Accounts;
  tell: <T extends Topic>(topic: T, message: Topics[T]) => void;
}
const SHOWN = 60;

function messageNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("a message has a number from 1 on");
  return Number(text);
}

/** One line of a message. */
function excerpt(text: string): string {
  const line = Array.from(text.replaceAll(/\s+/g, " "));
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1).join("")}…` : line.join("");
}

export function chatCommands(
  program: Command,
  withHouse: (work: (parts: Parts) => Promise<void>) => Promise<void>,
): void {
  const chat = program.command("chat").description("the support desk, and which players may write to each other");

  chat
    .command("list")
    .description("chats with the support desk, those that wait for an answer first; and who is introduced to whom")
    .action(() =>
      withHouse(async ({ storage }) => {
        const rows = await deskChats(storage.db);
        console.log(
          rows.length === 0
            ? "Nobody has written."
            : table(
                ["player", "unanswered", "last message", "text"],
                rows.map((row) => [row.username, row.unanswered, row.lastAt.toISOString(), excerpt(row.lastText)]),
              ),
        );
        const pairs = await introductions(storage.db);
        if (pairs.length > 0) {
          console.log(
            `\n${table(
              ["introduced", "to"],
              pairs.map(({ a, b }) => [a, b]),
            )}`,
          );
        }
      }),
    );

  chat
    .command("read <username>")
    .description("what a player and the support desk have written: the newest 200 messages")
    .option("--before <message>", "the 200 before the message of this number", messageNumber)
    .action((username: string, { before }: { before?: number }) =>
      withHouse(async ({ storage, accounts }) => {
        const player = await playerOf(accounts, username);
        const { dialog, older } = await deskDialog(storage.db, player.id, before);
        const [first] = dialog;
        if (!first) console.log(`Nothing has been written with ${player.username}${before ? " before" : ""}.`);
        else if (older)
          console.log(`There are older messages: house chat read ${player.username} --before ${first.id}`);
        for (const { who, message, time } of dialog)
          console.log(`${time}  ${who === SUPPORT ? SUPPORT : player.username}: ${message.replaceAll("\n", "\n  ")}`);
      }),
    );

  chat
    .command("answer <username> <text>")
    .description("write to a player as the support desk; who is connected sees it at once")
    .action((username: string, text: string) =>
      withHouse(async ({ storage, accounts, tell }) => {
        const player = await playerOf(accounts, username);
        await answerPlayer(storage.db, player.id, text, (told) => tell("chat.changed", told)).catch(
          (error: unknown) => {
            if (error instanceof AppError) throw new InputError(`A message has 1 to ${MAX_MESSAGE} characters.`);
            throw error;
          },
        );
        console.log(`${player.username} has been answered.`);
      }),
    );

  chat
    .command("introduce <username> <other>")
    .description("let two players see and write to each other")
    .action((username: string, other: string) =>
      withHouse(async ({ storage, accounts, tell }) => {
        const [a, b] = [await playerOf(accounts, username), await playerOf(accounts, other)];
        const isNew = await introduce(storage.db, a.id, b.id, (told) => tell("chat.changed", told));
        console.log(`${a.username} and ${b.username} know each other${isNew ? "" : " already"}.`);
      }),
    );

  chat
    .command("part <username> <other>")
    .description("take an introduction back: the two no longer see each other")
    .action((username: string, other: string) =>
      withHouse(async ({ storage, accounts, tell }) => {
        const [a, b] = [await playerOf(accounts, username), await playerOf(accounts, other)];
        if (!(await part(storage.db, a.id, b.id, (told) => tell("chat.changed", told))))
          throw new InputError(`${a.username} and ${b.username} have not been introduced to each other.`);
        console.log(`${a.username} and ${b.username} are parted.`);
      }),
    );
}
