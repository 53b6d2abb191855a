/** `house approvals …`: manual payments that need a second person. */
import type { Command } from "commander";
import { approvalTarget, decide, expireApprovals, listApprovals } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import { InputError } from "../input.ts";
import type { Trx } from "../storage/index.ts";
import { defineChange, defineRead } from "./command.ts";
import type { CommandResult } from "./command.ts";
import { CREDIT, credit } from "./credit.ts";
import type { CommandContext, Parts, WithContext } from "./commandContext.ts";
import { JACKPOT_ADD, JACKPOT_SET, addOne, setOne } from "./jackpots.ts";
import type { JackpotChange, NewJackpot } from "./jackpots.ts";
import { formatAmount, table } from "./money.ts";
import { personOf } from "./manualPayment.ts";

/** Executes a request. Its parameters were validated when it was created. */
function carryOut(parts: Parts, { id, act, amount, params }: ApprovalRequest): Promise<CommandResult> {
  switch (act) {
    case CREDIT:
      return credit(parts, { playerId: Number(params["playerId"]), amount, key: approvalTarget(id) });
    case JACKPOT_ADD:
      return addOne(parts, params as unknown as NewJackpot);
    case JACKPOT_SET:
      return setOne(parts, params as unknown as JackpotChange);
    default:
      throw new InputError(`Request ${id} asks for "${act}", which this version does not know.`);
  }
}
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InputError(`"${text}" is not the number of a request.`);
  return Number(text);
}
const prepare = ({ storage }: CommandContext) => expireApprovals(storage.db);

export function approvalCommands(program: Command, withContext: WithContext): void {
  const approvals = program.command("approvals").description("manual payments that need a second person");
  listCommand(approvals, withContext);
  approveCommand(approvals, withContext);
  refuseCommand(approvals, withContext);
}

function listCommand(approvals: Command, withContext: WithContext): void {
  defineRead(
    approvals
      .command("list", { isDefault: true })
      .description("pending requests, with person and reason")
      .option("--all", "the newest 200, decided ones included"),
    "approvals.list",
    withContext,
    async (context, { all = false }: { all?: boolean }) => {
      await prepare(context as CommandContext);
      const rows = await listApprovals(context.storage.db, { all });
      const headings = ["id", "act", "on", "amount", "by", "from", "until", "state", "decided by", "why"];
      return {
        target: null,
        output:
          rows.length === 0
            ? "Nothing waits for a second person."
            : table(
                headings,
                rows.map((row) => [
                  row.id,
                  row.act,
                  row.target,
                  formatAmount(row.amount),
                  row.requested_by,
                  row.requested_from,
                  row.expires_at.toISOString(),
                  row.state,
                  row.decided_by ?? "",
                  row.why,
                ]),
              ),
      };
    },
  );
}

function approveCommand(approvals: Command, withContext: WithContext): void {
  defineChange(
    approvals.command("approve <id>").description("execute it, once; not by the person who requested it"),
    { name: "approvals.approve", why: "optional", prepare },
    withContext,
    async (parts, actor, text: string) => {
      const id = numberOf(text);
      const request = await decide(parts.storage.db as Trx, id, "approved", personOf(actor));
      const done = await carryOut(parts, request);
      const { act, amount, requested_by: requestedBy, requested_from: requestedFrom } = request;
      return {
        target: approvalTarget(id),
        before: {
          state: "waiting",
          requestedBy,
          requestedFrom,
          because: request.why,
          [done.target ?? ""]: done.before,
        },
        after: { state: "approved", act, approved: amount, [done.target ?? ""]: done.after },
        message: `Request ${id} of ${requestedBy} is approved. ${done.message}`,
      };
    },
  );
}

function refuseCommand(approvals: Command, withContext: WithContext): void {
  defineChange(
    approvals.command("refuse <id>").description("reject it: no money moves"),
    { name: "approvals.refuse", why: "optional", prepare },
    withContext,
    async (parts, actor, text: string) => {
      const id = numberOf(text);
      const {
        act,
        target,
        amount,
        requested_by: by,
      } = await decide(parts.storage.db as Trx, id, "refused", personOf(actor));
      return {
        target: approvalTarget(id),
        before: { state: "waiting", requestedBy: by, act, target, amount },
        after: { state: "refused" },
        message: `Request ${id} of ${by} is refused: nothing has moved.`,
      };
    },
  );
}
