/** Which topics leave the process, under which subject, and what their messages must look like there. */
import { ChatMessage, SessionPush } from "@reelcast/contract";
import * as z from "zod/mini";
import type { Topic, Topics } from "./bus.ts";

const Id = z.int().check(z.positive());
const Amount = z.int();

interface SharedTopic<M> {
  schema: z.ZodMiniType<M>;
  subject: (message: M) => string;
  /** What a process subscribes that has listeners. Null: only while it follows the player. */
  pattern: string | null;
}
const ofPlayer = <M extends { playerId: number }>(name: string, schema: z.ZodMiniType<M>): SharedTopic<M> => ({
  schema,
  subject: ({ playerId }) => `player.${playerId}.${name}`,
  pattern: null,
});
const ofAll = <M>(subject: string, schema: z.ZodMiniType<M>): SharedTopic<M> => ({
  schema,
  subject: () => subject,
  pattern: subject,
});

/** All topics of a player who is followed. */
export const patternOf = (group: "player", id: number) => `${group}.${id}.*`;

/** Null: it stays in the process. Between processes it travels otherwise, with an owner and a version. */
export const TOPICS: { readonly [T in Topic]: SharedTopic<Topics[T]> | null } = {
  "machine.status": null,
  "machine.changed": ofAll("machine.changed", z.object({ id: Id })),
  "brand.changed": ofAll("brand.changed", z.object({ id: Id })),
  "player.balance": ofPlayer("balance", z.object({ playerId: Id, balance: Amount, version: z.exactOptional(z.int()) })),
  "player.checking": ofPlayer("checking", z.object({ playerId: Id, checking: Amount })),
  "player.session": ofPlayer("session", z.object({ playerId: Id, push: SessionPush })),
  "player.ended": ofPlayer(
    "ended",
    z.object({
      playerId: Id,
      tokenIds: z.nullable(z.array(z.string())),
      except: z.exactOptional(z.string()),
      reason: z.enum(["logout", "banned", "password", "expired", "break", "excluded"]),
    }),
  ),
  "player.limits": ofPlayer("limits", z.object({ playerId: Id })),
  "chat.changed": ofPlayer(
    "chat",
    z.object({ playerId: Id, chatId: z.string(), contactId: z.string(), message: z.exactOptional(ChatMessage) }),
  ),
  "staff.ended": ofAll("staff.ended", z.object({ staffId: Id, sessionIds: z.nullable(z.array(Id)) })),
  "staff.changed": ofAll("staff.changed", z.object({ staffId: Id })),
  "desk.changed": ofAll("desk.changed", z.object({ playerId: Id })),
  "desk.presence": ofAll("desk.presence", z.object({ playerId: Id, by: z.string(), typing: z.boolean() })),
  "desk.canned": ofAll("desk.canned", z.object({ version: Id })),
  "seat.push": null,
  "seat.close": null,
  jackpot: {
    schema: z.object({ id: Id, name: z.string(), amount: Amount, version: z.int() }),
    subject: ({ id }) => `jackpot.${id}`,
    pattern: "jackpot.*",
  },
  "jackpot.hit": {
    schema: z.object({ id: Id, machineId: Id, amount: Amount }),
    subject: ({ id }) => `jackpot.${id}.hit`,
    pattern: "jackpot.*.hit",
  },
  "node.changed": ofAll("node.changed", z.object({ node: z.string(), free: z.exactOptional(z.array(Id)) })),
};
