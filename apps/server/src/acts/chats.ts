/** The support desk: answers to players, and who of the house takes a chat. */
import { MAX_MESSAGE, isVisible } from "@reelcast/contract";
import * as z from "zod/mini";
import { answerPlayer, assignChat } from "../chat/index.ts";
import { defineAct } from "./act.ts";
import { PlayerParams, playerTarget, visibleText } from "./params.ts";
import { playerOf } from "./playerOf.ts";

const MAX_NAME = 100;

/** Writes to a player as the support desk. */
const answer = defineAct({
  name: "chat.answer",
  permission: "chat.answer",
  why: "optional",
  params: z.extend(PlayerParams, {
    text: z.string().check(z.refine((text) => isVisible(text) && text.trim().length <= MAX_MESSAGE)),
  }),
  target: playerTarget,
  async change({ accounts, storage, publish }, _, { playerId, text }) {
    await playerOf({ accounts }, playerId);
    await answerPlayer(storage.db, playerId, text, (change) => publish("chat.changed", change));
    // The text itself is in the chat's tables, not in the audit log.
    return { target: playerTarget({ playerId }), before: null, after: { characters: text.length }, result: {} };
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
  }),
  target: playerTarget,
  async change({ accounts, storage }, _, { playerId, to }) {
    await playerOf({ accounts }, playerId);
    const before = await assignChat(storage.db, playerId, to);
    return {
      target: playerTarget({ playerId }),
      before: { assignedTo: before },
      after: { assignedTo: to },
      result: { before },
    };
  },
});

export const chatActs = { answer, assign } as const;
