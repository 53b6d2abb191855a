/** `house approvals …`: manual payments that need a second person. */
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import type { ActContext } from "../acts/index.ts";
import { expireApprovals, listApprovals } from "../approvals/index.ts";
import { InputError } from "../input.ts";
import { defineActCommand, defineRead } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { describeJackpot } from "./jackpots.ts";
import { formatAmount, table } from "./money.ts";
import { describeDecision } from "./transfers.ts";

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InputError(`"${text}" is not the number of a request.`);
  return Number(text);
}
const one = (_: ActContext, text: string) => ({ requestId: numberOf(text) });

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
    async ({ storage }, { all = false }: { all?: boolean }) => {
      await expireApprovals(storage.db);
      const rows = await listApprovals(storage.db, { all });
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

type Approved = Awaited<ReturnType<typeof ACTS.approvals.approve.run>>["result"]["done"];

function describe(done: Approved): string {
  if ("balance" in done) return `${done.username} has ${formatAmount(done.balance)}.`;
  if ("transferId" in done) return describeDecision(done);
  if (!("request" in done)) return describeJackpot(done);
  const { machineId, paid } = done;
  return paid === null
    ? `Machine ${machineId} pays as soon as a server runs and it answers.`
    : `Machine ${machineId} has paid ${formatAmount(paid)}.`;
}

function approveCommand(approvals: Command, withContext: WithContext): void {
  defineActCommand(
    approvals.command("approve <id>").description("execute it, once; not by the person who requested it"),
    ACTS.approvals.approve,
    withContext,
    {
      params: one,
      say: ({ requestedBy, done }, id: string) => `Request ${id} of ${requestedBy} is approved. ${describe(done)}`,
    },
  );
}

function refuseCommand(approvals: Command, withContext: WithContext): void {
  defineActCommand(
    approvals.command("refuse <id>").description("reject it: no money moves"),
    ACTS.approvals.refuse,
    withContext,
    {
      params: one,
      say: ({ requestedBy }, id: string) => `Request ${id} of ${requestedBy} is refused: nothing has moved.`,
    },
  );
}
