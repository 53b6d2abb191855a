/** The support desk: answers to players, who of the house takes a chat, closed chats, and answers written in advance. */
import { MAX_MESSAGE, isVisible } from "@reelcast/contract";
import { CannedAnswers } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { answerPlayer, assignChat, changeCannedAnswers, closeChat, takeFreeChat } from "../chat/index.ts";
import { defineAct } from "./act.ts";
import { PlayerParams, playerTarget, visibleText } from "./params.ts";
import { playerOf } from "./playerOf.ts";

const MAX_NAME = 100;

/** Writes to a player as the support desk. In the console, a chat that nobody has is taken. */
const answer = defineAct({
  name: "chat.answer",
  permission: "chat.answer",
  why: "optional",
  params: z.extend(PlayerParams, {
    text: z.string().check(z.refine((text) => isVisible(text) && text.trim().length <= MAX_MESSAGE)),
    /** The same one again writes nothing. */
    clientId: z.optional(z.uuid()),
  }),
  target: playerTarget,
  async change({ accounts, storage, publish }, actor, { playerId, text, clientId }) {
    await playerOf({ accounts }, playerId);
    const { id, isNew } = await answerPlayer(storage.db, { playerId, text, by: actor.by, clientId }, (change) =>
      publish("chat.changed", change),
    );
    const assignedTo =
      isNew && actor.via === "console" && (await takeFreeChat(storage.db, playerId, actor.by)) ? actor.by : null;
    publish("desk.changed", { playerId });
    return {
      target: playerTarget({ playerId }),
      before: null,
      // The text itself is in the chat's tables, not in the audit log.
      after: { characters: text.length, ...(isNew ? {} : { repeated: true }), ...(assignedTo ? { assignedTo } : {}) },
      result: { id, repeated: !isNew },
    };
  },
});

/** Says who of the house takes a player's chat; null: nobody. Of two at the same time, the second sees the first. */
const assign = defineAct({
  name: "chat.assign",
  permission: "chat.answer",
  why: "optional",
  params: z.extend(PlayerParams, {
    /** The name of a person, as in the audit log. */
    to: z.nullable(visibleText(MAX_NAME)),
    /** Who has it, as the person sees it: refused if it is another one by now. */
    seen: z.optional(z.nullable(z.string())),
  }),
  target: playerTarget,
  async change({ accounts, storage, publish }, _, { playerId, to, seen }) {
    await playerOf({ accounts }, playerId);
    const before = await assignChat(storage.db, playerId, to, seen);
    publish("desk.changed", { playerId });
    return {
      target: playerTarget({ playerId }),
      before: { assignedTo: before },
      after: { assignedTo: to },
      result: { before },
    };
  },
});

/** Closes a chat until the player writes again. */
const close = defineAct({
  name: "chat.close",
  permission: "chat.answer",
  why: "optional",
  params: z.extend(PlayerParams, {
    /** The last message that the person has seen. */
    last: z.int().check(z.nonnegative()),
  }),
  target: playerTarget,
  async change({ accounts, storage, publish }, { by }, { playerId, last }) {
    await playerOf({ accounts }, playerId);
    const state = await storage.db.transaction().execute((trx) => closeChat(trx, { playerId, by, last }));
    publish("desk.changed", { playerId });
    return { target: playerTarget({ playerId }), before: { state }, after: { state: "closed" }, result: {} };
  },
});

/** Replaces the answers that are written in advance by a new version. */
const cannedAnswers = defineAct({
  name: "chat.canned-answers",
  permission: "settings.change",
  why: "optional",
  params: z.object({
    /** The version that was changed. */
    seen: z.int().check(z.nonnegative()),
    answers: CannedAnswers,
  }),
  target: () => "canned answers",
  async change({ storage, publish }, { by }, { seen, answers }) {
    const { before, version } = await storage.db
      .transaction()
      .execute((trx) => changeCannedAnswers(trx, { by, seen, answers }));
    publish("desk.canned", { version });
    return {
      target: "canned answers",
      before: { version: before.version, answers: before.answers },
      after: { version, answers },
      result: { version },
    };
  },
});

export const chatActs = { answer, assign, close, cannedAnswers } as const;
