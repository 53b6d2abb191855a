/** `house chat …`: the support desk, and which players may write to each other. */
import { MAX_MESSAGE, isVisible } from "@reelcast/contract";
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { SUPPORT, deskMessages, endIntroduction, introduce, introductions, listDesk } from "../chat/index.ts";
import { ACTS } from "../acts/index.ts";
import { parseActorName } from "./actor.ts";
import { InputError } from "../input.ts";
import { defineActCommand, defineChange, defineRead } from "./command.ts";
import { findPlayer } from "./findPlayer.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

const SHOWN = 60;
const MAX_CHATS = 500;
/** In this order. */
const STATES = ["waiting", "open", "closed"] as const;

function messageNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("a message has a number from 1 on");
  return Number(text);
}

/** One line of a message. */
function excerpt(text: string): string {
  const line = Array.from(text.replaceAll(/\s+/g, " "));
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1).join("")}…` : line.join("");
}

export function chatCommands(program: Command, withContext: WithContext): void {
  const chat = program.command("chat").description("the support desk, and which players may write to each other");
  listCommand(chat, withContext);
  readCommand(chat, withContext);
  answerCommand(chat, withContext);
  introductionCommands(chat, withContext);
}

function listCommand(chat: Command, withContext: WithContext): void {
  defineRead(
    chat
      .command("list")
      .description("chats with the support desk, those that wait for an answer first; and who is introduced to whom"),
    "chat.list",
    withContext,
    async ({ storage }) => {
      const rows: string[][] = [];
      for (const state of STATES)
        for (const chat of await listDesk(storage.db, { state }, { limit: MAX_CHATS - rows.length }))
          rows.push([
            chat.username,
            state,
            chat.waitsSince?.toISOString() ?? "-",
            chat.lastAt.toISOString(),
            chat.assignedTo ?? "-",
            excerpt(chat.lastText),
          ]);
      const chats =
        rows.length === 0
          ? "There are no chats."
          : table(["player", "state", "waits since", "last message", "taken by", "text"], rows);
      const pairs = (await introductions(storage.db)).map(({ a, b }) => [a, b]);
      return {
        target: null,
        output: [chats, ...(pairs.length > 0 ? ["", table(["introduced", "to"], pairs)] : [])].join("\n"),
      };
    },
  );
}

function readCommand(chat: Command, withContext: WithContext): void {
  defineRead(
    chat
      .command("read <username>")
      .description("what a player and the support desk have written: the newest 100 messages")
      .option("--before <message>", "the 100 before the message of this number", messageNumber),
    "chat.read",
    withContext,
    async ({ storage, accounts }, username: string, { before }: { before?: number }) => {
      const player = await findPlayer(accounts, username);
      const found = await deskMessages(storage.db, { playerId: player.id, before });
      const { messages, older } = found ?? { messages: [], older: false };
      const [first] = messages;
      const words = messages.map(({ byDesk, by, text, at }) => {
        const who = byDesk ? (by === null ? SUPPORT : `${SUPPORT} (${by})`) : player.username;
        return `${at.toISOString()}  ${who}: ${text.replaceAll("\n", "\n  ")}`;
      });
      const head = !first
        ? [`Nothing has been written with ${player.username}${before ? " before" : ""}.`]
        : older
          ? [`There are older messages: house chat read ${player.username} --before ${first.id}`]
          : [];
      return { target: `player ${player.id}`, output: [...head, ...words].join("\n") };
    },
  );
}

function answerCommand(chat: Command, withContext: WithContext): void {
  defineActCommand(
    chat
      .command("answer <username> <text>")
      .description("write to a player as the support desk; who is connected sees it at once"),
    ACTS.chats.answer,
    withContext,
    {
      async params({ accounts }, username: string, text: string) {
        const { id: playerId } = await findPlayer(accounts, username);
        if (!isVisible(text) || text.trim().length > MAX_MESSAGE)
          throw new InputError(`A message has 1 to ${MAX_MESSAGE} characters.`);
        return { playerId, text };
      },
      say: (_, username: string) => `${username} has been answered.`,
    },
  );
  defineActCommand(
    chat
      .command("assign <username> [name]")
      .description("say who of the house takes a player's chat")
      .option("--none", "nobody does"),
    ACTS.chats.assign,
    withContext,
    {
      async params({ accounts }, username: string, name: string | undefined, { none = false }: { none?: boolean }) {
        if ((name === undefined) !== none) throw new InputError("Give a name, or --none.");
        const { id: playerId } = await findPlayer(accounts, username);
        return { playerId, to: name === undefined ? null : parseActorName(name) };
      },
      say: (_, username: string, name: string | undefined) =>
        name === undefined ? `The chat with ${username} is nobody's.` : `${name} takes the chat with ${username}.`,
    },
  );
}

function introductionCommands(chat: Command, withContext: WithContext): void {
  defineChange(
    chat.command("introduce <username> <other>").description("let two players see and write to each other"),
    { name: "chat.introduce", why: "optional" },
    withContext,
    async ({ storage, accounts, publish }, _, username: string, other: string) => {
      const [a, b] = [await findPlayer(accounts, username), await findPlayer(accounts, other)];
      const isNew = await introduce(storage.db, a.id, b.id, (change) => publish("chat.changed", change));
      return {
        target: `player ${a.id}, player ${b.id}`,
        before: { introduced: !isNew },
        after: { introduced: true },
        message: `${a.username} and ${b.username} know each other${isNew ? "" : " already"}.`,
      };
    },
  );
  defineChange(
    chat.command("part <username> <other>").description("take an introduction back: the two no longer see each other"),
    { name: "chat.part", why: "optional" },
    withContext,
    async ({ storage, accounts, publish }, _, username: string, other: string) => {
      const [a, b] = [await findPlayer(accounts, username), await findPlayer(accounts, other)];
      if (!(await endIntroduction(storage.db, a.id, b.id, (change) => publish("chat.changed", change))))
        throw new InputError(`${a.username} and ${b.username} have not been introduced to each other.`);
      return {
        target: `player ${a.id}, player ${b.id}`,
        before: { introduced: true },
        after: { introduced: false },
        message: `${a.username} and ${b.username} are parted.`,
      };
    },
  );
}
