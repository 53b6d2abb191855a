/** Acts of people of the house on players, transfers and approvals: the calls of the console carry out what `acts/` defines. */
import { APPROVAL_CALLS, PLAYER_ACT_CALLS, TRANSFER_CALLS } from "@reelcast/contract/console";
import type { DecisionAnswer, PaymentAnswer } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import type { PaymentRequested } from "../../acts/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

/** Called after an act: what waits for a person may have changed. */
type Changed = () => void;

function requestOf({ request, above, already, ofAll, minutes }: PaymentRequested) {
  return { state: "requested" as const, request, above, already, ofAll, minutes };
}
type Payment = Awaited<ReturnType<typeof ACTS.money.credit.run>>["result"];
function answerOf(paid: Payment): PaymentAnswer {
  if (paid.state === "done") return { state: "done", balance: paid.balance, repeated: paid.repeated };
  return paid.state === "requestRepeated" ? paid : requestOf(paid);
}
type Decided = Awaited<ReturnType<typeof ACTS.transfers.resolve.run>>["result"];
function decisionAnswer(decided: Decided): DecisionAnswer {
  if (decided.state === "requested") return requestOf(decided);
  const { machineId, moved, remaining } = decided;
  return { state: "done", machineId, moved, remaining };
}

function moneyRoutes(app: FastifyInstance, routes: ConsoleRoutes, changed: Changed): void {
  consoleRoute(app, routes, PLAYER_ACT_CALLS.creditPlayer, async ({ params, body: { why, ...body }, who, request }) => {
    const { result } = await ACTS.money.credit.run(routes.acts, actorOf(who, request, why), {
      playerId: params.id,
      ...body,
    });
    changed();
    return answerOf(result);
  });
  consoleRoute(
    app,
    routes,
    PLAYER_ACT_CALLS.correctPlayer,
    async ({ params, body: { why, ...body }, who, request }) => {
      const { result } = await ACTS.money.correct.run(routes.acts, actorOf(who, request, why), {
        playerId: params.id,
        ...body,
      });
      changed();
      return answerOf(result);
    },
  );
  consoleRoute(app, routes, TRANSFER_CALLS.resolveTransfer, async ({ params, body, who, request }) => {
    const { outcome, moved, why } = body;
    const wanted = { transferId: params.id, outcome, ...(moved === undefined ? {} : { moved }) };
    const { result } = await ACTS.transfers.resolve.run(routes.acts, actorOf(who, request, why), wanted);
    changed();
    return decisionAnswer(result);
  });
  consoleRoute(app, routes, APPROVAL_CALLS.approve, async ({ params, body, who, request }) => {
    await ACTS.approvals.approve.run(routes.acts, actorOf(who, request, body.why), { requestId: params.id });
    changed();
    return undefined;
  });
  consoleRoute(app, routes, APPROVAL_CALLS.refuse, async ({ params, body, who, request }) => {
    await ACTS.approvals.refuse.run(routes.acts, actorOf(who, request, body.why), { requestId: params.id });
    changed();
    return undefined;
  });
}

function accessRoutes(app: FastifyInstance, routes: ConsoleRoutes): void {
  const { players } = ACTS;
  const plain = [
    [PLAYER_ACT_CALLS.banPlayer, players.ban],
    [PLAYER_ACT_CALLS.unbanPlayer, players.unban],
    [PLAYER_ACT_CALLS.resetPlayerPin, players.resetPin],
  ] as const;
  for (const [call, act] of plain)
    consoleRoute(app, routes, call, async ({ params, body, who, request }) => {
      await act.run(routes.acts, actorOf(who, request, body.why), { playerId: params.id });
      return undefined;
    });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.endPlayerLogins, async ({ params, body, who, request }) => {
    const { result } = await players.endLogins.run(routes.acts, actorOf(who, request, body.why), {
      playerId: params.id,
    });
    return { ended: result.ended };
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.resetPlayerPassword, async ({ params, body, who, request }) => {
    const { result } = await players.resetPassword.run(routes.acts, actorOf(who, request, body.why), {
      playerId: params.id,
    });
    return { password: result.generated ?? "" };
  });
}

function protectionRoutes(app: FastifyInstance, routes: ConsoleRoutes): void {
  const { players } = ACTS;
  consoleRoute(app, routes, PLAYER_ACT_CALLS.limitPlayer, async ({ params, body: { why, ...limit }, who, request }) => {
    const given = { playerId: params.id, ...limit };
    const { result } = await players.setLimit.run(routes.acts, actorOf(who, request, why), given);
    return { pending: result.pending };
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.breakPlayer, async ({ params, body: { why, days }, who, request }) => {
    await players.takeBreak.run(routes.acts, actorOf(who, request, why), { playerId: params.id, days });
    return undefined;
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.excludePlayer, async ({ params, body: { why, months }, who, request }) => {
    await players.exclude.run(routes.acts, actorOf(who, request, why), { playerId: params.id, months });
    return undefined;
  });
  consoleRoute(
    app,
    routes,
    PLAYER_ACT_CALLS.verifyPlayerAge,
    async ({ params, body: { why, ...age }, who, request }) => {
      await players.verifyAge.run(routes.acts, actorOf(who, request, why), { playerId: params.id, ...age });
      return undefined;
    },
  );
  consoleRoute(app, routes, PLAYER_ACT_CALLS.unverifyPlayerAge, async ({ params, body, who, request }) => {
    await players.unverifyAge.run(routes.acts, actorOf(who, request, body.why), { playerId: params.id });
    return undefined;
  });
  consoleRoute(app, routes, PLAYER_ACT_CALLS.notePlayer, async ({ params, body, who, request }) => {
    await players.note.run(routes.acts, actorOf(who, request, undefined), { playerId: params.id, text: body.text });
    return undefined;
  });
}

export function playerActRoutes(routes: ConsoleRoutes, changed: Changed): FastifyPluginAsync {
  return async (app) => {
    moneyRoutes(app, routes, changed);
    accessRoutes(app, routes);
    protectionRoutes(app, routes);
  };
}
