import type { GameEvidence, Role, TransferEvidence, WorkItem } from "@reelcast/contract/console";
import { ROLE_PERMISSIONS } from "@reelcast/contract/console";
import { expect, it } from "vitest";
import {
  actsShownTo,
  approvalShownTo,
  approvalsShownTo,
  gameShownTo,
  queueShownTo,
  timelineShownTo,
  transferShownTo,
} from "./shownTo.ts";

const of = (role: keyof typeof ROLE_PERMISSIONS) => ({ permissions: ROLE_PERMISSIONS[role] });
const journals = [{ id: 1, at: "2030-01-01T00:00:00.000Z", kind: "cashin", source: "transfer:1", postings: [] }];
const game = { id: "1-1", journals } as unknown as GameEvidence;
const act = {
  seq: 1,
  by: "Ali",
  act: "player.credit",
  why: "won it",
  from: "staff 3 from 10.0.0.7",
  before: { balance: 5 },
};
const acts = [{ ...act, at: "2030-01-01T00:00:00.000Z", via: "console", target: "player 7", after: { balance: 7 } }];
const request = { id: 4, requestedBy: "Ali", expiresAt: "2030-01-01T00:30:00.000Z" };
const ofPlayers = { request, journals, balanceAfter: 500, ip: "203.0.113.5" };
const transfer = { number: 1, ...ofPlayers, acts } as unknown as TransferEvidence;

it("balances and addresses of players are shown to those who may see players", () => {
  for (const role of ["viewer", "attendant"] as const) {
    expect(gameShownTo(of(role), game)).toEqual({ ...game, journals: [] });
    const hidden = { request: null, journals: [], balanceAfter: null, ip: null, acts: [] };
    expect(transferShownTo(of(role), transfer)).toEqual({ ...transfer, ...hidden });
  }
  for (const role of ["cashier", "support", "risk", "manager"] as const) {
    expect(gameShownTo(of(role), game)).toBe(game);
    expect(transferShownTo(of(role), transfer)).toMatchObject(ofPlayers);
  }
});

it("of the queue, chats, requests for payments and events are shown to those who may read them", () => {
  const player = { id: 7, name: "anna" };
  const item = (kind: WorkItem["kind"]) => ({ kind, amount: 500, player, detail: "text" }) as WorkItem;
  const state = { items: [item("transfer"), item("approval"), item("chat"), item("event")], isTruncated: false };
  const hidden = (role: Role) =>
    state.items.flatMap(({ kind }) => {
      const shown = queueShownTo(of(role), state).items.find((one) => one.kind === kind);
      return shown === undefined ? [`no ${kind}`] : shown.detail === null ? [kind] : [];
    });
  expect(hidden("viewer")).toEqual(["approval", "chat", "no event"]);
  expect(hidden("attendant")).toEqual(["approval", "chat"]);
  expect(hidden("cashier")).toEqual(["chat"]);
  expect(hidden("support")).toEqual(["no event"]);
  expect(hidden("risk")).toEqual(["chat"]);
  expect(hidden("manager")).toEqual([]);
  expect(queueShownTo(of("attendant"), state).items[1]).toMatchObject({ amount: null, player: null });
});

it("the origin and the states of an act are shown to those who may read the audit log, wherever it stands", () => {
  const [whole] = acts;
  const part = { ...whole, from: null, before: null, after: null };
  const approval = { id: 4, requestedFrom: "staff 2 from 10.0.0.9", acts } as never;
  for (const role of ["cashier", "support"] as const) {
    expect(actsShownTo(of(role), acts)).toEqual([part]);
    expect(transferShownTo(of(role), transfer).acts).toEqual([part]);
    expect(approvalShownTo(of(role), approval)).toMatchObject({ acts: [part] });
  }
  for (const role of ["risk", "manager"] as const) expect(actsShownTo(of(role), acts)).toEqual(acts);
  // Who decides about a request sees where it came from.
  expect(approvalShownTo(of("cashier"), approval)).toMatchObject({ requestedFrom: "staff 2 from 10.0.0.9" });
  expect(approvalsShownTo(of("support"), [approval])).toMatchObject([{ requestedFrom: "" }]);
});

it("a role that reads chats or the audit log may see players, whom both are about", () => {
  for (const [role, permissions] of Object.entries(ROLE_PERMISSIONS))
    for (const permission of ["chat.answer", "audit.view"] as const)
      if (permissions.includes(permission)) expect(permissions, role).toContain("player.view");
});

it("significant events of a machine are shown to those who may see events", () => {
  expect(timelineShownTo(of("viewer"), ["game", "event"])).toEqual(["game"]);
  expect(timelineShownTo(of("attendant"), ["game", "event"])).toEqual(["game", "event"]);
});
