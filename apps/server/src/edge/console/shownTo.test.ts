import type { GameEvidence, Role, TransferEvidence, WorkItem } from "@reelcast/contract/console";
import { ROLE_PERMISSIONS } from "@reelcast/contract/console";
import { expect, it } from "vitest";
import { gameShownTo, queueShownTo, transferShownTo } from "./shownTo.ts";

const of = (role: keyof typeof ROLE_PERMISSIONS) => ({ permissions: ROLE_PERMISSIONS[role] });
const journals = [{ id: 1, at: "2030-01-01T00:00:00.000Z", kind: "cashin", source: "transfer:1", postings: [] }];
const game = { id: "1-1", journals } as unknown as GameEvidence;
const transfer = { number: 1, journals, balanceAfter: 500, ip: "203.0.113.5" } as unknown as TransferEvidence;

it("balances and addresses of players are shown to those who may see players", () => {
  for (const role of ["viewer", "attendant"] as const) {
    expect(gameShownTo(of(role), game)).toEqual({ ...game, journals: [] });
    expect(transferShownTo(of(role), transfer)).toEqual({ ...transfer, journals: [], balanceAfter: null, ip: null });
  }
  for (const role of ["cashier", "support", "risk", "manager"] as const) {
    expect(gameShownTo(of(role), game)).toBe(game);
    expect(transferShownTo(of(role), transfer)).toBe(transfer);
  }
});

it("of the queue, chats, requests for payments and events are shown to those who may read them", () => {
  const item = (kind: WorkItem["kind"]) => ({ kind, amount: 500, detail: "text" }) as WorkItem;
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
  expect(queueShownTo(of("attendant"), state).items[1]?.amount).toBeNull();
});
