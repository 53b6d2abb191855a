/** Acts of people of the house on players, transfers and approvals: the calls of the console carry out what `acts/` defines. */
import { APPROVAL_CALLS, PLAYER_ACT_CALLS, TRANSFER_CALLS } from "@reelcast/contract/console";
import type { PaymentAnswer } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { ACTS } from "../../acts/index.ts";
import type { ActContext, Actor } from "../../acts/index.ts";
import type { Member } from "../../staff/index.ts";
import { consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

interface Asking {
  who: Member;
  request: FastifyRequest;
}
/** As an act has it. @param why null: no reason is given */
const actorOf = ({ who, request }: Asking, why: string | null = null): Actor => ({
  by: who.name,
  from: request.ip,
  why,
  via: "console",
  staffId: who.id,
  permissions: who.permissions,
});

export interface ActParts {
  acts: ActContext;
  /** What waits for a person may have changed. */
  changed: () => void;
}

type Payment = Awaited<ReturnType<typeof ACTS.money.credit.run>>["result"];
function answerOf(paid: Payment): PaymentAnswer {
  if (paid.state === "done") return { state: "done", balance: paid.balance, repeated: paid.repeated };
  if (paid.state === "requestRepeated") return paid;
  const { request, above, already, minutes } = paid;
  return { state: "requested", request, above, already, minutes };
}

function moneyRoutes(app: FastifyInstance, routes: ConsoleRoutes, { acts, changed }: ActParts): void {
  consoleRoute(app, routes, PLAYER_ACT_CALLS.creditPlayer, async ({ params, body: { why, ...body }, ...asking }) => {
    const { result } = await ACTS.money.credit.run(acts, actorOf(asking, why), { playerId: params.id, ...body });
    changed();
    return answerOf(result);
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.correctPlayer, async ({ params, body: { why, ...body }, ...asking }) => {
    const { result } = await ACTS.money.correct.run(acts, actorOf(asking, why), { playerId: params.id, ...body });
    changed();
    return answerOf(result);
  });
  consoleRoute(app, routes, TRANSFER_CALLS.resolveTransfer, async ({ params, body, ...asking }) => {
    const { outcome, moved, why } = body;
    const wanted = { transferId: params.id, outcome, ...(moved === undefined ? {} : { moved }) };
    const { result } = await ACTS.transfers.resolve.run(acts, actorOf(asking, why), wanted);
    changed();
    return result;
  });
  consoleRoute(app, routes, APPROVAL_CALLS.approve, async ({ params, body, ...asking }) => {
    await ACTS.approvals.approve.run(acts, actorOf(asking, body.why), { requestId: params.id });
    changed();
    return undefined;
  });
  consoleRoute(app, routes, APPROVAL_CALLS.refuse, async ({ params, body, ...asking }) => {
    await ACTS.approvals.refuse.run(acts, actorOf(asking, body.why), { requestId: params.id });
    changed();
    return undefined;
  });
}

function accessRoutes(app: FastifyInstance, routes: ConsoleRoutes, { acts }: ActParts): void {
  const { players } = ACTS;
  const plain = [
    [PLAYER_ACT_CALLS.banPlayer, players.ban],
    [PLAYER_ACT_CALLS.unbanPlayer, players.unban],
    [PLAYER_ACT_CALLS.resetPlayerPin, players.resetPin],
  ] as const;
  for (const [call, act] of plain)
    consoleRoute(app, routes, call, async ({ params, body, ...asking }) => {
      await act.run(acts, actorOf(asking, body.why), { playerId: params.id });
      return undefined;
    });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.endPlayerLogins, async ({ params, body, ...asking }) => {
    const { result } = await players.endLogins.run(acts, actorOf(asking, body.why), { playerId: params.id });
    return { ended: result.ended };
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.resetPlayerPassword, async ({ params, body, ...asking }) => {
    const { result } = await players.resetPassword.run(acts, actorOf(asking, body.why), { playerId: params.id });
    return { password: result.generated ?? "" };
  });
}

function protectionRoutes(app: FastifyInstance, routes: ConsoleRoutes, { acts }: ActParts): void {
  const { players } = ACTS;
  consoleRoute(app, routes, PLAYER_ACT_CALLS.limitPlayer, async ({ params, body: { why, ...limit }, ...asking }) => {
    await players.setLimit.run(acts, actorOf(asking, why), { playerId: params.id, ...limit });
    return undefined;
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.breakPlayer, async ({ params, body: { why, days }, ...asking }) => {
    await players.takeBreak.run(acts, actorOf(asking, why), { playerId: params.id, days });
    return undefined;
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.excludePlayer, async ({ params, body: { why, months }, ...asking }) => {
    await players.exclude.run(acts, actorOf(asking, why), { playerId: params.id, months });
    return undefined;
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.notePlayer, async ({ params, body, ...asking }) => {
    await players.note.run(acts, actorOf(asking), { playerId: params.id, text: body.text });
    return undefined;
  });
}

export function playerActRoutes(routes: ConsoleRoutes, parts: ActParts): FastifyPluginAsync {
  return async (app) => {
    moneyRoutes(app, routes, parts);
    accessRoutes(app, routes, parts);
    protectionRoutes(app, routes, parts);
  };
}
